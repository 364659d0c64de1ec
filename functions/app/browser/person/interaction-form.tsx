/** The form of one interaction, which sends only what was changed. */
import { useState } from "preact/hooks";
import type { Interaction, InteractionPatch } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { fieldFault } from "../parts/error-text.ts";
import { Field } from "../parts/field.tsx";
import { nameText } from "../parts/shared-words.ts";
import { localTime } from "../parts/time-text.ts";
import type { PersonContact } from "./contact-patch.ts";
import { interactionTypes } from "./log-menu.tsx";
import { PersonSearch } from "./person-search.tsx";
import { makeChange } from "./save-contact.ts";

export interface Participant {
  id: string;
  name: string;
}

interface InteractionFormProps {
  interaction: Interaction & { others: readonly Participant[] };
  contact: PersonContact;
  close: () => void;
}

export function InteractionForm({ interaction, contact, close }: InteractionFormProps) {
  const [others, setOthers] = useState(interaction.others);
  const { isBusy, error, run } = useTask();
  const before = { ...interaction, date: localTime(Date.parse(interaction.date)) };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    const patch: Record<string, unknown> = {};
    for (const field of ["type", "date", "title", "description"] as const) {
      const text = String(values.get(field)).trim();
      if (text !== (before[field] ?? "")) patch[field] = text || null;
    }
    if (typeof patch.date === "string") patch.date = new Date(patch.date).toISOString();
    const ids = [contact.id, ...others.map(({ id }) => id)];
    if (others !== interaction.others) patch.participantIds = ids;
    if (Object.keys(patch).length === 0) return close();
    const write = () => call("patchInteraction", { id: interaction.id, ...(patch as InteractionPatch) });
    if (await run(() => makeChange(`Saved: ${patch.title ?? interaction.title ?? interaction.type}.`, write))) close();
  };
  const faultOf = (field: string) => fieldFault(error, field);
  const isAtField = ["type", "date", "title", "description", "participantIds"].some(faultOf);
  return (
    <form onSubmit={submit}>
      <Field label="Title" fault={faultOf("title")}>
        {(attributes) => <input {...attributes} name="title" defaultValue={before.title ?? ""} autoComplete="off" />}
      </Field>
      <Field label="Description" fault={faultOf("description")}>
        {(attributes) => (
          <textarea {...attributes} name="description" rows={4} defaultValue={before.description ?? ""} />
        )}
      </Field>
      <Field label="Type" fault={faultOf("type")}>
        {(attributes) => (
          <select {...attributes} name="type" defaultValue={before.type}>
            {interactionTypes.map((type) => (
              <option key={type} selected={type === before.type}>
                {type}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Date" fault={faultOf("date")}>
        {(attributes) => (
          <input {...attributes} type="datetime-local" name="date" required defaultValue={before.date} />
        )}
      </Field>
      <fieldset>
        <legend>
          <strong>With {nameText(contact)} and …</strong>
        </legend>
        <p class="chips">
          {others.map(({ id, name }) => (
            <span key={id} class="chip">
              {name}
              <button
                type="button"
                class="plain"
                aria-label={`Without ${name}`}
                onClick={() => setOthers(others.filter((other) => other.id !== id))}
              >
                ×
              </button>
            </span>
          ))}
        </p>
        <PersonSearch
          label="Who else took part"
          without={[contact.id, ...others.map(({ id }) => id)]}
          choose={(person) => setOthers([...others, { id: person.id, name: nameText(person) }])}
        />
        <p class="fault" role="alert">
          {faultOf("participantIds")}
        </p>
      </fieldset>
      <ErrorMessage error={isAtField ? undefined : error} />
      <button type="submit" class="first" disabled={isBusy}>
        Save
      </button>
    </form>
  );
}
