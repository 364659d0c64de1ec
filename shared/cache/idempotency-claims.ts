/**
 * Who may run under an idempotency key, what they have written so far, and what they answered: one item of the expiring
 * table for every key of an account, and more where the answer is long. An attempt holds the key until it ends or its
 * time is over; then the next one of the same request takes over, together with what was written. The item is a part of
 * each transaction of an attempt, so nobody commits any more whose key has passed to another.
 */
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { ClaimKey, KeptAnswer, OwnClaim } from "../http/idempotency.ts";
import { faultName, type Log } from "../log/request-log.ts";
import {
  type CacheTable,
  type ClaimItem,
  createClaim,
  isExpired,
  newClaimItem,
  noteAction,
  putAnswer,
  readAnswer,
  readClaim,
  releaseClaim,
  takeOver,
} from "./idempotency-items.ts";
import { pack, unpack } from "./packing.ts";

export interface ClaimParts {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
  /** Milliseconds after which claiming, and leaving an answer, is given up. */
  timeLimit?: number;
}

/** Less than operations leave of their function's time for the answer. */
const defaultTimeLimit = 2_500;

/** Claims that can't be had are rejected. What goes wrong after a request has run is only logged. */
export function createClaims(parts: ClaimParts): ClaimKey {
  return async (request) => {
    const table = limited(parts);
    for (;;) {
      const time = parts.now();
      const fresh = newClaimItem(request, time);
      if (await createClaim(table, fresh, time)) return ownClaim(parts, fresh);
      const item = await readClaim(table, fresh.pk);
      if (!item || isExpired(item, time)) continue;
      if (item.digest !== request.digest) return { state: "other request" };
      if (item.chunks !== undefined) {
        return { state: "answered", answer: (await unpack(await readAnswer(table, item))) as KeptAnswer };
      }
      // The database's client repeats a call whose answer was lost: the item may be our own.
      if (item.runId === request.runId) return ownClaim(parts, item);
      if (item.leaseUntil > time) return { state: "running" };
      const taken = await takeOver(table, item, request);
      if (taken) return ownClaim(parts, taken);
    }
  };
}

function ownClaim(parts: ClaimParts, item: ClaimItem): OwnClaim {
  const orLog = async (event: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (fault) {
      parts.log({ level: "warn", event, fault: faultName(fault) });
    }
  };
  return {
    state: "claimed",
    journal: {
      find: async (index) => {
        const note = item.notes?.[index];
        return note && unpack(note);
      },
      note: async (index, written) => noteAction(parts.tableName, item, index, await pack(written)),
    },
    keep: (answer) => orLog("idempotency.notKept", async () => putAnswer(limited(parts), item, await pack(answer))),
    release: (writes) => orLog("idempotency.notReleased", () => releaseClaim(limited(parts), item, writes)),
  };
}

function limited({ client, tableName, timeLimit = defaultTimeLimit }: ClaimParts): CacheTable {
  return { client, tableName, options: { abortSignal: AbortSignal.timeout(timeLimit) } };
}
