/**
 * The lane of a webhook. A batch of messages ends with its slowest one, so slow receivers would hold all executions of the quick
 * lane. A single long attempt moves a webhook to the slow lane, whose queue has executions of its own.
 */
import type { Lane } from "../../shared/webhook/queue.ts";
import type { DeliveryState } from "../../shared/webhook/store/delivery-state.ts";

/** Milliseconds of an attempt above which it is long. */
export const longAttempt = 2_000;

/** The attempts in a row without a long one after which a webhook returns to the quick lane. */
export const quickAttempts = 10;

/** `quickAttemptsNeeded` of a delivery state after one more attempt. */
export function quickAttemptsAfter(needed: number, milliseconds: number): number {
  return milliseconds > longAttempt ? quickAttempts : Math.max(0, needed - 1);
}

/** Whether the rest must be left to the slow lane. */
export function mustMove({ quickAttemptsNeeded }: Pick<DeliveryState, "quickAttemptsNeeded">, lane: Lane): boolean {
  return lane === "quick" && quickAttemptsNeeded > 0;
}
