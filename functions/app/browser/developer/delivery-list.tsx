/** The last deliveries of a webhook, with what its receiver answered. */
import { useEffect } from "preact/hooks";
import type { WebhookDelivery } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { usePolling } from "../data/polling.ts";
import { attempt } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Moment } from "../parts/moment.tsx";
import { deliveryText } from "./webhook-words.ts";

/** `tests` is the number of test deliveries that were sent from here. */
export function DeliveryList({ webhookId, tests }: { webhookId: string; tests: number }) {
  const { body, error, refresh } = useAnswer("listWebhookDeliveries", { id: webhookId, limit: 20 });
  useEffect(() => {
    // Deliveries change without a write of the account, so that an answer of before may be old.
    if (body) refresh();
  }, [tests]);
  usePolling(body?.deliveries.some(({ status }) => status === "pending") ?? false, refresh);
  return (
    <>
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <div class="grey-bar" />}
      {body?.deliveries.length === 0 && <p class="quiet">Nothing has been sent yet.</p>}
      <ul class="rows">
        {body?.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} sent={refresh} />
        ))}
      </ul>
    </>
  );
}

function DeliveryRow({ delivery, sent }: { delivery: WebhookDelivery; sent: () => void }) {
  const { id, webhookId, event, timestamp, status, responseBody, nextAttemptAt } = delivery;
  const sendAgain = () =>
    attempt(async () => {
      await call("redeliverWebhookEvent", { id: webhookId, deliveryId: id });
      sent();
    });
  return (
    <li class="row">
      <div>
        <code>{event}</code> <Moment iso={timestamp} />
        <p class={status === "failed" || status === "retrying" ? "fault" : "quiet"}>
          {deliveryText(delivery)}
          {nextAttemptAt !== null && status === "retrying" && (
            <>
              {" "}
              <Moment iso={nextAttemptAt} />
            </>
          )}
        </p>
        {responseBody && <pre>{responseBody}</pre>}
      </div>
      <button type="button" onClick={sendAgain}>
        Send again
      </button>
    </li>
  );
}
