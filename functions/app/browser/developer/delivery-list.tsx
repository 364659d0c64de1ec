/** The last deliveries of a webhook, with what its receiver answered. */
import { useEffect } from "preact/hooks";
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
  usePolling(body?.deliveries.some(({ status }) => status === "pending") ?? false, refresh);
  useEffect(() => {
    // Deliveries change without a write of the account, so that an answer of before may be old.
    if (body) refresh();
  }, [tests]);
  const sendAgain = async (deliveryId: string) => {
    await call("redeliverWebhookEvent", { id: webhookId, deliveryId });
    refresh();
  };
  return (
    <>
      <ErrorMessage error={error} retry={refresh} />
      {body?.deliveries.length === 0 && <p class="quiet">Nothing has been sent yet.</p>}
      <ul class="rows">
        {body?.deliveries.map(({ id, event, timestamp, responseBody, ...delivery }) => (
          <li key={id} class="row">
            <div>
              <code>{event}</code> <Moment iso={timestamp} />
              <p class={delivery.status === "failed" || delivery.status === "retrying" ? "fault" : "quiet"}>
                {deliveryText(delivery)}
              </p>
              {responseBody && <pre>{responseBody}</pre>}
            </div>
            <button type="button" onClick={() => attempt(() => sendAgain(id))}>
              Send again
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
