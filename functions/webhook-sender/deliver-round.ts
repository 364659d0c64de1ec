/** A round of deliveries to one webhook: with its secrets, with the time that each attempt takes, and with its log lines. */
import type { Log } from "../../shared/platform/log/request-log.ts";
import type { Lane } from "../../shared/webhook/queue.ts";
import { SecretLostError, type SecretParts, signingSecrets } from "../../shared/webhook/secret.ts";
import type { DeliveryState, OpenEvent } from "../../shared/webhook/store/delivery-state.ts";
import type { WebhookRecord } from "../../shared/webhook/store/webhook.ts";
import { type AttemptParts, attemptEvent } from "./attempt.ts";
import { mustMove, quickAttemptsAfter } from "./lanes.ts";
import { type Round, runRound } from "./round.ts";

/** In the quick lane, a long attempt ends the round. */
export async function deliverRound(
  parts: AttemptParts & SecretParts & { log: Log },
  webhook: WebhookRecord,
  state: DeliveryState,
  { lane, hasTime }: { lane: Lane; hasTime: () => boolean },
): Promise<Round> {
  const [oldest] = state.open;
  if (!oldest) return { state, delivered: 0, failed: 0, isGone: false };
  const { now, log } = parts;
  const { accountId, id: webhookId } = webhook;
  const time = () => now().getTime();
  const [startedAt, target] = [time(), { webhook, secrets: await secretsOf(parts, webhook) }];
  let { quickAttemptsNeeded } = state;
  const attempt = async (open: OpenEvent) => {
    const attemptedAt = time();
    const attempted = await attemptEvent(parts, target, open);
    quickAttemptsNeeded = quickAttemptsAfter(quickAttemptsNeeded, time() - attemptedAt);
    return attempted;
  };
  const mayGoOn = () => hasTime() && !mustMove({ quickAttemptsNeeded }, lane);
  const round = await runRound(state, { attempt, hasTime: mayGoOn, now: time });
  const { delivered, failed } = round;
  const about = { accountId, webhookId, open: round.state.open.length, durationMs: time() - startedAt };
  const writtenAt = Date.parse(oldest.at);
  // Other events may be late because of their own webhook: its receiver was busy with earlier ones, is slow, or fails.
  const lateness =
    lane === "quick" && writtenAt >= state.attemptedAt ? { latenessMs: Math.max(0, startedAt - writtenAt) } : {};
  if (delivered > 0) log({ level: "info", event: "webhook.delivered", ...about, deliveries: delivered, ...lateness });
  if (failed > 0) log({ level: "info", event: "webhook.failed", ...about, deliveries: failed });
  return { ...round, state: { ...round.state, quickAttemptsNeeded } };
}

/** Empty if no pepper opens them any more, so that the deliveries fail and the owner sees why. */
export async function secretsOf(parts: SecretParts, webhook: WebhookRecord): Promise<readonly string[]> {
  try {
    return await signingSecrets(parts, webhook);
  } catch (error) {
    if (error instanceof SecretLostError) return [];
    throw error;
  }
}
