/** How functions are bundled, for the stack, `npm run bundle` and the tests. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, buildSync, type Metafile, type OutputFile } from "esbuild";
import { accessTable } from "../../../functions/access-table.ts";

export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** The entry file of a function, relative to the project. */
export function entryOf(name: string): string {
  return name === "gate" ? "functions/health/gate.ts" : `functions/${name}/handler.ts`;
}

// Unused code can be removed from the ESM builds of packages.
const mainFields = ["module", "main"];
/**
 * CommonJS packages call `require`, which an ES module does not have. The minifier does not know the banner, so the imported
 * name is longer than any name that the minifier generates.
 */
const banner =
  'import{createRequire as requireOfBanner}from"node:module";const require=requireOfBanner(import.meta.url);';

/**
 * Lambda puts the credentials of a function's role into its environment ("Defined runtime environment variables", AWS Lambda
 * developer guide). The code for all other sources of credentials would be a fifth of a small bundle.
 */
const alias = {
  "@aws-sdk/credential-provider-node": `${projectRoot}infra/cloud/function/environment-credentials.ts`,
  "@smithy/core/event-streams": `${projectRoot}infra/cloud/function/no-event-streams.ts`,
  "node:http": `${projectRoot}infra/cloud/function/node-http.ts`,
};

/** The authorizer needs no more of the route table, so its bundle contains the table as text instead of the rows of all groups. */
const define = { ACCESS_TABLE: JSON.stringify(JSON.stringify(accessTable)) };

/**
 * The settings for any code that runs in a function. The AWS SDK is bundled, because this loads faster than the copy in the
 * runtime, and the tested version runs.
 */
export const codeOptions = {
  bundle: true,
  minify: true,
  platform: "node",
  format: "esm",
  target: "node24",
  mainFields,
  alias,
  define,
  banner: { js: banner },
  tsconfig: `${projectRoot}tsconfig.json`,
  absWorkingDir: projectRoot,
  logLevel: "warning",
} as const satisfies BuildOptions;

/**
 * The settings for the files of a function: `index.mjs` with its handler, and chunks. Code that a function imports when it first
 * needs it is in chunks of its own. The names of chunks follow from their content.
 */
export function bundleOptions(name: string) {
  return {
    ...codeOptions,
    entryPoints: { index: entryOf(name) },
    splitting: true,
    chunkNames: "[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    // Nothing is written here. The names would differ with the folder.
    outdir: ".",
    write: false,
    metafile: true,
    // Maps are in the names of chunks, too, so resolve-stack.ts finds the names of the deployed files only if both have maps.
    sourcemap: "external",
    sourcesContent: false,
  } as const satisfies BuildOptions;
}

export interface BundledFile {
  /** Its name in the folder. */
  name: string;
  code: Uint8Array;
  /** Whether Node loads the file at the start. It loads the others when the function first needs them. */
  atStart: boolean;
}

/**
 * Writes the files of a function into a folder, without their maps, because Node would read the whole maps at every start
 * (see resolve-stack.ts). Throws if the function cannot be bundled.
 */
export function writeBundle(name: string, folder: string): BundledFile[] {
  const { outputFiles, metafile } = buildSync(bundleOptions(name));
  const files = filesOf(outputFiles, metafile);
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file.name), file.code);
  return files;
}

function filesOf(outputFiles: readonly OutputFile[], { outputs }: Metafile): BundledFile[] {
  const atStart = new Set(["index.mjs"]);
  // A set also iterates over what is added meanwhile.
  for (const path of atStart) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && imported in outputs) atStart.add(imported);
    }
  }
  return outputFiles
    .filter(({ path }) => !path.endsWith(".map"))
    .map(({ path, contents }) => {
      const name = basename(path);
      return { name, code: contents, atStart: atStart.has(name) };
    });
}
