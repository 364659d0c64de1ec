import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import type { GroupDeclaration } from "../../../functions/declaration.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { clientFiles } from "../../../infra/client/client-files.ts";
import { programsOf } from "../../support/files/documents.ts";

const planted = {
  ...routeGroups[0],
  name: "planted",
  rows: {
    plant: {
      method: "POST",
      path: "/planted/{id}",
      access: "session",
      rateLimit: "default",
      summary: "Plant a tree",
      params: () => z.strictObject({ id: z.uuid() }),
      body: () => z.strictObject({ kind: z.enum(["oak", "elm", "ash"]), height: z.int().optional() }),
      answers: {
        201: () => z.strictObject({ planted: z.boolean() }),
        202: () => z.strictObject({ later: z.boolean() }),
      },
    },
  },
} as const satisfies GroupDeclaration;

const root = fileURLToPath(new URL("../../..", import.meta.url));

describe("the folder of the client", () => {
  it("makes a file of less than 10 KB for browsers", async () => {
    const options = { bundle: true, minify: true, platform: "browser", format: "esm", write: false } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [`${root}shared/client/client.ts`] });
    expect(outputFiles[0]?.contents.byteLength).toBeLessThan(10_240);
  });

  it("compiles in a project with the strictest options and the types of browsers", () => {
    const strict = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--noPropertyAccessFromIndexSignature",
    ];
    const files = ["shared/client/client.ts", "shared/client/send-file.ts"];
    expect(compile(root, ...strict, "--lib", "es2022,dom,dom.iterable", ...files)).toBe("");
  });

  it("has a page whose programs compile in a project with `strict` alone", () => {
    const folder = mkdtempSync(join(tmpdir(), "client-page-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(`${root}shared/client`, join(folder, "client"), { recursive: true });
    const programs = Object.entries(programsOf("shared/client/README.md"));
    for (const [name, program] of programs) writeFileSync(join(folder, name), program);
    const files = programs.map(([name]) => name);
    expect(files).toEqual(["first-steps.ts", "mirror.ts"]);
    expect(compile(folder, "--strict", "--target", "es2022", ...files)).toBe("");
  });
});

/** What the compiler prints about these files in a folder. */
function compile(folder: string, ...options: string[]): string {
  const usual = ["--noEmit", "--ignoreConfig", "--skipLibCheck", "--allowImportingTsExtensions"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler"];
  const types = ["--typeRoots", `${root}node_modules/@types`, "--types", "node"];
  const args = [...usual, ...modules, ...types, ...options];
  return spawnSync(`${root}node_modules/.bin/tsc`, args, { cwd: folder, encoding: "utf8" }).stdout;
}

describe("the generated files of the client", () => {
  const committed = (name: string) => readFileSync(`${root}shared/client/${name}`, "utf8");

  it.each(Object.entries(clientFiles(routeGroups)))(
    "are as the route table says; else run `npm run client`: %s",
    (name, text) => {
      expect(text).toBe(committed(name));
    },
  );

  it("change with the route table", () => {
    const { "operations.ts": operations, "types.ts": types } = clientFiles([...routeGroups, planted]);
    expect(operations).not.toBe(committed("operations.ts"));
    expect(operations).toContain('plant: { method: "POST", path: "/planted/{id}", body: "json", key: true },');
    const method = types?.slice(types.indexOf("  plant("), types.lastIndexOf("}"));
    expect(method?.replace(/\s+/g, " ")).toContain(
      'plant( input: { id: string; kind: "oak" | "elm" | "ash"; height?: number }, options?: CallOptions, )' +
        ": Call<{ planted: boolean } | { later: boolean }>;",
    );
  });

  it("have no input in which a parameter and a field of the body have one name", () => {
    const body = () => z.strictObject({ id: z.string() });
    const clash = { ...planted, rows: { plant: { ...planted.rows.plant, body } } };
    expect(() => clientFiles([clash])).toThrow(/plant has id as a parameter and in its body/);
  });
});
