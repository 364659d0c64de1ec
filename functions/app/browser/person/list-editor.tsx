/** A list of a contact in its form, such as the phone numbers: a row of controls for each entry. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { fieldFault } from "../parts/error-text.ts";
import { Field } from "../parts/field.tsx";
import type { Entry, ListField } from "./contact-patch.ts";

interface Column {
  name: string;
  label: string;
  type?: "text" | "tel" | "email" | "date" | "number" | "checkbox";
  choices?: readonly string[];
}

interface ListShape {
  title: string;
  added: Entry;
  columns: readonly Column[];
}

const preferred = { name: "preferred", label: "Preferred", type: "checkbox" } as const;

const shapes: Readonly<Record<ListField, ListShape>> = {
  phones: {
    ...{ title: "phone", added: { type: "mobile", number: "", preferred: false } },
    columns: [
      { name: "number", label: "Number", type: "tel" },
      { name: "type", label: "Type", choices: ["mobile", "home", "work", "other"] },
      preferred,
    ],
  },
  emails: {
    ...{ title: "e-mail", added: { type: "home", value: "", preferred: false } },
    columns: [
      { name: "value", label: "E-mail address", type: "email" },
      { name: "type", label: "Type", choices: ["home", "work", "other"] },
      preferred,
    ],
  },
  addresses: {
    ...{ title: "address", added: { type: "home" } },
    columns: [
      { name: "addressLine1", label: "Street" },
      { name: "addressLine2", label: "Further line" },
      { name: "addressPostalCode", label: "Postal code" },
      { name: "addressCity", label: "Town" },
      { name: "addressState", label: "Region" },
      { name: "addressCountry", label: "Country" },
      { name: "value", label: "As free text" },
      { name: "type", label: "Type", choices: ["home", "work", "other"] },
    ],
  },
  importantDates: {
    ...{ title: "date", added: { type: "birthday", date: "", isYearUnknown: false } },
    columns: [
      { name: "date", label: "Date", type: "date" },
      { name: "type", label: "Type", choices: ["birthday", "anniversary", "nameday", "graduation", "other"] },
      { name: "isYearUnknown", label: "Year unknown", type: "checkbox" },
      { name: "note", label: "Note" },
      { name: "notifyDaysBefore", label: "Remind, days before", type: "number" },
    ],
  },
};

interface ListEditorProps {
  list: ListField;
  entries: readonly Entry[];
  error: ApiError | undefined;
  change: (entries: readonly Entry[]) => void;
}

export function ListEditor({ list, entries, error, change }: ListEditorProps) {
  const { title, added, columns } = shapes[list];
  const all = useRef<HTMLFieldSetElement>(null);
  const count = useRef(entries.length);
  // Keys go on in an entry that was added, and not where one is gone.
  useLayoutEffect(() => {
    const target = entries.length > count.current ? ".entry:last-of-type input" : ":scope > button";
    if (entries.length !== count.current) all.current?.querySelector<HTMLElement>(target)?.focus();
    count.current = entries.length;
  }, [entries.length]);
  return (
    <fieldset ref={all}>
      {entries.map((entry, at) => (
        <div key={at} class="entry">
          {columns.map((column) => (
            <Control
              key={column.name}
              column={column}
              value={entry[column.name]}
              change={(value) => change(entries.with(at, { ...entry, [column.name]: value }))}
            />
          ))}
          <button type="button" aria-label={`Remove this ${title}`} onClick={() => change(entries.toSpliced(at, 1))}>
            ×
          </button>
          <p class="fault" role="alert">
            {fieldFault(error, `${list}.${at}`)}
          </p>
        </div>
      ))}
      <p class="fault" role="alert">
        {error?.details.find(({ path }) => path === `body.${list}`)?.message}
      </p>
      <button type="button" onClick={() => change([...entries, added])}>
        Add {/^[aeiou]/.test(title) ? "an" : "a"} {title}
      </button>
    </fieldset>
  );
}

interface ControlProps {
  column: Column;
  value: unknown;
  change: (value: string | boolean) => void;
}

function Control({ column: { label, type = "text", choices }, value, change }: ControlProps) {
  const text = String(value ?? "");
  if (type === "checkbox") {
    const toggle = ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.checked);
    return (
      <label class="choice">
        <input type="checkbox" checked={value === true} onChange={toggle} /> {label}
      </label>
    );
  }
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    change(currentTarget.value);
  return (
    <Field label={label}>
      {(attributes) =>
        choices ? (
          <select {...{ ...attributes, value: text, onInput }}>
            {/* Imports have types of their own. */}
            {[...new Set([...choices, text])].map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : (
          <input {...{ ...attributes, type, value: text, onInput, list: undefined }} autoComplete="off" />
        )
      }
    </Field>
  );
}
