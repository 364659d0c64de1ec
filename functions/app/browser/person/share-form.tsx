/** Sends a contact to others by mail. */
import type { ShareContactInput } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { countText, nameText } from "../parts/shared-words.ts";
import { labelOf } from "../parts/value-lines.ts";
import type { PersonContact } from "./contact-patch.ts";

const texts = ["location", "website", "network_a", "network_b", "network_c", "network_d", "network_e"];
const choices = {
  ...{ emails: "E-mail addresses", phones: "Phone numbers", addresses: "Addresses" },
  ...Object.fromEntries(texts.map((field) => [field, labelOf(field)])),
  ...{ importantDates: "Dates", notes: "Notes" },
};
/** What nobody passes on by accident is not chosen at first. */
const chosen = Object.keys(choices).filter((field) => field !== "notes" && field !== "importantDates");

const fields = [
  { name: "recipientEmails", label: "Recipients", hint: "Up to 10 e-mail addresses. Each gets its own mail", rows: 2 },
  { name: "message", label: "Message", rows: 3, isOptional: true },
  {
    ...{ name: "selectedFields", label: "What is sent besides name, photo and headline" },
    ...{ choices, chosen, isMultiple: true },
  },
  { name: "sendCopy", label: "Copy", choices: { true: "Send a copy to me" }, isMultiple: true },
];

export function ShareForm({ contact }: { contact: PersonContact }) {
  const send = async (values: FormData) => {
    const recipientEmails = String(values.get("recipientEmails"))
      .split(/[\s,;]+/)
      .filter(Boolean);
    await call("shareContact", {
      ...{ personId: contact.id, recipientEmails, message: String(values.get("message")) },
      selectedFields: values.getAll("selectedFields") as ShareContactInput["selectedFields"] & string[],
      sendCopy: values.has("sendCopy"),
    });
    notify({ text: `${nameText(contact)} was sent to ${countText(recipientEmails.length, "address")}.` });
  };
  return <FormDialog opener="Share…" title={`Share ${nameText(contact)}`} action="Send" fields={fields} send={send} />;
}
