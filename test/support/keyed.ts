/** Requests under idempotency keys without a gateway: what the pipeline does around an operation, with a clock of the test's. */
import * as z from "zod";
import { createClaims } from "../../shared/cache/idempotency-claims.ts";
import { answerOnce, type KeyedRequest } from "../../shared/http/idempotency.ts";
import { type RenderedAnswer, render } from "../../shared/http/respond.ts";
import type { Answer } from "../../shared/http/route.ts";
import type { JobLine } from "../../shared/log/request-log.ts";
import type { Store } from "../../shared/table/store.ts";

export interface Attempt {
  rendered: RenderedAnswer;
  replayed: boolean;
}

/** What a function of the service has for its requests. */
export interface KeyedProcess {
  /** One request of the account; `run` is the operation. Rejects as the pipeline's handler would. */
  send: (request: Partial<KeyedRequest>, run: () => Promise<Answer>) => Promise<Attempt>;
  lines: JobLine[];
}

/** Milliseconds since the epoch. */
export interface Clock {
  time: number;
}

/** Milliseconds that a request has. */
export const runTime = 28_000;

let runs = 0;

/** A process that keeps its claims in this table. Requests have the key "key" unless they say otherwise. */
export function keyedProcess(cache: Store, clock: Clock, accountId: string): KeyedProcess {
  const lines: JobLine[] = [];
  const claimKey = createClaims({
    ...cache,
    now: () => clock.time,
    log: (line) => lines.push(line as JobLine),
    // What is tested is not the speed of an emulator that has just begun.
    timeLimit: 20_000,
  });
  return {
    lines,
    send: async (given, run) => {
      let replayed = false;
      const request = {
        accountId,
        key: "key",
        digest: "digest",
        runId: `run-${++runs}`,
        endsAt: clock.time + runTime,
        ...given,
      };
      const rendered = await answerOnce(
        request,
        claimKey,
        async () => {
          const answer = await run();
          const rendered = render(z.unknown(), answer);
          return { rendered, ...(answer.keep !== false && { toKeep: rendered }) };
        },
        () => {
          replayed = true;
        },
      );
      return { rendered, replayed };
    },
  };
}

/** A process that dies here: what waits for it waits for ever. */
export function dieHere(): Promise<never> {
  return new Promise(() => {});
}
