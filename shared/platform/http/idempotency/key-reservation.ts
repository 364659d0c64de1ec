/** The reservation of an idempotency key, and what is stored under the key. */
import type { ReplayLog } from "../../dynamodb/replay-log.ts";
import type { AppError } from "../errors.ts";
import type { RenderedAnswer } from "../route/route.ts";

export interface KeyedRequest {
  accountId: string;
  key: string;
  /** See `digestRequest`. */
  digest: string;
  /** The id of this attempt. */
  runId: string;
  /** The time, in milliseconds since the epoch, at which this attempt has certainly ended. */
  endsAt: number;
}

/** A stored answer, without the headers that depend on the request. */
export type KeptAnswer = { rendered: RenderedAnswer } | { refusal: KeptRefusal };

type KeptRefusal = Pick<AppError, "code" | "message" | "details" | "retryAfter" | "headers">;

/** This attempt holds the key. */
export interface KeyReservation {
  state: "reserved";
  replayLog: ReplayLog;
  /** Stores the answer for a day. Never rejects. */
  keep: (answer: KeptAnswer) => Promise<void>;
  /** Lets the next attempt run at once, with or without the recorded results of writes. Never rejects. */
  release: (writes: "noted" | "forgotten") => Promise<void>;
}

export type KeyState =
  | KeyReservation
  | { state: "answered"; answer: KeptAnswer }
  | { state: "running" }
  | { state: "other request" };

/** Rejects if the state of the key can't be read. */
export type ReserveKey = (request: KeyedRequest) => Promise<KeyState>;
