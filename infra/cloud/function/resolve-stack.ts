/**
 * `npm run stack -- <function>` reads text with stack frames of the function from standard input, for instance a line of its
 * log, and writes it with the positions in the source. The commit must be the deployed one: esbuild makes the same code of the
 * same source, and with it the map that the function does without.
 */

import { SourceMap, type SourceMapPayload } from "node:module";
import { posix } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { type FunctionName, functionNames } from "../functions.ts";
import { entryOf, esbuildOptions, projectRoot } from "./bundling.ts";

/** Builds a map from the code of a function to its source. */
export async function mapOf(name: FunctionName): Promise<SourceMap> {
  const { outputFiles } = await build({
    ...esbuildOptions,
    sourcemap: "external",
    sourcesContent: false,
    entryPoints: [entryOf(name)],
    absWorkingDir: projectRoot,
    outfile: "index.mjs",
    write: false,
    logLevel: "warning",
  });
  const file = outputFiles.find(({ path }) => path.endsWith(".map"));
  if (!file) throw new Error(`there is no map of ${name}`);
  return new SourceMap(JSON.parse(file.text) as SourceMapPayload);
}

/** Replaces each position in the code of a function by its position in the source. The line breaks in a log are escaped. */
export function resolveStack(stack: string, map: SourceMap): string {
  return stack
    .replaceAll("\\n", "\n")
    .replace(/(?:file:\/\/)?\/var\/task\/index\.mjs:(\d+):(\d+)/g, (frame, line, column) => {
      const origin = map.findOrigin(Number(line), Number(column));
      return "fileName" in origin
        ? `${posix.normalize(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
        : frame;
    });
}

if (import.meta.main) {
  const name = functionNames.find((each) => each === process.argv[2]);
  if (name === undefined) throw new Error(`name one of ${functionNames.join(", ")}`);
  console.log(resolveStack(await text(process.stdin), await mapOf(name)));
}
