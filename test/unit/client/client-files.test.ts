import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { GroupDeclaration } from "../../../functions/declaration.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { clientFiles } from "../../../infra/client/client-files.ts";

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
    expect(outputFiles[0]?.contents.byteLength).toBeLessThan(10_000);
  });

  it("compiles in a project with the strictest options and the types of browsers", () => {
    const strict = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--noPropertyAccessFromIndexSignature",
    ];
    const libraries = ["--lib", "es2022,dom,dom.iterable", "--types", "node", "--allowImportingTsExtensions"];
    const files = ["shared/client/client.ts", "shared/client/send-file.ts"];
    const options = [
      "--noEmit",
      "--ignoreConfig",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--skipLibCheck",
    ];
    const args = [...options, ...strict, ...libraries, ...files];
    const { stdout } = spawnSync(`${root}node_modules/.bin/tsc`, args, { cwd: root, encoding: "utf8" });
    expect(stdout).toBe("");
  });
});

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
