/** The button and the form that change an interaction. Only what was changed is sent. */
import { useState } from "preact/hooks";
import type { Interaction, InteractionPatch } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { makeChange } from "../history/run-undo.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { interactionTypes, nameText } from "../parts/shared-words.ts";
import { localTime } from "../parts/time-text.ts";
import type { PersonContact } from "./contact-patch.ts";
import { type NamedPerson, PeoplePicker } from "./people-picker.tsx";

/** An interaction with the names of all who took part, except the person of the page. */
export type TimelineRow = Interaction & { others: readonly NamedPerson[] };

const choices = Object.fromEntries(interactionTypes.map((type) => [type, type]));

export function InteractionForm({ row, contact }: { row: TimelineRow; contact: PersonContact }) {
  const [others, setOthers] = useState(row.others);
  const { id, type, title, description } = row;
  const before = { type, title, description, date: localTime(Date.parse(row.date)) };
  const send = async (values: FormData) => {
    const patch: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(before)) {
      const text = String(values.get(field)).trim();
      if (text !== (value ?? "")) patch[field] = field === "date" ? new Date(text).toISOString() : text || null;
    }
    if (others !== row.others) patch.participantIds = [contact.id, ...others.map((other) => other.id)];
    if (Object.keys(patch).length === 0) return;
    const text = `Saved: ${patch.title ?? title ?? type}.`;
    await makeChange(text, call("patchInteraction", { id, ...(patch as InteractionPatch) }));
  };
  const fields = [
    { name: "title", label: "Title", value: title ?? "", isOptional: true },
    { name: "description", label: "Description", value: description ?? "", isOptional: true, rows: 4 },
    { name: "type", label: "Type", choices, chosen: [type], isList: true },
    { name: "date", label: "Date", value: before.date, type: "datetime-local" },
  ] as const;
  const opener = title === null && description === null ? "Add details" : "Change";
  const picker = (
    <PeoplePicker
      label={`Who took part besides ${nameText(contact)}`}
      people={others}
      without={contact.id}
      change={setOthers}
    />
  );
  return <FormDialog {...{ opener, fields, send }} title={title ?? type} action="Save" below={picker} />;
}
