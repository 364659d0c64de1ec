/** Bundles the code of the pages for browsers: the app, with a chunk for each view, and the docs page. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, buildSync, type Metafile, stop } from "esbuild";
import type { PageEntry, PageName } from "../../shared/page/page-files.ts";
import { worldOutline } from "./world-outline.ts";

export interface BuiltPages {
  entries: Record<PageName, PageEntry>;
  /** By name, which contains a digest of the content. */
  files: Record<string, string>;
}

/** The script of each page. */
const entryPoints = {
  app: "functions/app/browser/main.tsx",
  docs: "functions/docs/browser/reference/reference.tsx",
} as const satisfies Record<PageName, string>;

const { land, borders } = worldOutline();
const options = {
  absWorkingDir: fileURLToPath(new URL("../..", import.meta.url)),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  // A view imports parts that only others use (see shared-parts.ts), which annotations would leave out.
  ignoreAnnotations: true,
  format: "esm",
  target: ["chrome120", "firefox128", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  // Only strings are put where they are used. An object would become a part of every page.
  define: { WORLD_LAND: JSON.stringify(land), WORLD_BORDERS: JSON.stringify(borders) },
  // The settings of the service are not those of the browser.
  tsconfigRaw: {},
  // Nothing is written here. The names would differ with the folder.
  outdir: ".",
  write: false,
  metafile: true,
  legalComments: "none",
  logLevel: "warning",
} as const satisfies BuildOptions;

/**
 * Each page is bundled by itself: a file with what two pages have in common would be one more that both wait for. Throws if a page
 * cannot be bundled.
 */
export function buildPages(): BuiltPages {
  const built = Object.entries(entryPoints).map(([name, source]) => {
    const { outputFiles, metafile } = buildSync({ ...options, entryPoints: { [name]: source } });
    const files = outputFiles.map(({ path, text }) => [basename(path), text] as const);
    return { entry: [name, entryOf(metafile, source)] as const, files };
  });
  return {
    entries: Object.fromEntries(built.map(({ entry }) => entry)) as BuiltPages["entries"],
    files: Object.fromEntries(built.flatMap(({ files }) => files)),
  };
}

/** Writes the files into a folder, which then has nothing else, with the list `pages.json` that the functions read. */
export function writePages(folder: string): void {
  const { entries, files } = buildPages();
  // The bundler would stay, with a process and a thread of its own.
  void stop();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pages.json"), JSON.stringify({ entries, files: Object.keys(files) }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

function entryOf({ outputs }: Metafile, source: string): PageEntry {
  const [script = "", { cssBundle = "" } = {}] =
    Object.entries(outputs).find(([, one]) => one.entryPoint === source) ?? [];
  const chunks = new Set([script]);
  // A set also iterates over what is added meanwhile.
  for (const path of chunks) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement") chunks.add(imported);
    }
  }
  chunks.delete(script);
  return { script, styles: cssBundle, chunks: [...chunks] };
}
