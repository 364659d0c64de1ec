/** The project's own code in the bundle of a function, without unused code. */
import { basename } from "node:path";
import { build, type OutputFile } from "esbuild";
import { entryOf, esbuildOptions, projectRoot } from "../../../infra/cloud/function/bundling.ts";
import { functionNames } from "../../../infra/cloud/functions.ts";

let built: Promise<{ outputFiles: OutputFile[] }> | undefined;

/** The code by the file that it comes from, relative to the project. */
export type Code = ReadonlyMap<string, string>;

/** The bundled code of a function, not minified. esbuild writes the path of each file before its code. */
export async function codeOf(name: string): Promise<Code> {
  built ??= build({
    ...esbuildOptions,
    entryPoints: Object.fromEntries(functionNames.map((each) => [each, entryOf(each)])),
    absWorkingDir: projectRoot,
    outdir: "bundles",
    minify: false,
    sourcemap: false,
    write: false,
    logLevel: "warning",
  });
  const { outputFiles } = await built;
  const text = outputFiles.find(({ path }) => basename(path) === `${name}.js`)?.text ?? "";
  const files = text.split(/^\/\/ (?=(?:functions|shared|node_modules|\.\.)\/\S+$)/m).slice(1);
  const entries = files.map((file) => [file.slice(0, file.indexOf("\n")), file.slice(file.indexOf("\n"))] as const);
  return new Map(entries.filter(([path]) => /^(functions|shared)\//.test(path)));
}
