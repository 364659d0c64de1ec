/** The files that the build made for browsers, as the functions of the pages read them. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The pages with scripts. */
export type PageName = "app" | "docs";

/** What a page loads at its start: names of files. */
export interface PageEntry {
  script: string;
  /** Empty for a page with other style sheets. */
  styles: string;
  /** The chunks that the script imports. */
  chunks: readonly string[];
}

export interface PageFiles {
  entries: Readonly<Record<PageName, PageEntry>>;
  /** The content of a file. Undefined for a name that the build did not make. */
  read: (name: string) => Promise<string | undefined>;
}

/** Reads the list of the folder once, and each file when it is first asked for. */
export function createPageFiles(folder: string): () => Promise<PageFiles> {
  let reading: Promise<PageFiles> | undefined;
  return () => {
    reading ??= readList(folder).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readList(folder: string): Promise<PageFiles> {
  const { entries, files } = JSON.parse(await readFile(join(folder, "pages.json"), "utf8"));
  const known = new Set<string>(files);
  return { entries, read: async (name) => (known.has(name) ? readFile(join(folder, name), "utf8") : undefined) };
}

/**
 * The elements for the head of a page. `base` is the path below which the API is served, without a slash at its end. Names of
 * files need no escaping, because the build makes them of letters, digits and dashes.
 */
export function pageHead({ script, styles, chunks }: PageEntry, base: string): string {
  const files = `${base}/app/files`;
  return [
    ...(styles ? [`<link rel="stylesheet" href="${files}/${styles}">`] : []),
    ...chunks.map((chunk) => `<link rel="modulepreload" href="${files}/${chunk}">`),
    `<script type="module" src="${files}/${script}"></script>`,
  ].join("\n");
}
