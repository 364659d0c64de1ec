/** The form of all fields that a contact has besides its headline and notes. It sends only what was changed. */
import { useState } from "preact/hooks";
import { useTask } from "../data/task.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { fieldFault } from "../parts/error-text.ts";
import { Field } from "../parts/field.tsx";
import { nameText } from "../parts/shared-words.ts";
import { labelOf } from "../parts/value-lines.ts";
import { draftOf, listFields, patchOf, type TextField, textFields } from "./contact-patch.ts";
import { ListEditor } from "./list-editor.tsx";
import type { PersonRead } from "./read-person.ts";
import { saveContact } from "./save-contact.ts";

const names: readonly TextField[] = ["firstName", "middleName", "lastName", "nickname"];
const others = textFields.filter((field) => !names.includes(field));

export function EditForm({ person, close }: { person: PersonRead; close: () => void }) {
  // The contact as it is when the form opens, because another program may change it meanwhile.
  const [read] = useState(person);
  const [draft, setDraft] = useState(() => draftOf(read.contact));
  const { isBusy, error, run } = useTask();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const patch = patchOf(read.contact, draft);
    if (await run(() => saveContact(`Saved: ${nameText(read.contact)}.`, read, patch))) close();
  };
  const isAtField = [...textFields, ...listFields].some((field) => fieldFault(error, field));
  const textInput = (field: TextField) => (
    <Field key={field} label={labelOf(field)} fault={fieldFault(error, field)}>
      {(attributes) => (
        <input
          {...{ ...attributes, value: draft.texts[field], autoComplete: "off" }}
          onInput={({ currentTarget }) =>
            setDraft({ ...draft, texts: { ...draft.texts, [field]: currentTarget.value } })
          }
        />
      )}
    </Field>
  );
  return (
    <form class="edit-form" noValidate onSubmit={submit}>
      <div class="entry">{names.map(textInput)}</div>
      {listFields.map((list) => (
        <ListEditor
          key={list}
          {...{ list, entries: draft.lists[list], error }}
          change={(entries) => setDraft({ ...draft, lists: { ...draft.lists, [list]: entries } })}
        />
      ))}
      <div class="entry">{others.map(textInput)}</div>
      <div class="actions">
        <ErrorMessage error={isAtField ? undefined : error} />
        {isAtField && <p class="fault">Some fields have a fault, which is said there.</p>}
        <button type="submit" class="first" disabled={isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}
