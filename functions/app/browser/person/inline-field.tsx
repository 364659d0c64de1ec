/** A field of a contact that is changed where it stands. Enter, or leaving it, saves it, and Esc takes back what was typed. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useTask } from "../data/task.ts";
import { notify } from "../frame/notices.ts";
import { errorText } from "../parts/error-text.ts";
import { Field } from "../parts/field.tsx";
import { nameText } from "../parts/shared-words.ts";
import { address } from "../router.ts";
import type { PersonRead } from "./read-person.ts";
import { saveContact } from "./save-contact.ts";

interface InlineFieldProps {
  label: string;
  field: "headline" | "notes" | "keepFrequencyDays";
  person: PersonRead;
  placeholder?: string;
}

/** What is typed, and the contact as it was then. */
interface Draft {
  text: string;
  read: PersonRead;
  state?: "sent" | "saved";
}

/** What is not saved, by contact and field. It outlives the view, so that it is there again after a save that failed. */
const unsaved = new Map<string, Draft>();
addEventListener("beforeunload", (event) => unsaved.size > 0 && event.preventDefault());

export function InlineField({ label, field, person, placeholder }: InlineFieldProps) {
  const path = `/people/${person.contact.id}`;
  const key = `${path} ${field}`;
  const [draft, setDraft] = useState(unsaved.get(key));
  const { isBusy, error, run } = useTask();
  // What was saved stays until it was read again.
  useEffect(() => setDraft((known) => (known?.state === "saved" ? undefined : known)), [person.etag]);
  const isAsked = useRef(false);
  const save = async () => {
    isAsked.current = isBusy;
    if (!draft || isBusy || draft.state === "saved") return;
    const { text, read } = draft;
    const trimmed = text.trim();
    if (trimmed === String(read.contact[field] ?? "")) return setDraft(undefined);
    // The service says what is wrong with a text that is no number.
    const value = (field === "keepFrequencyDays" && Number(trimmed)) || trimmed || null;
    setDraft({ ...draft, state: "sent" });
    const isDone = await run(async () => {
      const isWritten = await saveContact(`Saved: ${label}.`, read, { [field]: value });
      if (unsaved.get(key)?.text === text) unsaved.delete(key);
      const written: PersonRead = { ...read, contact: { ...read.contact, [field]: value } };
      setDraft((known) => {
        // Somebody has gone on typing, upon what was written.
        if (known && known.text !== text) return { ...known, read: written };
        return isWritten ? { text, read: written, state: "saved" } : undefined;
      });
    });
    if (isDone || address.value.path === path) return;
    const link = { text: "Open", path };
    notify({ text: `Not saved: ${label} of ${nameText(read.contact)}.`, isFault: true, link });
  };
  // What was typed and left while the text before was on its way.
  useEffect(() => {
    if (!isBusy && isAsked.current) void save();
  }, [isBusy]);
  useLayoutEffect(() => {
    if (draft && draft.state !== "saved") unsaved.set(key, { text: draft.text, read: draft.read });
    else unsaved.delete(key);
  }, [draft]);
  // What was left unsaved is sent again.
  useEffect(() => void save(), []);
  const control = {
    value: draft?.text ?? String(person.contact[field] ?? ""),
    placeholder,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      setDraft({ read: draft?.read ?? person, text: currentTarget.value }),
    // What was refused is not sent again without a change.
    onBlur: () => draft?.state ?? save(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && field !== "notes") void save();
      if (event.key !== "Escape" || !draft) return;
      event.preventDefault();
      setDraft(undefined);
    },
  };
  return (
    <div class={`in-place ${field}`}>
      <Field label={label} fault={error && draft && errorText(error)}>
        {(attributes) => (
          <>
            {field === "notes" ? (
              <textarea {...attributes} {...control} rows={3} />
            ) : (
              <input {...attributes} {...control} autoComplete="off" />
            )}
            {/* What was typed stays, and leaving the field once more would not send it. */}
            {error && draft && error.code !== "validation_error" && (
              <button type="button" onClick={save}>
                Save again
              </button>
            )}
          </>
        )}
      </Field>
    </div>
  );
}
