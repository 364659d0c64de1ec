/** Requests with idempotency keys without a gateway, with the clock of the test. */
import * as z from "zod";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { render } from "../../../shared/platform/http/answer/respond.ts";
import { replay, requireKey, runReserved } from "../../../shared/platform/http/idempotency/idempotency.ts";
import { createKeyReservations } from "../../../shared/platform/http/idempotency/idempotency-reservations.ts";
import type { KeyedRequest } from "../../../shared/platform/http/idempotency/key-reservation.ts";
import type { Answer, RenderedAnswer } from "../../../shared/platform/http/route/route.ts";
import type { JobLine } from "../../../shared/platform/log/request-log.ts";

export interface Attempt {
  rendered: RenderedAnswer;
  replayed: boolean;
}

/** A process of the service. */
export interface KeyedProcess {
  /** Sends a request of the account, whose operation is `run`. Throws the errors of the pipeline. */
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

/** A process with its reservations in this table. The default key of a request is "key". */
export function keyedProcess(cache: Store, clock: Clock, accountId: string): KeyedProcess {
  const lines: JobLine[] = [];
  const reserveKey = createKeyReservations({
    ...cache,
    now: () => clock.time,
    log: (line) => lines.push(line as JobLine),
    // The emulator is slow at first.
    timeLimit: 20_000,
  });
  return {
    lines,
    send: async (parts, run) => {
      const request = {
        accountId,
        key: "key",
        digest: "digest",
        runId: `run-${++runs}`,
        endsAt: clock.time + runTime,
        ...parts,
      };
      const found = await requireKey(reserveKey, request);
      if (found.state === "answered") return { rendered: replay(found.answer), replayed: true };
      const rendered = await runReserved(found, async () => {
        const answer = await run();
        const rendered = render(z.unknown, answer);
        return { rendered, ...(answer.keep !== false && { toKeep: rendered }) };
      });
      return { rendered, replayed: false };
    },
  };
}

/** A process that dies here, so this never resolves. */
export function dieHere(): Promise<never> {
  return new Promise(() => {});
}
