/** `npm run bundle`: bundles every function as the stack does, and prints the sizes and how long they take to load. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type FunctionName, functionNames } from "../functions.ts";
import { type BundledFile, writeBundle } from "./bundling.ts";
import { type LoadTime, measureLoads } from "./load-times.ts";

export interface Bundle {
  name: FunctionName;
  /** The file that Lambda loads at the start. */
  entryFile: string;
  files: readonly BundledFile[];
  /** Bytes of the code that is loaded at the start, and of all code. */
  startBytes: number;
  bytes: number;
  /** About the size that is uploaded. */
  packedBytes: number;
}

/** Bundles these functions into folders in this one. Throws if one cannot be bundled. */
export function bundle(names: readonly FunctionName[], folder: string): Bundle[] {
  return names.map((name) => {
    const files = writeBundle(name, join(folder, name));
    const atStart = files.filter((file) => file.atStart);
    return {
      name,
      entryFile: join(folder, name, "index.mjs"),
      files,
      startBytes: bytesOf(atStart, ({ code }) => code),
      bytes: bytesOf(files, ({ code }) => code),
      packedBytes: bytesOf(files, ({ code }) => gzipSync(code)),
    };
  });
}

function bytesOf(files: readonly BundledFile[], content: (file: BundledFile) => Uint8Array): number {
  return files.reduce((sum, file) => sum + content(file).length, 0);
}

/** One line for each function, the largest first. */
export function sizeTable(bundles: readonly Bundle[]): string {
  const rows = bundles.toSorted((a, b) => b.startBytes - a.startBytes).map((one) => [one.name, ...sizesOf(one)]);
  return tableOf(["function", ...sizeHeads], rows);
}

/** One line for each function, the slowest to load first. */
function loadTable(bundles: readonly Bundle[], loads: ReadonlyMap<string, LoadTime>): string {
  const rows = bundles.map((one) => {
    const { milliseconds = 0, ratio = 0, goal = 0 } = loads.get(one.name) ?? {};
    const times = [`${milliseconds.toFixed(0)} ms`, ratio.toFixed(2), goal.toFixed(2), ratio > goal ? "missed" : ""];
    return [one.name, ...sizesOf(one), ...times];
  });
  const heads = ["function", ...sizeHeads, "processor", "ratio", "goal", ""];
  return tableOf(
    heads,
    rows.toSorted((a, b) => Number(b[5]) - Number(a[5])),
  );
}

const sizeHeads = ["at start", "bundle", "packed"];

function sizesOf({ startBytes, bytes, packedBytes }: Bundle): string[] {
  return [startBytes, bytes, packedBytes].map(kilobytes);
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
  const folder = mkdtempSync(join(tmpdir(), "bundles-"));
  try {
    const bundles = bundle(functionNames, folder);
    const loads = await measureLoads(new Map(bundles.map(({ name, entryFile }) => [name, entryFile])));
    console.log(loadTable(bundles, loads));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
