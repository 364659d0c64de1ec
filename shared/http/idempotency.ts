/**
 * Answers a request that carries an idempotency key once: the first claims the key, runs, and leaves its answer; whoever
 * comes later with the same request gets that answer. What may never be doubled is not left to this: what a run writes is
 * noted in the transaction that writes it (see shared/table/write-journal.ts and infra/decisions/0011-idempotency.md).
 */
import { type WriteJournal, withJournal } from "../table/write-journal.ts";
import { AppError, type ErrorCode, type ErrorDetail, errorCatalogue, unavailable } from "./errors.ts";
import { idempotencyHeader } from "./idempotency-key.ts";
import { type RenderedAnswer, toAppError } from "./respond.ts";

export interface KeyedRequest {
  accountId: string;
  key: string;
  /** Of what the request asks for. */
  digest: string;
  /** Names this attempt, and no other. */
  runId: string;
  /** Milliseconds since the epoch after which this attempt has ended in any case. */
  endsAt: number;
}

/** What is kept of an answer: all but what belongs to one request only. */
export type KeptAnswer = { rendered: RenderedAnswer } | { refusal: KeptRefusal };

interface KeptRefusal {
  code: ErrorCode;
  message: string;
  details: ErrorDetail[] | undefined;
  retryAfter: number | undefined;
  headers: Record<string, string>;
}

/** The key is this attempt's. */
export interface OwnClaim {
  state: "claimed";
  journal: WriteJournal;
  /** Leaves the answer for a day; never rejects. */
  keep: (answer: KeptAnswer) => Promise<void>;
  /**
   * Lets the next attempt run at once, with the results of what was written or, where they are forgotten, from the
   * beginning; never rejects.
   */
  release: (writes: "noted" | "forgotten") => Promise<void>;
}

export type Claim = OwnClaim | { state: "answered"; answer: KeptAnswer } | { state: "running" | "other request" };

/** Rejects when it can't be found out how the key stands. */
export type ClaimKey = (request: KeyedRequest) => Promise<Claim>;

/** What an operation answers, and what of it may be shown again: nothing where it left something undone. */
export interface Run {
  rendered: RenderedAnswer;
  toKeep?: RenderedAnswer;
}

/**
 * The answer of the first attempt, or that of `run`. Throws what `run` throws, the refusal that the first attempt met,
 * `idempotency_conflict`, or `service_unavailable` when the key can't be claimed: nothing runs without its protection.
 * `onReplay` is called before an earlier answer or refusal is given.
 */
export async function answerOnce(
  request: KeyedRequest,
  claimKey: ClaimKey,
  run: () => Promise<Run>,
  onReplay: () => void,
): Promise<RenderedAnswer> {
  const claim = await claimKey(request).catch((fault: unknown) => {
    throw unavailable(fault);
  });
  switch (claim.state) {
    case "other request":
      throw conflict("This idempotency key was used with another request.");
    case "running":
      throw conflict("The first request with this idempotency key still runs.", 1);
    case "answered":
      onReplay();
      return again(claim.answer);
    case "claimed":
      return runClaimed(claim, run);
  }
}

async function runClaimed(claim: OwnClaim, run: () => Promise<Run>): Promise<RenderedAnswer> {
  let done: Run;
  try {
    done = await withJournal(claim.journal, run);
  } catch (error) {
    await endRefused(claim, toAppError(error));
    throw error;
  }
  const { rendered, toKeep } = done;
  // What was noted is a part of the answer that left something undone: whoever is handed it leaves the same undone.
  if (!toKeep) await claim.release("forgotten");
  else await (isKept(rendered.statusCode) ? claim.keep({ rendered: toKeep }) : claim.release("noted"));
  return rendered;
}

async function endRefused(claim: OwnClaim, error: AppError): Promise<void> {
  // A run that lost its claim to another has nothing to leave.
  if (error.code === "idempotency_conflict") return;
  const { code, message, details, retryAfter, headers } = error;
  if (!isKept(errorCatalogue[code].status)) return claim.release("noted");
  await claim.keep({ refusal: { code, message, details, retryAfter, headers } });
}

function again(answer: KeptAnswer): RenderedAnswer {
  if ("rendered" in answer) return answer.rendered;
  const { code, message, details, retryAfter, headers } = answer.refusal;
  throw new AppError(code, {
    message,
    headers,
    ...(details && { details }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What passes by itself is worth another attempt. */
function isKept(status: number): boolean {
  return status < 500 && status !== 429;
}

function conflict(message: string, retryAfter?: number): AppError {
  const details = [{ path: `headers.${idempotencyHeader}`, message }];
  return new AppError("idempotency_conflict", { message, details, ...(retryAfter !== undefined && { retryAfter }) });
}
