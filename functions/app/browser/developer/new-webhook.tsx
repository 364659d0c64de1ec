/** The dialog that adds a webhook. */
import type { ComponentChildren } from "preact";
import type { WebhookEvent } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { Field } from "../parts/field.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { eventWords } from "./webhook-words.ts";

export function NewWebhook() {
  const send = async (values: FormData, show: (content: ComponentChildren) => void) => {
    const events = values.getAll("events") as WebhookEvent[];
    const { body } = await call("createWebhook", { url: String(values.get("url")).trim(), events });
    show(<ShownOnce name="secret" text={body.secret} />);
  };
  return (
    <FormDialog opener="New webhook" title="New webhook" action="Add" fields={["url", "events"]} send={send}>
      {(faultOf) => (
        <>
          <Field label="URL" fault={faultOf("url")} hint="An https address that answers 2xx within ten seconds">
            {(attributes) => (
              <input {...attributes} name="url" inputMode="url" required placeholder="https://" autoComplete="off" />
            )}
          </Field>
          <fieldset class="choices">
            <legend>Events</legend>
            {Object.entries(eventWords).map(([event, words]) => (
              <div key={event}>
                <label class="choice">
                  <input type="checkbox" name="events" value={event} aria-describedby={`words-of-${event}`} /> {event}
                </label>
                <p class="quiet" id={`words-of-${event}`}>
                  {words}
                </p>
              </div>
            ))}
            {faultOf("events") && (
              <p class="fault" role="alert">
                {faultOf("events")}
              </p>
            )}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
