/** The style sheets and guides of the pages. Each has a version, which is a digest of its content. */
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

/** The files of the service, by their names as assets. */
const otherFiles = {
  "sheet.css": "shared/page/sheet.css",
} as const;

/** The files of the folder `browser`. */
export const ownFiles = ["icon.svg", "docs-pages.css"] as const;

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
    assets[name] = toAsset(name, text);
  }
  return assets as Record<AssetName, Asset>;
}

function toAsset(name: string, content: string): Asset {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const version = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return { contentType: contentTypes[extension] ?? "text/plain; charset=utf-8", content, version };
}

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  svg: "image/svg+xml",
};

function projectFolder(): string {
  return fileURLToPath(new URL("../..", import.meta.url));
}
