/** A field that is saved when it is left, with an undo. */
import { useEffect, useId, useState } from "preact/hooks";
import { useTask } from "../data/task.ts";
import { notify } from "../frame/notices.ts";
import { errorText } from "../parts/error-text.ts";
import { Field } from "../parts/field.tsx";

interface SavedFieldProps {
  label: string;
  hint?: string;
  type?: "text" | "time" | "color";
  /** The value that is saved now. */
  value: string;
  /** What the browser suggests. */
  options?: readonly string[];
  save: (value: string) => Promise<unknown>;
}

export function SavedField({ label, hint, type = "text", value, options = [], save }: SavedFieldProps) {
  const [draft, setDraft] = useState<string>();
  const { error, run } = useTask();
  const listId = useId();
  // What was saved replaces what was typed, because the service may have changed how it is written.
  useEffect(() => setDraft(undefined), [value]);
  const write = async (next: string) => {
    const isSaved = await run(() => save(next));
    if (isSaved) notify({ text: `Saved: ${label}.`, undo: async () => void (await save(value)) });
    else if (!document.getElementById(listId)) notify({ text: `Not saved: ${label}.`, isFault: true });
  };
  return (
    <Field label={label} hint={hint} fault={error && errorText(error)}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            type={type}
            value={draft ?? value}
            list={options.length > 0 ? listId : undefined}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={({ currentTarget }) => setDraft(currentTarget.value)}
            onChange={({ currentTarget }) => write(currentTarget.value)}
          />
          <datalist id={listId}>
            {options.map((option) => (
              <option key={option} value={option} />
            ))}
          </datalist>
          {/* What was typed stays, and leaving the field once more would not send it. */}
          {error && error.code !== "validation_error" && draft !== undefined && (
            <button type="button" onClick={() => write(draft)}>
              Save again
            </button>
          )}
        </>
      )}
    </Field>
  );
}
