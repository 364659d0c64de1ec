/** Bundles of functions that can be read, because they are not minified. */
import { type BuildOptions, build } from "esbuild";
import { codeOptions, entryOf } from "../../../infra/cloud/function/bundling.ts";

export function bundlePlainly(names: readonly string[], options: BuildOptions) {
  return build({
    ...codeOptions,
    outdir: "bundles",
    ...options,
    entryPoints: Object.fromEntries(names.map((each) => [each, entryOf(each)])),
    minify: false,
  });
}
