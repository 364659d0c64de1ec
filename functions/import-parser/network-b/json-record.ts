/** Looking into JSON that others wrote. */
import { repairMojibake } from "./mojibake.ts";

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text of a member, repaired; empty when it is missing or no text. */
export function textIn(record: JsonRecord, key: string): string {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === "string" ? repairMojibake(value) : "";
}

/** Whether a value says anything: empty texts, lists and objects, null and false don't. */
export function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === "string") return value.trim() !== "";
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** The names of members that say something, but for those that are read. */
export function saidMembers(record: JsonRecord, read: ReadonlySet<string>): string[] {
  return Object.keys(record)
    .filter((key) => !read.has(key) && isSaid(record[key]))
    .map(repairMojibake);
}
