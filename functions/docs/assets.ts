/** The scripts and style sheets of the pages. Each has a version, which is a digest of its content. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Asset {
  contentType: string;
  content: string;
  version: string;
}

export type AssetName = (typeof packageFiles)[number] | (typeof ownFiles)[number];
export type Assets = Readonly<Record<AssetName, Asset>>;

/** The files of swagger-ui-dist that the stack puts beside the function. */
export const packageFiles = ["swagger-ui.css", "swagger-ui-bundle.js"] as const;

/** The files of the folder `browser`. A script must come after the scripts that it imports. */
export const ownFiles = [
  "icon.svg",
  "docs.css",
  "swagger.css",
  "key.js",
  "docs.js",
  "map.css",
  "map-api.js",
  "map-details.js",
  "map-card.js",
  "map-gestures.js",
  "map-search.js",
  "map-view.js",
  "map-drawing.js",
  "map.js",
] as const;

/** The paths of all files in the project. */
export const assetPaths = [
  ...packageFiles.map((file) => `node_modules/swagger-ui-dist/${file}`),
  ...ownFiles.map((file) => `functions/docs/browser/${file}`),
];

/** Reads the files once and keeps them. Without `folder`, they are read from the project. */
export function createAssets(folder: string | undefined): () => Promise<Assets> {
  let reading: Promise<Assets> | undefined;
  return () => {
    reading ??= readAssets(folder ?? packageFolder(), folder ?? ownFolder()).catch((error: unknown) => {
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

async function readAssets(packageFolder: string, ownFolder: string): Promise<Assets> {
  const [packageTexts, ownTexts] = await Promise.all([
    readTexts(packageFolder, packageFiles),
    readTexts(ownFolder, ownFiles),
  ]);
  const assets: Record<string, Asset> = {};
  for (const [name, content] of packageTexts) assets[name] = toAsset(name, content);
  for (const [name, content] of ownTexts) assets[name] = toAsset(name, addVersions(content, assets));
  return assets as Record<AssetName, Asset>;
}

function readTexts(folder: string, names: readonly string[]): Promise<(readonly [name: string, content: string])[]> {
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const));
}

/** Adds versions to the imports of a script, so that a browser never mixes cached scripts of different releases. */
function addVersions(script: string, assets: Readonly<Record<string, Asset>>): string {
  return script.replace(/(?<= from "\.\/)[\w-]+\.js(?=";)/g, (name) => {
    const version = assets[name]?.version;
    if (version === undefined) throw new Error(`${name} must come before the script that imports it`);
    return `${name}?v=${version}`;
  });
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

function ownFolder(): string {
  return fileURLToPath(new URL("browser", import.meta.url));
}
