/** The fields of a body, as a list that opens into the fields of fields. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Schema } from "./described.ts";
import { innerShape, ruleWords, type Schemas, typeWords, valuesOf } from "./schema-words.ts";

/** Text with code in backticks and links, as the descriptions have it. */
export function Inline({ text }: { text: string }) {
  const parts = text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part, index) => {
    const [, words, href] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (href !== undefined) return <a href={href}>{words}</a>;
    return index % 2 === 1 ? <code>{part.slice(1, -1)}</code> : part;
  });
  return <>{parts}</>;
}

export function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A keyboard can scroll only what has the focus.
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}

/** Its content is made when it is opened, because shapes contain one another and are many. */
export function Details({ title, open = false, children }: DetailsProps) {
  const [isOpen, setOpen] = useState(open);
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

interface DetailsProps {
  title: ComponentChildren;
  open?: boolean;
  children: ComponentChildren;
}

interface FieldsProps {
  schema: Schema;
  schemas: Schemas;
  /** Fields of requests may be required, and fields of answers may be absent. */
  side: "request" | "answer";
}

export function Fields({ schema, schemas, side }: FieldsProps) {
  const { properties = {}, required = [] } = innerShape(schema, schemas)?.schema ?? {};
  const ignored = Object.keys(properties).filter((name) => properties[name]?.readOnly);
  const shown = Object.entries(properties).filter(([, { readOnly }]) => !readOnly);
  return (
    <ul class="fields">
      {shown.map(([name, field]) => {
        const isRequired = required.includes(name);
        const note = side === "request" ? isRequired && "required" : !isRequired && "may be absent";
        return <Field key={name} {...{ name, note, schema: field, schemas, side }} />;
      })}
      {ignored.length > 0 && (
        <li class="quiet">
          <Inline text={`Fields of answers are ignored: ${ignored.map((name) => `\`${name}\``).join(", ")}.`} />
        </li>
      )}
    </ul>
  );
}

/** `note`: whether it is required or may be absent. `description`: where it is beside the schema. */
export function Field({ name, note, description, schema, schemas, side }: FieldProps) {
  const inner = innerShape(schema, schemas);
  const values = valuesOf(schema, schemas);
  const text = description ?? schema.description ?? inner?.schema.description;
  const rules = ruleWords(schema, schemas).join("; ");
  return (
    <li>
      <b>{name}</b> <span class="quiet">{typeWords(schema, schemas)}</span> {note && <span class="status">{note}</span>}
      {text && (
        <p>
          <Inline text={/[.!?]$/.test(text) ? text : `${text}.`} />
        </p>
      )}
      {rules && (
        <p class="quiet">
          <Inline text={rules} />
        </p>
      )}
      {values.length > 0 && <Values values={values} />}
      {inner && (
        <Details title={`Fields of ${name}`}>
          <Fields {...{ schema, schemas, side }} />
        </Details>
      )}
    </li>
  );
}

interface FieldProps extends FieldsProps {
  name: string;
  note: string | false;
  description?: string | undefined;
}

/** A long list of values is closed at first. */
function Values({ values }: { values: readonly unknown[] }) {
  const list = (
    <p class="values">
      {values.map((value) => (
        <code key={String(value)}>{String(value)}</code>
      ))}
    </p>
  );
  return values.length <= 8 ? list : <Details title={`One of ${values.length} values`}>{list}</Details>;
}
