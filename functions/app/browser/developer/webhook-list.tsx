/** The webhooks of the account, with what their receivers answered. */
import { useEffect, useState } from "preact/hooks";
import type { Webhook, WebhookEvent } from "../../../../shared/client/types.ts";
import { refreshAll, useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { usePolling } from "../data/task.ts";
import { attempt, notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { deliveryText, disabledTexts, events } from "./webhook-words.ts";

const newWebhook = [
  { name: "url", label: "URL", hint: "An https address that answers 2xx within ten seconds" },
  { name: "events", label: "Events", choices: events, isMultiple: true },
];

export function WebhookList() {
  const { body, error, refresh } = useAnswer("listWebhooks", {});
  const create = async (values: FormData) => {
    const input = { url: String(values.get("url")).trim(), events: values.getAll("events") as WebhookEvent[] };
    return (await call("createWebhook", input)).body.secret;
  };
  return (
    <section>
      <div class="row">
        <div>
          <h2>Webhooks</h2>
          <p class="quiet">URLs of yours that are called when something happens. An account has at most five.</p>
        </div>
        <FormDialog opener="New webhook" action="Add" fields={newWebhook} secret="secret" send={create} />
      </div>
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <div class="grey-bar" />}
      <ul class="rows">
        {body?.webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} {...webhook} />
        ))}
      </ul>
    </section>
  );
}

function WebhookRow({ id, url, events: subscribed, enabled, disabledReason }: Webhook) {
  const [isOpen, setOpen] = useState(false);
  const sendTest = async () => {
    await call("testWebhook", { id });
    setOpen(true);
    refreshAll();
  };
  const switchTo = async (next: boolean) => void (await call("patchWebhook", { id, enabled: next }));
  const toggle = async () => {
    await switchTo(!enabled);
    notify({ text: `The webhook is switched ${enabled ? "off" : "on"}.`, undo: () => switchTo(enabled) });
  };
  const rotate = async () => (await call("rotateWebhookSecret", { id })).body.secret;
  const remove = async () => {
    // The deliveries of a deleted webhook can't be read.
    setOpen(false);
    await call("deleteWebhook", { id });
    notify({ text: "The webhook is deleted." });
  };
  return (
    <li class="row">
      <div>
        <strong>{url}</strong>
        <p class="quiet">
          {enabled ? "On" : "Off"} · {subscribed.join(", ")}
        </p>
        {disabledReason && <p class="fault">{disabledTexts[disabledReason]}</p>}
      </div>
      <button type="button" onClick={() => attempt(sendTest)}>
        Send test
      </button>
      <button type="button" onClick={() => attempt(toggle)}>
        Switch {enabled ? "off" : "on"}
      </button>
      <FormDialog opener="Rotate secret" secret="secret" send={rotate}>
        <p>You get a new secret. Both sign each delivery for 24 hours, then only the new one.</p>
      </FormDialog>
      <FormDialog opener="Delete" title="Delete the webhook?" look="danger" send={remove}>
        <p>Deliveries that wait are not sent any more. This can't be undone.</p>
      </FormDialog>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Deliveries</summary>
        {isOpen && <DeliveryList webhookId={id} />}
      </details>
    </li>
  );
}

function DeliveryList({ webhookId }: { webhookId: string }) {
  const { body, error, refresh } = useAnswer("listWebhookDeliveries", { id: webhookId, limit: 20 });
  usePolling(body?.deliveries.some(({ status }) => status === "pending") ?? false, refresh);
  // Deliveries change without a write of the account, so that an answer of before may be old.
  useEffect(refreshAll, []);
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
