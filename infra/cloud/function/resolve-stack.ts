/**
 * `npm run stack -- <function>` reads text with stack frames of the function from standard input, for instance a line of its
 * log, and writes it with the positions in the source. The commit must be the deployed one: esbuild makes the same code of the
 * same source, and makes its map, which is not deployed.
 */

import { SourceMap, type SourceMapPayload } from "node:module";
import { basename, posix } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { type FunctionName, functionNames } from "../functions.ts";
import { bundleOptions } from "./bundling.ts";

/** From the name of each file of a function to the map from its code to the source. */
type Maps = ReadonlyMap<string, SourceMap>;

export async function mapsOf(name: FunctionName): Promise<Maps> {
  const { outputFiles } = await build(bundleOptions(name));
  const maps = outputFiles.filter(({ path }) => path.endsWith(".map"));
  return new Map(
    maps.map(({ path, text }) => [basename(path, ".map"), new SourceMap(JSON.parse(text) as SourceMapPayload)]),
  );
}

/** Replaces each position in the code of a function by its position in the source. The line breaks in a log are escaped. */
export function resolveStack(stack: string, maps: Maps): string {
  return stack
    .replaceAll("\\n", "\n")
    .replace(/(?:file:\/\/)?\/var\/task\/([\w-]+\.mjs):(\d+):(\d+)/g, (frame, file, line, column) => {
      const origin = maps.get(file)?.findOrigin(Number(line), Number(column));
      return origin && "fileName" in origin
        ? `${posix.normalize(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
        : frame;
    });
}

if (import.meta.main) {
  const name = functionNames.find((each) => each === process.argv[2]);
  if (name === undefined) throw new Error(`name one of ${functionNames.join(", ")}`);
  console.log(resolveStack(await text(process.stdin), await mapsOf(name)));
}
