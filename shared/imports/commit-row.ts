/**
 * A row that is sent back for commit: its form is checked with the request, its content here, so that one faulty row
 * costs no other.
 */
import * as z from "zod";
import { createContact } from "../contact/apply.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import { contactCreateSchema, contactWritable } from "../contact/schema.ts";
import { AppError, type ErrorCode, type ErrorDetail } from "../http/errors.ts";
import { parsePart } from "../http/validate.ts";
import { line } from "../text/schema.ts";
import { isVisible } from "../text/visible.ts";
import type { ImportedRow } from "./merge.ts";
import { type ParsedContact, tempId } from "./parsed-contact.ts";
import { isRowUid } from "./row-marks.ts";

/** It can't be read, or lies in the storage no more. */
export type PictureLost = "unreadable" | "gone";

export type CommitRow = WantedRow | FaultyRow;

/** A row that is skipped, for this code. */
export interface FaultyRow {
  tempId: string;
  fault: ErrorCode;
  /** Where its faults are, at most 20. */
  details?: ErrorDetail[];
}

/** A row that may be committed. */
export interface WantedRow {
  tempId: string;
  row: ImportedRow;
  /** The ISO timestamp, in UTC, when it has one. */
  connectedAt?: string;
  /** Of its card, as `rowUid` gives it. */
  uid?: string;
  /** Whether its picture is wanted, if it has one. */
  photo: boolean;
  /** The parse said that it has one. */
  photoPromised: boolean;
  /** The `photoVersion` that was made of its picture; absent: there is none. */
  picture?: string;
  /** Why none was made of the picture that it has, or had. */
  pictureLost?: PictureLost;
}

/** What a parse says about a row: sent back as it came, and passed over. */
const derivedFields = [
  "isValid",
  "issues",
  "alreadyExists",
  "duplicateOf",
  "duplicateInFile",
  "likelyPerson",
  "sources",
] as const satisfies (keyof ParsedContact)[];

const writableFields = Object.keys(contactWritable) as (keyof typeof contactWritable)[];
const maxGroups = 1_000;

/** The form of a row: every field of a parsed contact is known, only `tempId` is due. */
export const commitRowSchema = z.strictObject({
  tempId,
  groups: z.unknown().optional().describe("Labels of groups"),
  photo: z
    .unknown()
    .optional()
    .describe("`false`: the picture of the row is not wanted; `true`: it has one, and it is told when that is gone"),
  connectedAt: z
    .unknown()
    .optional()
    .describe(
      "When they connected, as the parse answered it: with the name it tells people of `network_a` who have no profile in the file. Passed over when it is no timestamp",
    ),
  uid: z
    .unknown()
    .optional()
    .describe(
      "The card's UID, as the parse answered it: by it a later file meets the contact. Passed over when it is none",
    ),
  organisation: z
    .unknown()
    .optional()
    .describe("What the headline ends with, as the parse answered it. Passed over when it does not end so"),
  ...withoutContent(derivedFields, "Ignored: what the parse said about the row"),
  ...withoutContent(writableFields, "As the parse answered it; checked row by row"),
});

const groupsSchema = z
  .array(line(limits.groupLabel))
  .max(maxGroups)
  .nullish()
  .transform((labels) => (labels ?? []).filter(isVisible));

/** Faults that are told of one row. */
const maxDetails = 20;

/** Validates the content as a new contact's would be. Its faults are told under `path`, that of the row. */
export function readCommitRow(given: z.output<typeof commitRowSchema>, now: Date, path = "body"): CommitRow {
  const { tempId } = given;
  const fields = given as Record<string, unknown>;
  const written = writableFields.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  const details: ErrorDetail[] = [];
  const contact = parsePart(path, contactCreateSchema, Object.fromEntries(written), details);
  const groupLabels = parsePart(`${path}.groups`, groupsSchema, given.groups, details);
  if (!contact || !groupLabels) {
    return { tempId, fault: "validation_error", details: details.slice(0, maxDetails) };
  }
  try {
    // Some rules belong to writing: a location that lacks a half, a date that stands there twice.
    const defaults = { timezone: "UTC", language: "en" };
    createContact("", "", contact, { now, newId: () => "", defaults, findPlace: () => undefined });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const moved = (error.details ?? []).map((detail) => ({
      ...detail,
      path: detail.path.replace(/^body/, () => path),
    }));
    return { tempId, fault: error.code, ...(moved.length > 0 && { details: moved.slice(0, maxDetails) }) };
  }
  const connectedAt = timestampSchema.safeParse(given.connectedAt);
  const organisation = organisationSchema.safeParse(given.organisation);
  const photo = { photo: given.photo !== false, photoPromised: given.photo === true };
  return {
    tempId,
    row: { contact, groupLabels, ...(organisation.success && { organisation: organisation.data }) },
    ...(connectedAt.success && { connectedAt: new Date(connectedAt.data).toISOString() }),
    ...(isRowUid(given.uid) && { uid: given.uid }),
    ...photo,
  };
}

const organisationSchema = line(limits.headline).min(1);
const timestampSchema = z.iso.datetime({ offset: true });

function withoutContent<Name extends string>(names: readonly Name[], description: string) {
  const schema = z.unknown().optional().describe(description);
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, typeof schema>;
}
