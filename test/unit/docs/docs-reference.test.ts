/** What the docs page says of an operation, and what it sends. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import {
  type CallForm,
  type FormField,
  fillIn,
  formFields,
  isFile,
} from "../../../functions/docs/browser/reference/api-call.ts";
import type { Components, DescribedOperation, Schema } from "../../../functions/docs/browser/reference/described.ts";
import { innerShape, ruleWords, typeWords, valuesOf } from "../../../functions/docs/browser/reference/schema-words.ts";
import { createExamples } from "../../../functions/docs/openapi/examples.ts";
import { operations as clientOperations } from "../../../shared/client/operations.ts";
import { asCurl, asTypeScript } from "../../../shared/page/call-text.ts";
import { description } from "../../support/described-values/description.ts";

const described: { paths: Paths; components: Components } = description;
type Paths = Record<string, Record<string, DescribedOperation & { operationId: string }>>;
/** Those that the client has. */
const operations = Object.entries(described.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  .filter(({ operation }) => operation.operationId in clientOperations);

const schemas = {
  Town: { type: "object", properties: { name: { type: "string" } } },
  Towns: { type: "array", items: { $ref: "#/components/schemas/Town" }, maxItems: 5 },
} satisfies Record<string, Schema>;

describe("the words of a schema", () => {
  it.each<[Schema, string, string[]]>([
    [{ type: "string", maxLength: 100 }, "string", ["at most 100 characters"]],
    [{ type: ["string", "null"], format: "uuid" }, "UUID or null", []],
    [{ type: "integer", minimum: 1, maximum: 50, default: 10 }, "integer", ["1 to 50", "default `10`"]],
    [{ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, "integer", ["at least 0"]],
    [{ const: "Point" }, '"Point"', []],
    [{ $ref: "#/components/schemas/Towns" }, "list of Town", ["at most 5 entries"]],
    [{ anyOf: [{ $ref: "#/components/schemas/Town" }, { type: "null" }] }, "Town or null", []],
    [{ type: "array", minItems: 2, maxItems: 2, items: { type: "number" } }, "list of number", ["2 entries"]],
    [{ type: "string", pattern: "^\\d+$" }, "string", ["matches `^\\d+$`"]],
    [{}, "any value", []],
  ])("of %j are %j with the rules %j", (schema, type, rules) => {
    expect([typeWords(schema, schemas), ruleWords(schema, schemas)]).toEqual([type, rules]);
  });

  it("name the values, and find the fields of entries", () => {
    const values = { anyOf: [{ type: "array", items: { enum: ["a", "b"] } }, { type: "null" }] };
    expect(valuesOf(values, schemas)).toEqual(["a", "b"]);
    expect(innerShape({ $ref: "#/components/schemas/Towns" }, schemas)).toMatchObject({ schema: schemas.Town });
    expect(innerShape({ type: "string" }, schemas)).toBeUndefined();
  });

  it("say the type of every field of the description", () => {
    const named = described.components.schemas ?? {};
    const fields = Object.entries(named).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, schema]) => [`${name}.${field}`, schema] as const),
    );
    // The values of two contacts that are merged have the types of their fields.
    const typed = fields.filter(([name, { readOnly }]) => !readOnly && !name.startsWith("MergeConflict."));
    expect(typed.length).toBeGreaterThan(300);
    expect(typed.filter(([, schema]) => typeWords(schema, named).includes("any value"))).toEqual([]);
  });
});

const fields: FormField[] = [
  { name: "id", in: "path", required: true, schema: { type: "string" } },
  { name: "limit", in: "query", schema: { type: "integer" } },
  { name: "fields", in: "query", schema: { type: "array", items: { type: "string" } } },
  { name: "If-Match", in: "header", schema: { type: "string" } },
  { name: "body", in: "body", schema: {} },
];
const patch = { id: "patchContact", method: "PATCH", path: "/contacts/{id}", fields };
const upload = {
  ...{ id: "parseImport", method: "POST", path: "/parse" },
  fields: [
    { name: "file", in: "form", schema: { type: "array", items: { format: "binary" } } },
    { name: "strategy", in: "form", schema: { type: "string" } },
  ] satisfies FormField[],
};

