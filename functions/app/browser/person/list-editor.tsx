/** A list of a contact in its form, such as the phone numbers: a row of controls for each entry. */
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { fieldFault } from "../parts/error-text.ts";
import type { Entry, ListField } from "./contact-patch.ts";

interface Column {
  label: string;
  type?: "text" | "tel" | "email" | "date" | "number" | "checkbox";
  /** What can be chosen. */
  choices?: readonly string[];
  /** What the browser suggests. */
  hints?: readonly string[];
}

interface ListShape {
  title: string;
  noun: string;
  added: Entry;
  columns: Readonly<Record<string, Column>>;
}

const preferred: Column = { label: "Preferred", type: "checkbox" };

const shapes: Readonly<Record<ListField, ListShape>> = {
  phones: {
    ...{ title: "Phones", noun: "phone", added: { type: "mobile", number: "", preferred: false } },
    columns: {
      number: { label: "Number", type: "tel" },
      type: { label: "Type", hints: ["mobile", "home", "work", "other"] },
      preferred,
    },
  },
  emails: {
    ...{ title: "E-mail addresses", noun: "e-mail address", added: { type: "home", value: "", preferred: false } },
    columns: {
      value: { label: "Address", type: "email" },
      type: { label: "Type", hints: ["home", "work", "other"] },
      preferred,
    },
  },
  addresses: {
    ...{ title: "Addresses", noun: "address", added: { type: "home" } },
    columns: {
      type: { label: "Type", choices: ["home", "work", "other"] },
      addressLine1: { label: "Street and number" },
      addressLine2: { label: "Further line" },
      addressPostalCode: { label: "Postal code" },
      addressCity: { label: "Town" },
      addressState: { label: "Region" },
      addressCountry: { label: "Country" },
      value: { label: "As free text" },
    },
  },
  importantDates: {
    ...{ title: "Dates", noun: "date", added: { type: "birthday", date: "", isYearUnknown: false } },
    columns: {
      type: { label: "Type", choices: ["birthday", "anniversary", "nameday", "graduation", "other"] },
      date: { label: "Date", type: "date" },
      isYearUnknown: { label: "Year unknown", type: "checkbox" },
      note: { label: "Note" },
      notifyDaysBefore: { label: "Reminder, days before", type: "number" },
    },
  },
};

interface ListEditorProps {
  list: ListField;
  entries: readonly Entry[];
  error: ApiError | undefined;
  change: (entries: readonly Entry[]) => void;
}

export function ListEditor({ list, entries, error, change }: ListEditorProps) {
  const { title, noun, added, columns } = shapes[list];
  const ofList = error?.details.find(({ path }) => path === `body.${list}`)?.message;
  return (
    <fieldset class="list-editor">
      <legend>
        <strong>{title}</strong>
      </legend>
      {entries.map((entry, at) => (
        <div key={at} class="entry">
          {Object.entries(columns).map(([name, column]) => (
            <Control
              key={name}
              {...{ column, value: entry[name], id: `${list}-${at}-${name}` }}
              change={(value) => change(entries.with(at, { ...entry, [name]: value }))}
            />
          ))}
          <button
            type="button"
            class="plain"
            aria-label={`Remove this ${noun}`}
            onClick={() => change(entries.toSpliced(at, 1))}
          >
            ×
          </button>
          <p class="fault" role="alert">
            {fieldFault(error, `${list}.${at}`)}
          </p>
        </div>
      ))}
      <p class="fault" role="alert">
        {ofList}
      </p>
      <button type="button" onClick={() => change([...entries, added])}>
        Add {/^[aeiou]/.test(noun) ? "an" : "a"} {noun}
      </button>
    </fieldset>
  );
}

interface ControlProps {
  column: Column;
  id: string;
  value: unknown;
  change: (value: string | boolean) => void;
}

function Control({ column: { label, type = "text", choices, hints = [] }, id, value, change }: ControlProps) {
  const text = String(value ?? "");
  if (type === "checkbox") {
    return (
      <label class="choice">
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />{" "}
        {label}
      </label>
    );
  }
  return (
    <div class={`control ${type}`}>
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} value={text} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={type}
          value={text}
          list={hints.length > 0 ? `${id}-hints` : undefined}
          autoComplete="off"
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
      {hints.length > 0 && (
        <datalist id={`${id}-hints`}>
          {hints.map((hint) => (
            <option key={hint} value={hint} />
          ))}
        </datalist>
      )}
    </div>
  );
}
