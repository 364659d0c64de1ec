/** The files of the pages for browsers, bundled as the stack does it: none is missing, and they are light. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { buildPages } from "../../infra/browser/build-pages.ts";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { appWeights, importedFiles } from "../support/files/page-weights.ts";

const pages = buildPages();
const { entries, files } = pages;

it.each(Object.entries(entries))("the page %s has its files, and each of them those that it imports", (_, entry) => {
  const named = [entry.script, ...entry.chunks, ...(entry.styles ? [entry.styles] : [])];
  const imported = Object.values(files).flatMap((text) => [
    ...importedFiles(text).atOnce,
    ...importedFiles(text).later,
  ]);
  expect(Object.keys(files)).toEqual(expect.arrayContaining([...named, ...imported]));
});

describe("the app", () => {
  const { views, all } = appWeights(pages);

  it("has several views", () => {
    expect(views.length).toBeGreaterThan(1);
  });

  it.each(views)("loads at most 4 files and 60 kB for its view $name", ({ names, bytes }) => {
    expect(names.length, `${names.join(", ")}: name what several views import in shared-parts.ts`).toBeLessThanOrEqual(
      4,
    );
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  it("has at most 150 kB", () => {
    expect(all.bytes).toBeLessThanOrEqual(150_000);
  });
});

it("code for browsers is checked with the types of browsers", async () => {
  const { scripts } = JSON.parse(readFileSync(`${projectRoot}package.json`, "utf8"));
  expect(scripts.types).toContain("tsc -p functions/app/browser");
  const folder = mkdtempSync(join(tmpdir(), "planted-page-"));
  const check = async (code: string) => {
    writeFileSync(join(folder, "planted.ts"), code);
    const command = [`${projectRoot}node_modules/typescript/bin/tsc`, "-p", folder];
    return promisify(execFile)(process.execPath, command).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
  };
  try {
    const extended = `${projectRoot}functions/app/browser/tsconfig.json`;
    const compilerOptions = { incremental: false, tsBuildInfoFile: null };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: extended, compilerOptions, include: ["."] }),
    );
    expect(await check("document.body.hidden = true;")).toBe("");
    expect(await check("document.body.hiden = true;")).toContain("'hiden' does not exist");
    expect(await check("process.exit();"), "Node's types").toContain("'process'");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
