/** What of the project's own code really is in a function, after whatever it does not use was left out. */
import { build } from "esbuild";
import { entryOf, esbuildOptions, projectRoot } from "../../../infra/bundling.ts";

/** The code by the file that it comes from, relative to the project. */
export type Code = ReadonlyMap<string, string>;

/** Bundles as the stack does, but leaves the code readable; esbuild heads the code of every file with its path. */
export async function codeOf(name: string): Promise<Code> {
  const { outputFiles } = await build({
    ...esbuildOptions,
    entryPoints: [entryOf(name)],
    absWorkingDir: projectRoot,
    minify: false,
    sourcemap: false,
    write: false,
    logLevel: "warning",
  });
  const files = (outputFiles[0]?.text ?? "").split(/^\/\/ (?=(?:functions|shared|node_modules|\.\.)\/\S+$)/m).slice(1);
  const entries = files.map((file) => [file.slice(0, file.indexOf("\n")), file.slice(file.indexOf("\n"))] as const);
  return new Map(entries.filter(([path]) => /^(functions|shared)\//.test(path)));
}
