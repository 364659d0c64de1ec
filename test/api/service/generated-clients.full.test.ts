/** Generates clients of the served API description as integrators do, compiles them strictly, and runs a program with one. */
import { spawn } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = `${root}test/fixtures/openapi-fetch/program.ts`;
/** It lies where the packages that generated code imports are found. */
const folder = `${root}node_modules/.cache/generated-clients`;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/openapi.json`, await (await api("/openapi.json")).text());
  await cp(program, `${folder}/program.ts`);
  const generator = `${root}test/tools/generate-clients.ts`;
  expect(await run([generator, `${folder}/openapi.json`, folder])).toMatchObject({ status: 0 });
});

const usual = ["--noEmit", "--ignoreConfig", "--strict", "--allowImportingTsExtensions", "--pretty", "false"];
const target = ["--target", "es2023", "--module", "esnext", "--moduleResolution", "bundler"];
const libraries = ["--lib", "es2023,dom,dom.iterable,dom.asynciterable", "--types", "node"];

function compile(...options: string[]) {
  return run([`${root}node_modules/typescript/bin/tsc`, ...usual, ...target, ...libraries, ...options]);
}

describe("a client that is generated from the API description", () => {
  it.each([
    ["openapi-typescript", `${folder}/api.ts`],
    ["@hey-api/openapi-ts", `${folder}/hey-api/index.ts`],
    ["orval", `${folder}/orval/api.ts`],
  ])("compiles: %s", async (_generator, file) => {
    expect(await compile(file)).toEqual({ status: 0, output: "" });
  });
});

describe("a program of 60 lines with openapi-fetch", () => {
  it("compiles with `strict` alone, with the strictest options, and without a cast", async () => {
    const text = await readFile(program, "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    expect(text).not.toMatch(/\bas (?!const\b)|\bany\b|@ts-|!\.|!\)/);
    const strictest = ["--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
    for (const options of [[], strictest]) {
      expect(await compile(...options, `${folder}/program.ts`)).toEqual({ status: 0, output: "" });
    }
  });

  it("imports, lists, changes and deletes contacts", async () => {
    const { token } = await freshAccount();
    const { baseUrl } = await localStack();
    const book = `${root}test/fixtures/sample-address-book.vcf`;
    const { status, output } = await run([program], { BASE_URL: baseUrl, TOKEN: token, BOOK: book });
    expect({ status, lines: output.trim().split("\n") }).toEqual({
      status: 0,
      lines: [
        "imported 25",
        "imported 15",
        "listed 40",
        "Met in Porto.",
        "412 precondition_failed body.notes",
        "The contact was deleted.",
      ],
    });
    expect(await (await api("/me/api-keys", { token })).json()).toMatchObject({ apiKeys: [] });
  });
});

/** The exit code of a script of Node, and all that it writes. */
function run(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...environment } });
  let output = "";
  const collect = (part: Buffer) => {
    output += part.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, output }));
  });
}
