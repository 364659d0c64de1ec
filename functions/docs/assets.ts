/** The scripts, style sheets and guides of the pages. Each has a version, which is a digest of its content. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Asset {
  contentType: string;
  content: string;
  version: string;
}

export type GuideName = keyof typeof guides;
export type AssetName = keyof typeof otherFiles | (typeof ownFiles)[number] | `${GuideName}.md`;
export type Assets = Readonly<Record<AssetName, Asset>>;

/** The files of packages and of the service, by their names as assets. A script must come after the scripts that it imports. */
const otherFiles = {
  "sheet.css": "shared/page/sheet.css",
} as const;

/** The files of the folder `browser`. A script must come after the scripts that it imports. */
export const ownFiles = [
  "icon.svg",
  "docs.css",
  "docs-pages.css",
  "key.js",
  "call-api.js",
  "map.css",
  "map-details.js",
  "map-card.js",
  "map-gestures.js",
  "map-search.js",
  "map-view.js",
  "map-drawing.js",
  "map.js",
] as const;

/** The guides and their titles, in the order in which a newcomer reads them. The repository shows the same files. */
export const guides = {
  "sign-in-and-keys": "Sign-in and keys",
  "errors-and-retries": "Errors and retries",
  "lists-and-search": "Lists and search",
  imports: "Imports",
  "exports-and-mirrors": "Exports and mirrors",
  webhooks: "Webhooks and mails",
  agents: "Agents",
} as const;

/** The paths of all files in the project. The stack copies them beside the function. */
export const assetPaths = [
  ...Object.values(otherFiles),
  ...ownFiles.map((file) => `functions/docs/browser/${file}`),
  ...Object.keys(guides).map((name) => `functions/docs/guides/${name}.md`),
];

/** Reads the files once and keeps them. Without `folder`, they are read from the project. */
export function createAssets(folder: string | undefined): () => Promise<Assets> {
  let reading: Promise<Assets> | undefined;
  return () => {
    reading ??= readAssets(folder).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

/** Undefined for a file that is not listed above. */
export function findAsset(assets: Assets, name: string): Asset | undefined {
  return Object.hasOwn(assets, name) ? assets[name as AssetName] : undefined;
}

async function readAssets(folder: string | undefined): Promise<Assets> {
  const fileOf = (path: string) => (folder === undefined ? join(projectFolder(), path) : join(folder, basename(path)));
  const texts = await Promise.all(assetPaths.map((path) => readFile(fileOf(path), "utf8")));
  const assets: Record<string, Asset> = {};
  for (const [index, text] of texts.entries()) {
    const name = basename(assetPaths[index] ?? "");
    assets[name] = toAsset(name, addVersions(text, assets));
  }
  return assets as Record<AssetName, Asset>;
}

/**
 * Adds versions to the imports of a script, so that a browser never mixes cached scripts of different releases.
 */
function addVersions(script: string, assets: Readonly<Record<string, Asset>>): string {
  return script.replace(
    /(?<=^(?:import|export|\})[^"\n]*\bfrom ?")(?:\.[\w./-]*\/([\w.-]+)|preact)(?=";)/gm,
    (_, own) => {
      const name = own ?? "preact.mjs";
      const version = assets[name]?.version;
      if (version === undefined) throw new Error(`${name} must come before the script that imports it`);
      return `./${name}?v=${version}`;
    },
  );
}

function toAsset(name: string, content: string): Asset {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const version = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return { contentType: contentTypes[extension] ?? "text/plain; charset=utf-8", content, version };
}

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  svg: "image/svg+xml",
};

function projectFolder(): string {
  return fileURLToPath(new URL("../..", import.meta.url));
}
