/** Requests under idempotency keys without a gateway: what the pipeline does around an operation, with a clock of the test's. */
import * as z from "zod";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { type RenderedAnswer, render } from "../../../shared/platform/http/answer/respond.ts";
import {
  type KeyedRequest,
  replay,
  requireKey,
  runReserved,
} from "../../../shared/platform/http/idempotency/idempotency.ts";
import { createKeyReservations } from "../../../shared/platform/http/idempotency/idempotency-reservations.ts";
import type { Answer } from "../../../shared/platform/http/route/route.ts";
import type { JobLine } from "../../../shared/platform/log/request-log.ts";

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

/** A process that keeps its reservations in this table. Requests have the key "key" unless they say otherwise. */
export function keyedProcess(cache: Store, clock: Clock, accountId: string): KeyedProcess {
  const lines: JobLine[] = [];
  const reserveKey = createKeyReservations({
    ...cache,
    now: () => clock.time,
    log: (line) => lines.push(line as JobLine),
    // What is tested is not the speed of an emulator that has just begun.
    timeLimit: 20_000,
  });
  return {
    lines,
    send: async (given, run) => {
      const request = {
        accountId,
        key: "key",
        digest: "digest",
        runId: `run-${++runs}`,
        endsAt: clock.time + runTime,
        ...given,
      };
      const found = await requireKey(reserveKey, request);
      if (found.state === "answered") return { rendered: replay(found.answer), replayed: true };
      const rendered = await runReserved(found, async () => {
        const answer = await run();
        const rendered = render(z.unknown(), answer);
        return { rendered, ...(answer.keep !== false && { toKeep: rendered }) };
      });
      return { rendered, replayed: false };
    },
  };
}

/** A process that dies here: what waits for it waits for ever. */
export function dieHere(): Promise<never> {
  return new Promise(() => {});
}