function filled(call: CallForm, values: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return fillIn(call, form, "https://api.example.com");
}

describe("a call", () => {
  const body = JSON.stringify({ notes: "Ann's", tags: [{ id: 1 }] });
  const full = filled(patch, { id: "a/b", limit: "3", fields: "id,notes", "If-Match": '"7"', body });
  const file = filled(upload, { file: new File(["x"], "a.csv"), strategy: "all" });

  it("has its fields where they belong, without empty ones", () => {
    expect(full).toEqual({
      operation: "patchContact",
      baseUrl: "https://api.example.com",
      input: { id: "a/b", limit: 3, fields: ["id", "notes"], notes: "Ann's", tags: [{ id: 1 }] },
      options: { ifMatch: '"7"' },
      method: "PATCH",
      url: "https://api.example.com/contacts/a%2Fb?limit=3&fields=id%2Cnotes",
      headers: { "If-Match": '"7"' },
      body,
    });
    expect(filled(patch, { limit: "", body: "{" })).toMatchObject({ input: {}, options: {}, body: "{" });
    expect(filled(patch, { limit: "" }).url).toBe("https://api.example.com/contacts/{id}");
    expect([...(file.body as FormData)]).toEqual([
      ["file", expect.any(File)],
      ["strategy", "all"],
    ]);
  });

  it("as a command quotes every text for the shell, and has no key in it", () => {
    expect(asCurl(full)).toBe(
      `curl -X PATCH 'https://api.example.com/contacts/a%2Fb?limit=3&fields=id%2Cnotes' \\
  -H "authorization: Bearer $KEY" \\
  -H 'If-Match: "7"' \\
  -H 'content-type: application/json' \\
  -d '{"notes":"Ann'\\''s","tags":[{"id":1}]}'`,
    );
    expect(asCurl(file)).toContain("-F 'file=@\"a.csv\"' \\\n  --form-string 'strategy=all'");
  });

  it("as a program has typed values, fields of the body, options, and opens its files", () => {
    const [, call = ""] = /client\.patchContact\((.*)\);/s.exec(asTypeScript(full)) ?? [];
    expect(JSON.parse(`[${call}]`)).toEqual([full.input, full.options]);
    expect(asTypeScript(file)).toContain('new File([await openAsBlob("a.csv")], "a.csv")');
    expect(asTypeScript(filled(patch, {}))).toContain("await client.patchContact();");
  });

  it("is a program that compiles, for the examples of every operation, whose fields have names of their own", async () => {
    const exampleOf = createExamples(description.components.schemas);
    const programs = operations.map(({ method, path, operation }) => {
      const fields = formFields(operation, described.components);
      const names = fields.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      const values = fields.map((field) => [field.name, isFile(field) ? new File(["x"], "a.txt") : textOf(field)]);
      const call = filled({ id: operation.operationId, method, path, fields }, Object.fromEntries(values));
      return `{\n${asTypeScript(call)}\n}`;

      function textOf({ schema, in: location }: FormField): string {
        if (location !== "body") return String(exampleOf({ ...schema }));
        return JSON.stringify(operation.requestBody?.content["application/json"]?.example);
      }
    });
    const folder = await mkdtemp(join(tmpdir(), "programs-"));
    const client = JSON.stringify(join(process.cwd(), "shared/client/client.ts"));
    const head = `import { openAsBlob } from "node:fs";\nimport { createClient } from ${client};\ndeclare const KEY: string;`;
    await writeFile(join(folder, "programs.mts"), [head, ...programs].join("\n"));
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: join(process.cwd(), "tsconfig.json"), compilerOptions, include: ["programs.mts"] }),
    );
    const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, "-p", folder]).catch((error) => error);
    expect(stdout).toBe("");
    await rm(folder, { recursive: true });
  });
});

const compilerOptions = {
  incremental: false,
  tsBuildInfoFile: null,
  typeRoots: [join(process.cwd(), "node_modules/@types")],
};
