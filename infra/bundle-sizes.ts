/** `npm run bundle`: bundles every function as the stack does and prints how large each became. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { entryOf, esbuildOptions, projectRoot } from "./bundling.ts";
import { functionNames } from "./functions.ts";

export interface Bundle {
  name: string;
  /** Bytes of the code that Lambda loads. */
  bytes: number;
  /** The same packed, which is about what is uploaded. */
  packedBytes: number;
  code: Uint8Array;
}

/** Throws when the entry does not bundle. */
export async function bundle(name: string): Promise<Bundle> {
  const { outputFiles } = await build({
    ...esbuildOptions,
    entryPoints: [entryOf(name)],
    absWorkingDir: projectRoot,
    outfile: `${name}.mjs`,
    write: false,
    logLevel: "warning",
  });
  const code = outputFiles.find(({ path }) => path.endsWith(".mjs"));
  if (!code) throw new Error(`${name} was bundled into nothing`);
  return { name, bytes: code.contents.length, packedBytes: gzipSync(code.contents).length, code: code.contents };
}

/** One line a function, largest first. */
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

if (import.meta.main) console.log(sizeTable(await Promise.all(functionNames.map(bundle))));
