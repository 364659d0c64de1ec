/** The files of the pages: an allow-list, each with its version, which is a digest of its content. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { icon, initialiser, styleSheet } from "./page-files.ts";

export interface Asset {
  contentType: string;
  content: string;
  version: string;
}

export type AssetName = keyof typeof ownFiles | (typeof packageFiles)[number];
export type Assets = Readonly<Record<AssetName, Asset>>;

/** Files of swagger-ui-dist; whoever bundles the function puts them beside it. */
export const packageFiles = ["swagger-ui.css", "swagger-ui-bundle.js"] as const;

const ownFiles = { "docs.css": styleSheet, "docs.js": initialiser, "icon.svg": icon } as const;

/** Reads the package's files once and keeps them. `folder` absent: the installed package. */
export function createAssets(folder: string | undefined): () => Promise<Assets> {
  let reading: Promise<Assets> | undefined;
  return () => {
    reading ??= readAssets(folder ?? packageFolder()).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

/** Undefined for a name that is not on the list. */
export function findAsset(assets: Assets, name: string): Asset | undefined {
  return Object.hasOwn(assets, name) ? assets[name as AssetName] : undefined;
}

async function readAssets(folder: string): Promise<Assets> {
  const texts = await Promise.all(
    packageFiles.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  const entries = [...Object.entries(ownFiles), ...texts];
  return Object.fromEntries(entries.map(([name, content]) => [name, toAsset(name, content)])) as Record<
    AssetName,
    Asset
  >;
}

function toAsset(name: string, content: string): Asset {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const version = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return { contentType: contentTypes[extension] ?? "text/plain; charset=utf-8", content, version };
}

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
}
