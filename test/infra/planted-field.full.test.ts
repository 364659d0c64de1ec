/** One table of contact fields: in a copy of the repository, fields are added to the table and to nothing else. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const copy = mkdtempSync(join(tmpdir(), "planted-field-"));
const others = ["package.json", "package-lock.json", "tsconfig.json", ".biome.json", ".gitignore"];
for (const entry of ["functions", "infra", "shared", "test", ...others]) {
  cpSync(join(root, entry), join(copy, entry), { recursive: true, filter: (path) => !path.endsWith("/node_modules") });
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
afterAll(() => rmSync(copy, { recursive: true }));

const table = join(copy, "shared/contact/fields.ts");
const original = readFileSync(table, "utf8");
const behindLast = "} as const satisfies Record<string, ContactField>;";

function plant(fields: Readonly<Record<string, string>>): void {
  const rows = Object.entries(fields).map(
    ([name, rules]) => `  ${name}: text(40, { ${rules} }, "What ${name} says"),\n`,
  );
  const planted = original.replace(behindLast, rows.join("") + behindLast);
  expect(planted).not.toBe(original);
  writeFileSync(table, planted);
}

async function run(...command: string[]): Promise<{ failed: boolean; output: string }> {
  const environment = { ...process.env, FULL: "" };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: copy, env: environment });
    return { failed: false, output: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { failed: true, output: stdout + stderr };
  }
}

const types = ["node_modules/typescript/bin/tsc", "--noEmit"];

it("does not compile a field that does not say how it is merged", async () => {
  plant({ salutation: 'search: "words", card: { property: "X-SALUTATION" }, hashed: "when set"' });
  const { failed, output } = await run(...types);
  expect(failed).toBe(true);
  expect(output).toContain("'merge'");
});

it("serves new fields by their rows of the table alone", async () => {
  const rules = 'search: "words", merge: "text", hashed: "when set"';
  const standard = 'property: "PRONOUNS", alias: "X-PRONOUNS", from: "4.0"';
  plant({
    salutation: `${rules}, card: { property: "X-SALUTATION" }`,
    pronouns: `${rules}, answered: "when asked", card: { ${standard} }`,
  });
  // The client is generated, by `npm run client`.
  expect(await run("infra/client/write-client.ts")).toMatchObject({ failed: false });
  expect(await run(...types)).toEqual({ failed: false, output: "" });
  // The tests that list the keys or the texts of contacts and of rows.
  const units = [
    ...["contact/contact-schema", "contact/contact-view", "docs/openapi", "export-worker/google-csv"],
    ...["import/row-identity", "import-parser/normalise", "merge/merged-contact", "search/search-document"],
    "vcard/vcard-round-trip",
  ].map((name) => `test/unit/${name}.test.ts`);
  const overHttp = [
    ...["test/api/contacts/contact-fields.test.ts", "test/api/import/import-row.test.ts"],
    ...["test/api/service/specification.test.ts", "test/emulator/contact/chosen-contacts.test.ts"],
    "test/emulator/export/export-contacts.test.ts",
  ];
  const { failed, output } = await run(
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts", "--reporter=verbose"],
    ...[...units, ...overHttp],
  );
  expect(output).toContain("the field salutation");
  expect(output).toContain("the field pronouns");
  expect(failed, output).toBe(false);
});
