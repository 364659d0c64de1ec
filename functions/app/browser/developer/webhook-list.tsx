/** The webhooks of the account, with what their receivers answered. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Webhook } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { attempt, notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { disabledText } from "./webhook-words.ts";

export function WebhookList() {
  const { body, error, refresh } = useAnswer("listWebhooks", {});
  return (
    <section aria-labelledby="webhooks">
      <header class="section-head">
        <h2 id="webhooks">Webhooks</h2>
        <NewWebhook />
      </header>
      <p class="quiet">A URL of yours that is called when something happens. An account has at most five.</p>
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <div class="grey-bar" />}
      <ul class="rows">
        {body?.webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </section>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, url, events, enabled, disabledAt, previousSecretEndsAt } = webhook;
  const [isOpen, setOpen] = useState(false);
  const [tests, setTests] = useState(0);
  const sendTest = () =>
    attempt(async () => {
      await call("testWebhook", { id });
      setTests(tests + 1);
      setOpen(true);
    });
  const switchTo = (next: boolean) => call("patchWebhook", { id, enabled: next });
  const toggle = () =>
    attempt(async () => {
      await switchTo(!enabled);
      const undo = async () => void (await switchTo(enabled));
      notify({ text: `The webhook is switched ${enabled ? "off" : "on"}.`, undo });
    });
  const rotate = async (_: FormData, show: (content: ComponentChildren) => void) => {
    const { body } = await call("rotateWebhookSecret", { id });
    show(<ShownOnce name="secret" text={body.secret} />);
  };
  const remove = async () => {
    // The deliveries of a deleted webhook can't be read.
    setOpen(false);
    await call("deleteWebhook", { id });
    notify({ text: "The webhook is deleted." });
  };
  return (
    <li class="webhook">
      <div class="row">
        <div>
          <strong class="address">{url}</strong>{" "}
          <span class={enabled ? "state" : "state off"}>{enabled ? "On" : "Off"}</span>
          <p class="quiet">{events.join(", ")}</p>
          {disabledAt !== null && (
            <p class="fault">
              {disabledText(webhook)} (<Moment iso={disabledAt} />)
            </p>
          )}
          {previousSecretEndsAt !== null && (
            <p class="quiet">
              The secret before the last rotation stops signing <Moment iso={previousSecretEndsAt} />.
            </p>
          )}
        </div>
        <button type="button" onClick={sendTest}>
          Send test
        </button>
        <button type="button" onClick={toggle}>
          Switch {enabled ? "off" : "on"}
        </button>
        <FormDialog opener="Rotate secret" title="Rotate the secret?" action="Rotate" send={rotate}>
          {() => <p>You get a new secret. Both sign each delivery for 24 hours, then only the new one.</p>}
        </FormDialog>
        <FormDialog opener="Delete" title="Delete the webhook?" action="Delete" look="danger" isDangerous send={remove}>
          {() => <p>Deliveries that wait are not sent any more. This can't be undone.</p>}
        </FormDialog>
      </div>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Deliveries</summary>
        {isOpen && <DeliveryList webhookId={id} tests={tests} />}
      </details>
    </li>
  );
}
