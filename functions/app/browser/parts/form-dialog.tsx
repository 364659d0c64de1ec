/** A button with a dialog that asks for what a change needs, or whether to do what can't be undone. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { useTask } from "../data/task.ts";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorMessage } from "./error-message.tsx";
import { fieldFault } from "./error-text.ts";
import { Field, type FieldAttributes } from "./field.tsx";

interface FormField {
  /** As in the body of the call. */
  name: string;
  label: string;
  hint?: string;
  value?: string;
  /** What has to be typed, as an expression of the browser. */
  pattern?: string;
  /** Whether it may stay empty. */
  isOptional?: boolean;
  /** The keys that a phone shows. */
  inputMode?: "tel" | "email";
  type?: "datetime-local";
  /** The lines of a text that may have several. */
  rows?: number;
  /** Values and their words. Without them, it is a line of text. */
  choices?: Readonly<Record<string, string>>;
  /** Several of the choices can be made. */
  isMultiple?: boolean;
  /** The choices that are made at first. Without them, it is the first one, or none of several. */
  chosen?: readonly string[];
  /** The choices are in a list that opens, because there are many. */
  isList?: boolean;
}

interface FormDialogProps {
  /** The words of the button that opens the dialog. */
  opener: string;
  title?: string;
  /** The words of the button that sends. */
  action?: string;
  look?: "first" | "danger";
  fields?: readonly FormField[];
  /** What the service shows only once, such as "key". `send` resolves to its text. */
  secret?: string;
  send: (values: FormData) => Promise<unknown>;
  /** What stands above the fields. */
  children?: ComponentChildren;
  /** What stands below them. */
  below?: ComponentChildren;
}

export function FormDialog({ opener, title = opener, look, ...form }: FormDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class={look} data-key={look === "first" ? "n" : undefined} onClick={() => setOpen(true)}>
        {opener}
      </button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <Form action={opener} look={look === "danger" ? "danger" : "first"} {...form} close={close} />
      </Dialog>
    </>
  );
}

type FormProps = Omit<FormDialogProps, "opener" | "title"> & { close: () => void };

function Form({ action, look, fields = [], secret, send, children, below, close }: FormProps) {
  const [shown, setShown] = useState<string>();
  const { isBusy, error, run } = useTask();
  const row = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => row.current?.querySelector("button")?.focus(), [shown]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    return run(async () => {
      const text = await send(values);
      // A request that was repeated after a lost answer has no text.
      if (secret) setShown(String(text ?? "It was lost on its way. Replace or delete it."));
      else close();
    });
  };
  if (shown !== undefined) {
    return (
      <>
        <p>The {secret} is shown only this once. Copy it now, and keep it where nobody else reads it.</p>
        <div ref={row} class="row">
          <code>{shown}</code>
          <CopyButton text={shown} />
        </div>
      </>
    );
  }
  const isAtField = fields.some(({ name }) => fieldFault(error, name) !== undefined);
  return (
    <form onSubmit={submit}>
      {children}
      {fields.map((field) => (
        <FieldOfForm key={field.name} field={field} error={error} />
      ))}
      {below}
      <ErrorMessage error={isAtField ? undefined : error} />
      <button type="submit" class={look} disabled={isBusy}>
        {action}
      </button>
    </form>
  );
}

function FieldOfForm({ field, error }: { field: FormField; error: ApiError | undefined }) {
  const { name, label, hint, choices, isList = false } = field;
  const fault = fieldFault(error, name);
  if (!choices || isList) {
    return (
      <Field label={label} hint={hint} fault={fault}>
        {(attributes) => <Control field={field} attributes={{ ...attributes, name }} />}
      </Field>
    );
  }
  const { isMultiple = false, chosen = isMultiple ? [] : Object.keys(choices).slice(0, 1) } = field;
  return (
    <fieldset>
      <legend>
        <strong>{label}</strong>
      </legend>
      {Object.entries(choices).map(([choice, words]) => (
        <label key={choice} class="choice">
          <input
            type={isMultiple ? "checkbox" : "radio"}
            {...{ name, value: choice }}
            defaultChecked={chosen.includes(choice)}
          />{" "}
          {words}
        </label>
      ))}
      <p class="fault" role="alert">
        {fault}
      </p>
    </fieldset>
  );
}

function Control({ field, attributes }: { field: FormField; attributes: FieldAttributes & { name: string } }) {
  const { value, pattern, inputMode, type, rows, choices, chosen = [], isOptional = false } = field;
  const required = !isOptional;
  if (choices) {
    return (
      <select {...attributes}>
        {Object.entries(choices).map(([choice, words]) => (
          <option key={choice} value={choice} selected={chosen.includes(choice)}>
            {words}
          </option>
        ))}
      </select>
    );
  }
  if (rows) return <textarea {...attributes} {...{ rows, required }} defaultValue={value} />;
  const rules = { pattern, inputMode, required };
  if (type) return <input {...attributes} {...rules} type={type} defaultValue={value} />;
  return <input {...attributes} {...rules} defaultValue={value} autoComplete="off" />;
}
