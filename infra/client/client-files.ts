/** Writes the generated files of the client, whose runtime is in `shared/client`. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { GroupDeclaration } from "../../functions/declaration.ts";
import { errorCatalogue } from "../../shared/platform/http/error-catalogue.ts";
import type { JsonSchema } from "../../shared/platform/http/route/json-schema.ts";
import { type CalledOperation, calledOperations, describeForPrograms } from "./called-operations.ts";
import { declareTypes } from "./declare-types.ts";
import { type NamedTypes, nameTypes } from "./name-types.ts";
import { propertiesOf, typeWriter } from "./type-text.ts";

/** The texts of the files by their names. */
export function clientFiles(groups: readonly GroupDeclaration[]): Record<string, string> {
  const description = describeForPrograms(groups);
  const { Error: _envelope, ...components } = description.components.schemas;
  const operations = calledOperations(description);
  const inAndOut = operations.flatMap(({ input, output }) => [input, ...output]);
  const named = nameTypes(components, inAndOut);
  return {
    "operations.ts": formatted(operationsText(operations)),
    "types.ts": formatted(typesText(operations, named)),
  };
}

const generated = "Generated from the route table by `npm run client`.";

function operationsText(operations: readonly CalledOperation[]): string {
  const rows = operations.map(({ name, method, path, body, key, isText, answers }) => {
    const text = isText && { text: true };
    const row = {
      ...(method !== "GET" && { method }),
      path,
      body,
      ...(key && { key }),
      ...text,
      ...(answers.length > 0 && { answers }),
    };
    return `${name}: ${JSON.stringify(row)},`;
  });
  return `/** The operations of the API. ${generated} */

export interface Operation {
  /** GET when absent. */
  method?: string;
  path: string;
  body?: "json" | "files";
  /** Whether it accepts an idempotency key. */
  key?: true;
  /** Whether its answers are text that is no JSON. */
  text?: true;
  /** The statuses of errors whose body is an answer. */
  answers?: readonly number[];
}

export const operations = {
  ${rows.join("\n")}
} as const satisfies Record<string, Operation>;
`;
}

function typesText(operations: readonly CalledOperation[], { nameOf, types }: NamedTypes): string {
  const writer = typeWriter({ nameOf, comments: true });
  const declared = new Map([...sharedParts(operations, types), ...types]);
  const names = new Map<string, string>();
  /** A short type is written where it is used. A long one has the name of the first operation that uses it. */
  const use = (name: string, schema: JsonSchema): string => {
    const text = writer.typeText(schema);
    if (text.length <= longestInline && !text.includes("/**")) return text;
    const known = names.get(text);
    if (known !== undefined) return known;
    names.set(text, name);
    declared.set(name, schema);
    return name;
  };
  const methods = operations.flatMap(({ name, summary, input, output, isText, ifMatch, ifNoneMatch }) => {
    const type = name.charAt(0).toUpperCase() + name.slice(1);
    const [answer, pending] = output;
    const inputType = Object.keys(propertiesOf(input)).length > 0 ? use(`${type}Input`, input) : "NoInput";
    const answers = [answer && use(`${type}Answer`, answer), pending && use(`${type}Pending`, pending)];
    const result = isText ? "string" : answers.filter((text) => text !== undefined).join(" | ") || "undefined";
    const optional = (input.required as string[]).length > 0 ? "" : "?";
    const options = ifMatch ? "ChangeOptions" : "CallOptions";
    return [
      `/** ${summary}. */`,
      // The first declaration is for the options of the second one with `ifNoneMatch`.
      ...(ifNoneMatch ? [`${name}(input: ${inputType}, options: ReadOptions): Call<${result} | undefined>;`] : []),
      `${name}(input${optional}: ${inputType}, options?: ${options}): Call<${result}>;`,
    ];
  });
  const codes = Object.keys(errorCatalogue).map((code) => JSON.stringify(code));
  return `/** The types of the API. ${generated} */
import type { Call, CallOptions, ChangeOptions, Clearable, NoInput, ReadOptions } from "./call.ts";

${declareTypes(declared, writer).join("\n\n")}

/** The codes of errors. The API has a page about each at \`/docs/errors/{code}\`. */
export type ErrorCode = ${codes.join(" | ")};

/** A method for each operation. */
export interface Operations {
  ${methods.join("\n")}
}
`;
}

/** Parts of many types: contacts by name and picture, the fields of a contact, and the inputs of operations that have no others. */
function sharedParts(operations: readonly CalledOperation[], types: NamedTypes["types"]): [string, JsonSchema][] {
  const inputs = operations.map(({ name, input }) => [sharedInputs[name], input] as const);
  const [contact = {}, written = {}, summary = {}] = ["Contact", "ContactInput", "ContactSummary"].map((name) =>
    types.get(name),
  );
  const fields = Object.entries(propertiesOf(contact)).filter(([name]) => isWritable(propertiesOf(written)[name]));
  return [
    ["ContactSummary", summary],
    ["ContactFields", { ...contact, description: writableWords, properties: Object.fromEntries(fields) }],
    ...inputs.flatMap(([name, input]) => (name === undefined ? [] : [[name, input] as [string, JsonSchema]])),
  ];
}

const writableWords = "The fields of a contact that requests may write";

function isWritable(property: JsonSchema | undefined): boolean {
  return property !== undefined && !property.readOnly;
}

const sharedInputs: Readonly<Record<string, string>> = {
  exportAccount: "PictureChoice",
  listImportReceipts: "PageChoice",
  deleteContact: "ContactId",
  deleteGroup: "LabelId",
  getInteraction: "InteractionId",
  getWebhook: "WebhookId",
};

/** The maximum characters of a type that is written where it is used. */
const longestInline = 80;

const root = fileURLToPath(new URL("../..", import.meta.url));

function formatted(text: string): string {
  const options = ["format", "--config-path=.biome.json", "--stdin-file-path=shared/client/generated.ts"];
  return execFileSync(`${root}node_modules/.bin/biome`, options, { cwd: root, input: text, encoding: "utf8" });
}
