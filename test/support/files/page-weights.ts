/** What the files of the app weigh, compressed as the gateway does it. */
import { gzipSync } from "node:zlib";
import type { BuiltPages } from "../../../infra/browser/build-pages.ts";

export interface Weight {
  name: string;
  /** Of its files. */
  names: readonly string[];
  bytes: number;
}

/** For each view what a browser loads before it shows it, and all files together. */
export function appWeights({ entries, files }: BuiltPages): { views: Weight[]; all: Weight } {
  const { script, styles, chunks } = entries.app;
  const frame = [script, styles, ...chunks];
  const views = [script, ...chunks].flatMap((file) => importedFiles(files[file] ?? "").later);
  const weigh = (name: string, names: Iterable<string>): Weight => {
    const each = [...new Set(names)];
    return {
      name,
      names: each,
      bytes: each.reduce((sum, file) => sum + gzipSync(files[file] ?? "", { level: 6 }).length, 0),
    };
  };
  const viewFiles = (view: string) => [...frame, view, ...withImports(view, files)];
  return {
    views: views.map((view) => weigh(view.replace(/-\w+\.js$/, ""), viewFiles(view))),
    all: weigh("all", views.flatMap(viewFiles)),
  };
}

/** The names in a bundled script, by whether they are loaded with it. */
export function importedFiles(text: string): { atOnce: string[]; later: string[] } {
  const find = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = ""]) => name);
  return { atOnce: find(/(?:from|import)"\.\/([\w.-]+\.js)"/g), later: find(/import\("\.\/([\w.-]+\.js)"\)/g) };
}

/** What a file loads at once, also by way of others. What it loads later is not in it. */
function withImports(file: string, files: Readonly<Record<string, string>>): string[] {
  const found = new Set<string>();
  const follow = (name: string) => {
    for (const imported of importedFiles(files[name] ?? "").atOnce) {
      if (found.has(imported)) continue;
      found.add(imported);
      follow(imported);
    }
  };
  follow(file);
  return [...found];
}
