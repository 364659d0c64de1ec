/** `npm run bundle`: bundles every function as the stack does, and prints the sizes and how long they take to load. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type FunctionName, functionNames } from "../functions.ts";
import { entryOf, esbuildOptions, projectRoot } from "./bundling.ts";
import { type LoadTime, measureLoads } from "./load-times.ts";

export interface Bundle {
  name: FunctionName;
  /** Bytes of the code that Lambda loads. */
  bytes: number;
  /** About the size that is uploaded. */
  packedBytes: number;
  code: Uint8Array;
}

/** Bundles these functions in one run of esbuild. Throws if one cannot be bundled. */
export async function bundle(names: readonly FunctionName[]): Promise<Bundle[]> {
  const { outputFiles } = await build({
    ...esbuildOptions,
    entryPoints: Object.fromEntries(names.map((name) => [name, entryOf(name)])),
    absWorkingDir: projectRoot,
    outdir: "bundles",
    write: false,
    logLevel: "warning",
  });
  return names.map((name) => {
    const code = outputFiles.find(({ path }) => basename(path) === `${name}.js`);
    if (!code) throw new Error(`there is no bundle of ${name}`);
    return { name, bytes: code.contents.length, packedBytes: gzipSync(code.contents).length, code: code.contents };
  });
}

/** One line for each function, the largest first. */
export function sizeTable(bundles: readonly Bundle[]): string {
  const rows = bundles
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes, packedBytes }) => [name, kilobytes(bytes), kilobytes(packedBytes)]);
  return tableOf(["function", "bundle", "packed"], rows);
}

/** One line for each function, the slowest to load first. */
function loadTable(bundles: readonly Bundle[], loads: ReadonlyMap<string, LoadTime>): string {
  const rows = bundles.map(({ name, bytes, packedBytes }) => {
    const { milliseconds = 0, ratio = 0, goal = 0 } = loads.get(name) ?? {};
    const times = [`${milliseconds.toFixed(0)} ms`, ratio.toFixed(2), goal.toFixed(2), ratio > goal ? "missed" : ""];
    return [name, kilobytes(bytes), kilobytes(packedBytes), ...times];
  });
  const heads = ["function", "bundle", "packed", "processor", "ratio", "goal", ""];
  return tableOf(
    heads,
    rows.toSorted((a, b) => Number(b[4]) - Number(a[4])),
  );
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function tableOf(heads: readonly string[], rows: readonly string[][]): string {
  return [heads, ...rows]
    .map(([name = "", ...cells]) => name.padEnd(24) + cells.map((cell) => cell.padStart(11)).join(""))
    .join("\n");
}

if (import.meta.main) {
  const bundles = await bundle(functionNames);
  const folder = mkdtempSync(join(tmpdir(), "bundles-"));
  try {
    for (const { name, code } of bundles) writeFileSync(join(folder, `${name}.mjs`), code);
    const files = new Map(bundles.map(({ name }) => [name, join(folder, `${name}.mjs`)]));
    console.log(loadTable(bundles, await measureLoads(files)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
