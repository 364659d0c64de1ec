/** The form that tries an operation, with its answer, and the same call as a command and as a program. */
import { useState } from "preact/hooks";
import { asCurl, asTypeScript } from "../../../../shared/page/call-text.ts";
import { type CallForm, type FilledCall, type FormField, fillIn, isFile } from "./api-call.ts";
import { credentialOf } from "./credential.tsx";
import { Code } from "./fields.tsx";

interface TryProps {
  call: CallForm;
  /** Of the body, as JSON. */
  example: string;
  /** The path of the API. */
  api: string;
}

interface ShownAnswer {
  heading: string;
  text: string;
  /** Of an error. */
  code?: string;
}

export function TryCall({ call, example, api }: TryProps) {
  const [form, setForm] = useState(() => formWith("body", example));
  const [answer, setAnswer] = useState<ShownAnswer>();
  const filled = fillIn(call, form, `${location.origin}${api}`);
  const samples = {
    ...(answer?.text && { Answer: answer.text }),
    curl: asCurl(filled),
    TypeScript: asTypeScript(filled),
  };

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    setAnswer({ heading: "Waiting for the answer", text: "" });
    setAnswer(await send(filled));
  }

  return (
    <>
      <form onSubmit={submit} onInput={({ currentTarget }) => setForm(new FormData(currentTarget))}>
        {call.fields.map((field) => (
          <label key={field.name} for={`field-${field.name}`}>
            {field.name}
            {field.required && " (required)"}
            <Input field={field} example={example} />
          </label>
        ))}
        <button type="submit" class="first">
          Send
        </button>
      </form>
      <div role="status">
        {answer && <h3>{answer.heading}</h3>}
        {answer?.code && (
          <p>
            What to do: <a href={`${api}/docs/errors/${answer.code}`}>{answer.code}</a>
          </p>
        )}
      </div>
      {Object.entries(samples).map(([name, text]) => (
        <section key={name} class="sample">
          <h3>{name}</h3>
          <button type="button" aria-label={`Copy ${name}`} onClick={() => navigator.clipboard.writeText(text)}>
            Copy
          </button>
          <Code text={text} />
        </section>
      ))}
    </>
  );
}

function formWith(name: string, value: string): FormData {
  const form = new FormData();
  form.set(name, value);
  return form;
}

function Input({ field, example }: { field: FormField; example: string }) {
  const { name, in: location, required, schema } = field;
  const common = { id: `field-${name}`, name, required };
  if (isFile(field)) return <input {...common} type="file" multiple={schema.items !== undefined} />;
  if (location === "body") return <textarea {...common} rows={12} spellcheck={false} defaultValue={example} />;
  const choices = schema.type === "boolean" ? ["true", "false"] : (schema.enum ?? []).map(String);
  const hint = String(schema.default ?? schema.examples?.[0] ?? schema.format ?? "");
  if (choices.length === 0) return <input {...common} autocomplete="off" spellcheck={false} placeholder={hint} />;
  return (
    <select {...common}>
      {["", ...choices].map((value) => (
        <option key={value}>{value}</option>
      ))}
    </select>
  );
}

/** More of an answer makes the page slow, and is read better elsewhere. */
const longestText = 100_000;

async function send({ method, url, headers, body }: FilledCall): Promise<ShownAnswer> {
  const credential = credentialOf();
  const json = typeof body === "string" && { "content-type": "application/json" };
  const start = performance.now();
  try {
    const response = await fetch(url, {
      ...credential,
      method,
      headers: { ...json, ...headers, ...credential.headers },
      body: body ?? null,
      // A page can't read the file that an answer redirects to.
      redirect: "manual",
    });
    if (response.type === "opaqueredirect")
      return {
        heading: "A redirect to a file",
        text: "The page can't follow it. Send it with `redirect` false to see the address.",
      };
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
    const parsed = isJson ? JSON.parse(text) : undefined;
    const shown = isJson ? JSON.stringify(parsed, null, 2) : text;
    return {
      heading: `${response.status} in ${Math.round(performance.now() - start)} ms`,
      text: shown.length > longestText ? `${shown.slice(0, longestText)}\n…` : shown,
      code: parsed?.error?.code,
    };
  } catch (error) {
    return { heading: "No answer", text: String(error) };
  }
}
