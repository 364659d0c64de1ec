/** The form that tries an operation, with its answer, and the same call as a command and as a program. */
import { useState } from "preact/hooks";
import { type CallShape, type CallValues, curlOf, type FormField, isFile, programOf, requestOf } from "./api-call.ts";
import { credentialOf } from "./credential.tsx";
import type { Parameter, Schema } from "./described.ts";

interface TryProps {
  shape: CallShape;
  /** Of the body, as JSON. */
  example: unknown;
  /** The path of the API. */
  api: string;
}

interface ShownAnswer {
  heading: string;
  text: string;
  /** Of an error. */
  code?: string;
}

export function TryCall({ shape, example, api }: TryProps) {
  const [values, setValues] = useState<CallValues>({ texts: {}, files: [], body: exampleText(example) });
  const [answer, setAnswer] = useState<ShownAnswer>();
  const address = `${location.origin}${api}`;
  const setText = (name: string, text: string) =>
    setValues((before) => ({ ...before, texts: { ...before.texts, [name]: text } }));

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    setAnswer({ heading: "Waiting for the answer", text: "" });
    setAnswer(await send(shape, values, api));
  }

  return (
    <>
      <form class="call" onSubmit={submit}>
        {[...shape.parameters, ...shape.formFields].map((field) => (
          <label key={field.name} for={`field-${field.name}`}>
            <span>
              {field.name}
              {field.required && " (required)"}
            </span>
            <Input
              {...{ field, values, setText }}
              setFiles={(files) => setValues((before) => ({ ...before, files }))}
            />
          </label>
        ))}
        {shape.hasJson && (
          <label>
            <span>Body</span>
            <textarea
              spellcheck={false}
              rows={Math.min(values.body.split("\n").length + 1, 16)}
              value={values.body}
              onInput={({ currentTarget: { value } }) => setValues((before) => ({ ...before, body: value }))}
            />
          </label>
        )}
        <button type="submit" class="first">
          Send
        </button>
      </form>
      <div role="status" class="answer">
        {answer && <h3>{answer.heading}</h3>}
        {answer?.code && (
          <p>
            What to do: <a href={`${api}/docs/errors/${answer.code}`}>{answer.code}</a>
          </p>
        )}
      </div>
      {answer?.text && <Sample text={answer.text} name="Answer" />}
      <Sample text={curlOf(shape, values, address)} name="curl" />
      <Sample text={programOf(shape, values, address)} name="TypeScript" />
    </>
  );
}

function exampleText(example: unknown): string {
  return example === undefined ? "" : JSON.stringify(example, null, 2);
}

interface InputProps {
  field: Parameter | FormField;
  values: CallValues;
  setText: (name: string, text: string) => void;
  setFiles: (files: File[]) => void;
}

function Input({ field, values, setText, setFiles }: InputProps) {
  const { name, required = false, schema } = field;
  const id = `field-${name}`;
  if (!("in" in field) && isFile(field)) {
    const choose = (input: HTMLInputElement) => setFiles([...(input.files ?? [])]);
    return (
      <input
        id={id}
        type="file"
        required={required}
        multiple={schema.items !== undefined}
        onChange={(event) => choose(event.currentTarget)}
      />
    );
  }
  const common = {
    id,
    value: values.texts[name] ?? "",
    required,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setText(name, currentTarget.value),
  };
  const choices = choicesOf(schema);
  if (choices.length === 0)
    return <input {...common} autocomplete="off" spellcheck={false} placeholder={placeholderOf(schema)} />;
  return (
    <select {...common}>
      {["", ...choices].map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  );
}

function choicesOf({ type, enum: values = [] }: Schema): string[] {
  return type === "boolean" ? ["true", "false"] : values.map(String);
}

function placeholderOf({ default: usual, examples: [example] = [], format = "" }: Schema): string {
  return String(usual ?? example ?? format);
}

/** More of an answer makes the page slow, and is read better elsewhere. */
const longestText = 100_000;

async function send(shape: CallShape, values: CallValues, api: string): Promise<ShownAnswer> {
  const { path, headers, ...request } = requestOf(shape, values);
  const credential = credentialOf();
  const start = performance.now();
  try {
    const response = await fetch(`${api}${path}`, {
      ...request,
      ...credential,
      headers: { ...headers, ...credential.headers },
      // A page can't read the file that an answer redirects to.
      redirect: "manual",
    });
    if (response.type === "opaqueredirect")
      return { heading: "A redirect to a file", text: "The page can't follow it. curl does with -L." };
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
    const body = isJson ? JSON.parse(text) : undefined;
    const shown = isJson ? JSON.stringify(body, null, 2) : text;
    return {
      heading: `${response.status} in ${Math.round(performance.now() - start)} ms`,
      text: shown.length > longestText ? `${shown.slice(0, longestText)}\n…` : shown,
      code: body?.error?.code,
    };
  } catch (error) {
    return { heading: "No answer", text: String(error) };
  }
}

function Sample({ text, name }: { text: string; name: string }) {
  return (
    <section class="sample">
      <h3>{name}</h3>
      <button type="button" aria-label={`Copy ${name}`} onClick={() => navigator.clipboard.writeText(text)}>
        Copy
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A keyboard can scroll only what has the focus. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </section>
  );
}
