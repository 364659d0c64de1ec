/**
 * Runs a request with an idempotency key once. The first attempt reserves the key, runs and stores its answer. Later attempts of
 * the same request get that answer. Nothing is written twice even if the answer is not stored, because each transaction records
 * its result (see shared/platform/dynamodb/replay-log.ts and infra/decisions/0011-idempotency.md).
 */
import { withReplayLog } from "../../dynamodb/replay-log.ts";
import { AppError, toAppError, unavailable } from "../errors.ts";
import { normalisePath } from "../route/match.ts";
import type { RenderedAnswer } from "../route/route.ts";
import { builtRow, callerOf, type Middleware } from "../scope.ts";
import { digestRequest, idempotencyHeader } from "./idempotency-key.ts";
import type { KeptAnswer, KeyedRequest, KeyReservation, KeyState, ReserveKey } from "./key-reservation.ts";

/** The answer of an operation, and what of it is stored. Nothing is stored if a part of the work is left. */
export interface Run {
  rendered: RenderedAnswer;
  toKeep?: RenderedAnswer;
}

/**
 * Reserves the key of a request, or answers like an earlier attempt, also with its error. Throws the errors of
 * `requireKey`. `reserveKey` is only undefined if no row accepts keys.
 */
export function reserveIdempotencyKey(reserveKey: ReserveKey | undefined, now: () => number): Middleware {
  return {
    before: async ({ event, context: { scope } }) => {
      const caller = callerOf(scope);
      const { idempotencyKey: key } = scope;
      if (key === undefined || !caller || !reserveKey) return undefined;
      const { row } = builtRow(scope);
      // A missing body and an empty body are equal.
      const content = {
        method: row.method,
        path: normalisePath(event.path),
        query: scope.query,
        body: event.body || undefined,
      };
      const reserved = await requireKey(reserveKey, {
        accountId: caller.accountId,
        key,
        digest: digestRequest(row, content),
        runId: scope.requestId,
        endsAt: now() + scope.remainingTime(),
      });
      if (reserved.state === "reserved") {
        scope.reservation = reserved;
        return undefined;
      }
      scope.replayed = true;
      scope.extraHeaders["idempotent-replayed"] = "true";
      return replay(reserved.answer);
    },
  };
}

/** Throws `idempotency_conflict`, or `service_unavailable` if the state of the key can't be read. */
export async function requireKey(
  reserveKey: ReserveKey,
  request: KeyedRequest,
): Promise<Extract<KeyState, { state: "reserved" | "answered" }>> {
  const found = await reserveKey(request).catch((fault: unknown) => {
    throw unavailable(fault);
  });
  if (found.state === "other request") throw conflict("This idempotency key was used with another request.");
  if (found.state === "running") throw conflict("The first request with this idempotency key still runs.", 1);
  return found;
}

/** The answer of an earlier attempt. Throws its error. */
export function replay(answer: KeptAnswer): RenderedAnswer {
  if ("rendered" in answer) return answer.rendered;
  const { code, ...options } = answer.refusal;
  throw new AppError(code, options);
}

/** Runs the operation and stores its answer or error for later attempts. Throws its error. */
export async function runReserved(reservation: KeyReservation, run: () => Promise<Run>): Promise<RenderedAnswer> {
  let done: Run;
  try {
    done = await withReplayLog(reservation.replayLog, run);
  } catch (error) {
    await endRefused(reservation, toAppError(error));
    throw error;
  }
  const { rendered, toKeep } = done;
  // With the recorded results, the next attempt would leave the same work undone.
  if (!toKeep) await reservation.release("forgotten");
  else if (isKept(rendered.statusCode)) await reservation.keep({ rendered: toKeep });
  else await reservation.release("noted");
  return rendered;
}

async function endRefused(reservation: KeyReservation, error: AppError): Promise<void> {
  // Another attempt holds the key.
  if (error.code === "idempotency_conflict") return;
  const { code, message, details, retryAfter, headers } = error;
  if (!isKept(error.status)) return reservation.release("noted");
  await reservation.keep({ refusal: { code, message, details, retryAfter, headers } });
}

/** A temporary error is not stored, so that another attempt can succeed. */
function isKept(status: number): boolean {
  return status < 500 && status !== 429;
}

function conflict(message: string, retryAfter?: number): AppError {
  const details = [{ path: `headers.${idempotencyHeader}`, message }];
  return new AppError("idempotency_conflict", { message, details, ...(retryAfter !== undefined && { retryAfter }) });
}
