/** What `npm run bench` is asked to measure. */
import { parseArgs } from "node:util";
import { benchSizes } from "./figures.ts";

export const benchParts = ["accesses", "map", "imports", "reminders"] as const;
export type BenchPart = (typeof benchParts)[number];

export interface BenchOptions {
  parts: readonly BenchPart[];
  /** Contacts of the accounts whose accesses are measured. */
  sizes: readonly number[];
  write: boolean;
}

/** Sizes are those of accesses, so that who gives some asks for no other part. */
export function readBenchOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: { only: { type: "string" }, sizes: { type: "string" }, write: { type: "boolean", default: false } },
  });
  const asked = values.only ?? (values.sizes === undefined ? undefined : "accesses");
  const parts = benchParts.filter((part) => asked === undefined || asked === part);
  if (parts.length === 0) throw new Error(`--only ${benchParts.join(" or --only ")}`);
  if (values.sizes === undefined) return { parts, sizes: benchSizes, write: values.write };
  const sizes = values.sizes.split(",").map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100)) {
    throw new Error("--sizes 100,1000: whole, from 100 on");
  }
  if (asked !== "accesses") throw new Error("--sizes are those of --only accesses");
  if (values.write) throw new Error("--write needs every size");
  return { parts, sizes, write: false };
}
