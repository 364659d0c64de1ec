/** One operation: what it does, its parameters, bodies, answers and errors, and the form that tries it. */
import type { IndexedGroup, IndexedOperation } from "../../openapi/operation-index.ts";
import { formFields } from "./api-call.ts";
import { Credential } from "./credential.tsx";
import { type Content, type DescribedAnswer, follow, type Part } from "./described.ts";
import { Code, Details, Field, Fields, Inline } from "./fields.tsx";
import { Method } from "./operation-list.tsx";
import { type Schemas, typeWords } from "./schema-words.ts";
import { TryCall } from "./try-call.tsx";

interface ViewProps {
  group: IndexedGroup;
  entry: IndexedOperation;
  part: Part;
  /** The path of the API. */
  api: string;
}

export function OperationView({ group, entry, part: { operations, components }, api }: ViewProps) {
  const { id, method, path, summary } = entry;
  const operation = operations[id];
  if (!operation) return null;
  const schemas = components.schemas ?? {};
  const parameters = (operation.parameters ?? []).map((parameter) => follow(parameter, components));
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const responses = Object.entries(operation.responses).map(
    ([status, answer]) => [status, follow(answer, components)] as const,
  );
  const answers = responses.filter(([status]) => status < "4");
  const errors = responses.flatMap(([status, { description }]) =>
    status < "4" ? [] : description.split("\n\n").map((text) => ({ status, text })),
  );
  return (
    <div class="operation">
      <header>
        <a class="back" href="#operations">
          All operations
        </a>
        <Details title={group.title}>
          <p>
            <Inline text={group.description} />
          </p>
        </Details>
        <h1 id="operation-heading" tabIndex={-1}>
          {summary}
        </h1>
        <p>
          <Method method={method} /> <code>{path}</code>
        </p>
        <p>
          <Inline text={operation.description} />
        </p>
        <button type="button" class="jump" onClick={() => document.querySelector(".try")?.scrollIntoView()}>
          Try it
        </button>
      </header>
      <div class="description">
        {parameters.length > 0 && <h2>Parameters</h2>}
        <ul class="fields">
          {parameters.map(({ name, in: location, required: isRequired, description, schema }) => {
            const note = `${location}${isRequired ? ", required" : ""}`;
            return <Field key={name} {...{ name, note, description, schema, schemas }} side="request" />;
          })}
        </ul>
        {operation.requestBody && <h2>Body</h2>}
        <Body content={operation.requestBody?.content} schemas={schemas} side="request" />
        <h2>Answers</h2>
        {answers.map(([status, answer], at) => (
          <Details
            key={status}
            open={at === 0}
            title={
              <>
                <b class="status">{status}</b> {answer.description}
              </>
            }
          >
            <Inline text={headerWords(answer)} />
            <Body content={answer.content} schemas={schemas} side="answer" />
          </Details>
        ))}
        <h2>Errors</h2>
        <ul class="fields">
          {errors.map(({ status, text }) => {
            const [, code = "", message = ""] = /^`(\w+)`: (.*)/s.exec(text) ?? [];
            return (
              <li key={code}>
                <b class="status">{status}</b> <a href={`${api}/docs/errors/${code}`}>{code}</a>
                <p>
                  <Inline text={message} />
                </p>
              </li>
            );
          })}
        </ul>
      </div>
      <section class="try" aria-label="Try it">
        <h2>Try it</h2>
        <Credential api={api} />
        <TryCall
          key={id}
          call={{ id, method, path, fields: formFields(operation, components) }}
          example={exampleText(body?.example)}
          api={api}
        />
      </section>
    </div>
  );
}

function exampleText(example: unknown): string {
  if (example === undefined || typeof example === "string") return example ?? "";
  return JSON.stringify(example, null, 2);
}

function headerWords({ headers = {} }: DescribedAnswer): string {
  const names = Object.keys(headers).map((name) => `\`${name}\``);
  return names.length === 0 ? "" : `With ${names.join(", ")}.`;
}

interface BodyProps {
  content: Content | undefined;
  schemas: Schemas;
  side: "request" | "answer";
}

function Body({ content = {}, schemas, side }: BodyProps) {
  return (
    <>
      {Object.entries(content).map(([mediaType, { schema, example }]) => (
        <div key={mediaType}>
          <p class="quiet">
            {mediaType}, {typeWords(schema, schemas)}
          </p>
          <Fields {...{ schema, schemas, side }} />
          {example !== undefined && (
            <Details title="Example">
              <Code text={exampleText(example)} />
            </Details>
          )}
        </div>
      ))}
    </>
  );
}
