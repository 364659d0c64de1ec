/**
 * Reserves idempotency keys in the cache table, and stores the results of writes and the answers. An attempt holds a key until
 * it ends or its lease expires. Then the next attempt of the same request takes over, with the results of earlier writes. The
 * item is part of each transaction of an attempt, so an attempt can't commit after another one has taken over.
 */
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { faultName, type Log } from "../../log/request-log.ts";
import {
  type CacheTable,
  createReservation,
  isExpired,
  newReservation,
  noteAction,
  putAnswer,
  type ReservationItem,
  readAnswer,
  readReservation,
  releaseReservation,
  takeOver,
} from "./idempotency-items.ts";
import type { KeptAnswer, KeyReservation, ReserveKey } from "./key-reservation.ts";

export interface ReservationParts {
  client: DynamoDBDocumentClient;
  tableName: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
  /** The milliseconds that reserving a key, or storing an answer, may take. */
  timeLimit?: number;
}

/** Operations end so early that this time is left. */
const defaultTimeLimit = 2_500;

/** Rejects if the state of a key can't be read. Faults after the operation are only logged. */
export function createKeyReservations(parts: ReservationParts): ReserveKey {
  return async (request) => {
    const table = limited(parts);
    for (;;) {
      const time = parts.now();
      const fresh = newReservation(request, time);
      if (await createReservation(table, fresh, time)) return ownReservation(parts, fresh);
      const item = await readReservation(table, fresh);
      if (!item || isExpired(item, time)) continue;
      if (item.digest !== request.digest) return { state: "other request" };
      if (item.chunks !== undefined) {
        return { state: "answered", answer: (await unpack(await readAnswer(table, item))) as KeptAnswer };
      }
      // The SDK repeats a call whose answer did not arrive, so the item may be of this attempt.
      if (item.runId === request.runId) return ownReservation(parts, item);
      if (item.leaseUntil > time) return { state: "running" };
      const taken = await takeOver(table, item, request);
      if (taken) return ownReservation(parts, taken);
    }
  };
}

function ownReservation(parts: ReservationParts, item: ReservationItem): KeyReservation {
  const orLog = async (event: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (fault) {
      parts.log({ level: "warn", event, fault: faultName(fault) });
    }
  };
  return {
    state: "reserved",
    replayLog: {
      find: async (index) => {
        const note = item.notes?.[index];
        return note && unpack(note);
      },
      record: async (index, written) => noteAction(parts.tableName, item, index, await pack(written)),
    },
    keep: (answer) => orLog("idempotency.notKept", async () => putAnswer(limited(parts), item, await pack(answer))),
    release: (writes) => orLog("idempotency.notReleased", () => releaseReservation(limited(parts), item, writes)),
  };
}

function limited({ client, tableName, timeLimit = defaultTimeLimit }: ReservationParts): CacheTable {
  return { client, tableName, options: { abortSignal: AbortSignal.timeout(timeLimit) } };
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** A higher quality takes much more time and saves little. 4 MB take about 50 ms on another thread. */
const quality = 5;

/** Compresses plain objects, lists, texts, numbers, booleans, null and dates. Throws for other objects. */
export async function pack(value: unknown): Promise<Uint8Array> {
  return compress(JSON.stringify(value, writeMember), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** Restores a value from `pack`. */
export async function unpack(bytes: Uint8Array): Promise<unknown> {
  return JSON.parse((await decompress(bytes)).toString("utf8"), readMember);
}

/** The only member of an object that represents a date. Other objects have no member with this name. */
const dateMember = "$date";

function writeMember(this: unknown, name: string, json: unknown): unknown {
  // `json` is already a text if the value is a date.
  const value = (this as Record<string, unknown>)[name];
  if (value instanceof Date) return { [dateMember]: value.getTime() };
  if (typeof value === "object" && value !== null && !isPlain(value)) {
    throw new TypeError(`a ${value.constructor.name} can't be packed`);
  }
  return json;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

function readMember(_name: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && dateMember in value
    ? new Date(Number(value[dateMember]))
    : value;
}
