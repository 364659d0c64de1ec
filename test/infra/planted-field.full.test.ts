/** One table of contact fields: in a copy of the repository, a field is added to the table and to nothing else. */
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
  cpSync(join(root, entry), join(copy, entry), { recursive: true });
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
afterAll(() => rmSync(copy, { recursive: true }));

const table = join(copy, "shared/contact/fields.ts");
const original = readFileSync(table, "utf8");
const behindLast = "} as const satisfies Record<string, ContactField>;";

function plant(rules: string): void {
  const field = `  pronouns: text(40, { ${rules} }, "The pronouns that somebody goes by"),\n`;
  const planted = original.replace(behindLast, field + behindLast);
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
  plant('search: "words", card: { property: "X-PRONOUNS" }, hashed: "when set"');
  const { failed, output } = await run(...types);
  expect(failed).toBe(true);
  expect(output).toContain("'merge'");
});

it("serves a new field by its row of the table alone", { timeout: 300_000 }, async () => {
  plant('search: "words", merge: "text", card: { property: "X-PRONOUNS" }, hashed: "when set"');
  // The client is generated, by `npm run client`.
  expect(await run("infra/client/write-client.ts")).toMatchObject({ failed: false });
  expect(await run(...types)).toEqual({ failed: false, output: "" });
  const tests = [
    "test/api/contacts/contact-fields.test.ts",
    "test/unit/contact/contact-schema.test.ts",
    "test/unit/import/row-identity.test.ts",
  ];
  const { failed, output } = await run(
    ...["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts", "--reporter=verbose", ...tests],
  );
  expect(output).toContain("the field pronouns");
  expect(failed, output).toBe(false);
});
