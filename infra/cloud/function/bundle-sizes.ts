/** `npm run bundle`: bundles every function as the stack does, and prints the sizes. */
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type FunctionName, functionNames } from "../functions.ts";
import { entryOf, esbuildOptions, projectRoot } from "./bundling.ts";

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
  return [["function", "bundle", "packed"], ...rows]
    .map(([name = "", bytes = "", packed = ""]) => `${name.padEnd(16)}${bytes.padStart(12)}${packed.padStart(12)}`)
    .join("\n");
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

if (import.meta.main) console.log(sizeTable(await bundle(functionNames)));
