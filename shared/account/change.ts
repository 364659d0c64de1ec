/** A change as planners return it beside their actions. `writeAccount` stores it in the same transaction (store/history.ts). */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { canonicalJson } from "../platform/http/idempotency/idempotency-key.ts";
import { cutToUnits } from "../platform/text/cut.ts";

/** What may be changed. `members` are those of the group or tag that is named by `subjectId`. */
export const changeSubjects = [
  ...(["contact", "interaction", "relationship", "group", "tag", "members"] as const),
  ...(["share", "account"] as const),
] as const;
export const changeKinds = [
  ...(["created", "updated", "deleted", "restored", "merged", "unmerged"] as const),
  ...(["imported", "import_undone", "undone"] as const),
] as const;
export const viaKinds = ["import", "merge", "bulk", "undo"] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** What the author used, if it was not a request for this one change. */
export interface Via {
  kind: (typeof viaKinds)[number];
  id: string;
}

/** Without `before` and `after`, only the name of the field is stored. */
export interface FieldChange {
  field: string;
  before?: unknown;
  after?: unknown;
}

export interface Change {
  subject: (typeof changeSubjects)[number];
  subjectId: string;
  kind: ChangeKind;
  /** The contact whose history has the change. */
  contactId?: string;
  /** The other contact of a relationship, whose history has the change, too. */
  relatedId?: string;
  /** The contact that was shared, or the first one of an interaction. Its history doesn't have the change. */
  namedId?: string | undefined;
  via?: Via | undefined;
  fields: readonly FieldChange[];
  /** The contacts that joined or left a label, unless they are too many to take back, or to be restored. Those of a label that goes or comes back are only counted. */
  members?: MemberChunks;
  /** The values of a new subject. The history keeps a hash of them, by which an undo notices that nobody changed it since. */
  made?: unknown;
  /** When a deleted subject was created, so that it can come back with this time. */
  createdAt?: string;
  /** The moment that deleted contacts have in the trash, or restored ones had. Without it, deleted ones are gone for good. */
  trashedAt?: string | null | undefined;
  /** Several writes of one job, or of one call, have one change, which each of them replaces. The id is a UUID of version 7. */
  job?: { id: string; count?: number };
  /** False for a contact that a job changes: the activity has the change of the job. */
  inActivity?: boolean;
}

export interface MemberChunks {
  added: number;
  removed: number;
  /** The ids, 16 bytes each, or the keys of objects with them. */
  ids: readonly (Uint8Array | string)[];
  /** The number of a deleted label, with which it can come back. */
  number?: number;
}

/** The characters of a value that are stored with a change, and shown. */
export const maxShownCharacters = 2_000;

/** The changes of the fields that differ, with their whole values. */
export function changedValues(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] {
  return Object.keys(after).flatMap((field) =>
    isDeepStrictEqual(before[field], after[field]) ? [] : [{ field, before: before[field], after: after[field] }],
  );
}

/** Only the names of the fields: of a new subject, and of settings. */
export function namesOf(fields: Iterable<string>): FieldChange[] {
  return Array.from(fields, (field) => ({ field }));
}

/** The change of settings of the account, which are only named. */
export function settingsChange(accountId: string, settings: Iterable<string>): Change[] {
  const fields = namesOf(settings);
  return fields.length === 0 ? [] : [{ subject: "account", subjectId: accountId, kind: "updated", fields }];
}

/** What happened to a subject with these values, null if it does not exist. A deleted one can come back with them. */
export function changeOfValues(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
  createdAt = "",
): Pick<Change, "kind" | "fields" | "made" | "createdAt"> {
  if (!before) return { kind: "created", fields: namesOf(Object.keys(after ?? {})), made: after };
  if (after) return { kind: "updated", fields: changedValues(before, after) };
  const last = Object.entries(before).filter(([, value]) => value !== null);
  return { kind: "deleted", fields: last.map(([field, value]) => ({ field, before: value, after: null })), createdAt };
}

/** Equal values have equal hashes. An undo compares by it, because a change stores only the start of a long value. */
export function valueHash(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64url").slice(0, 22);
}

export function isLongValue(value: unknown): boolean {
  return lengthOf(value) > maxShownCharacters;
}

/** The start of a value: of a list, its first entries that are not longer together. */
export function shownPart(value: unknown): unknown {
  if (!isLongValue(value)) return value;
  if (!Array.isArray(value)) return cutToUnits(textOf(value), maxShownCharacters);
  let left = maxShownCharacters - 2;
  const end = value.findIndex((entry) => {
    left -= lengthOf(entry) + 1;
    return left < 0;
  });
  return value.slice(0, end);
}

function lengthOf(value: unknown): number {
  return textOf(value).length;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
