/** Sends a contact to others by mail. */
import type { ShareContactInput } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { fieldFault } from "../parts/error-text.ts";
import { Field } from "../parts/field.tsx";
import { countText, nameText } from "../parts/shared-words.ts";
import type { PersonContact } from "./contact-patch.ts";

type SharedField = NonNullable<ShareContactInput["selectedFields"]>[number];

/** The name, the picture and the headline are always sent. */
const choices: { [Field in SharedField]?: string } = {
  emails: "E-mail addresses",
  phones: "Phone numbers",
  addresses: "Addresses",
  location: "Location",
  website: "Website",
  network_a: "Professional network",
  network_b: "Photo-sharing network",
  network_c: "Social network",
  network_d: "First messenger",
  network_e: "Second messenger",
  importantDates: "Dates",
  notes: "Notes",
};

/** What nobody passes on by accident. */
const atFirst = (field: string) => field !== "notes" && field !== "importantDates";

export function ShareForm({ contact, close }: { contact: PersonContact; close: () => void }) {
  const { isBusy, error, run } = useTask();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    const recipientEmails = String(values.get("recipients"))
      .split(/[\s,;]+/)
      .filter(Boolean);
    const message = String(values.get("message")).trim();
    const isSent = await run(() =>
      call("shareContact", {
        ...{ personId: contact.id, recipientEmails, message: message || null },
        selectedFields: values.getAll("field") as SharedField[],
        sendCopy: values.has("copy"),
      }),
    );
    if (!isSent) return;
    notify({ text: `${nameText(contact)} was sent to ${countText(recipientEmails.length, "address")}.` });
    close();
  };
  const [ofRecipients, ofMessage] = [fieldFault(error, "recipientEmails"), fieldFault(error, "message")];
  return (
    <form onSubmit={submit}>
      <Field label="Recipients" hint="Up to 10 e-mail addresses, each of which gets its own mail" fault={ofRecipients}>
        {(attributes) => <textarea {...attributes} name="recipients" rows={2} required autoComplete="email" />}
      </Field>
      <Field label="Message" fault={ofMessage}>
        {(attributes) => <textarea {...attributes} name="message" rows={3} />}
      </Field>
      <fieldset>
        <legend>
          <strong>What is sent besides the name, the photo and the headline</strong>
        </legend>
        {Object.entries(choices).map(([field, words]) => (
          <label key={field} class="choice">
            <input type="checkbox" name="field" value={field} defaultChecked={atFirst(field)} /> {words}
          </label>
        ))}
      </fieldset>
      <label class="choice">
        <input type="checkbox" name="copy" /> Send a copy to me
      </label>
      <ErrorMessage error={ofRecipients || ofMessage ? undefined : error} />
      <button type="submit" class="first" disabled={isBusy}>
        Send
      </button>
    </form>
  );
}
