/** A field that is saved when it is left, with an undo. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useTask } from "../data/task.ts";
import { notify } from "../frame/notices.ts";
import { errorText } from "../parts/error-text.ts";
import { Field } from "../parts/field.tsx";

type Editable = HTMLInputElement | HTMLSelectElement;

interface ControlAttributes {
  id: string;
  "aria-describedby": string;
  "aria-invalid": boolean;
  value: string;
  onInput: (event: { currentTarget: Editable }) => void;
  onChange: (event: { currentTarget: Editable }) => void;
}

interface SavedFieldProps {
  label: string;
  hint?: string;
  /** The value that is saved now. */
  value: string;
  save: (value: string) => Promise<unknown>;
  children: (attributes: ControlAttributes) => ComponentChildren;
}

export function SavedField({ label, hint, value, save, children }: SavedFieldProps) {
  const [draft, setDraft] = useState<string>();
  const { error, run } = useTask();
  // What was saved replaces what was typed, because the service may have changed how it is written.
  useEffect(() => setDraft(undefined), [value]);
  const write = async (next: string) => {
    const isSaved = await run(() => save(next));
    if (isSaved) notify({ text: `Saved: ${label}.`, undo: async () => void (await save(value)) });
  };
  return (
    <Field label={label} fault={error && errorText(error)} {...(hint !== undefined && { hint })}>
      {(attributes) =>
        children({
          ...attributes,
          value: draft ?? value,
          onInput: ({ currentTarget }) => setDraft(currentTarget.value),
          onChange: ({ currentTarget }) => void write(currentTarget.value),
        })
      }
    </Field>
  );
}
