/**
 * A row of a commit. The request is refused only when the form of a row is wrong. The content of each row is checked
 * here, so that an invalid row does not keep the others from being committed.
 */
import * as z from "zod";
import { createContact } from "../contact/change/apply.ts";
import { type FieldName, fieldNames } from "../contact/fields.ts";
import { contactLimits as limits } from "../contact/limits.ts";
import { contactCreateSchema } from "../contact/schema.ts";
import { maxCandidates } from "../import/identity/lookup-index.ts";
import { isRowUid } from "../import/identity/row-marks.ts";
import type { ImportedRow } from "../import/merge/merge.ts";
import { type ParsedContact, parsedContactSchema, tempId } from "../import/row/parsed-contact.ts";
import { once } from "../platform/config/once.ts";
import type { ErrorCode } from "../platform/http/error-catalogue.ts";
import { AppError, type ErrorDetail } from "../platform/http/errors.ts";
import { parsePart } from "../platform/http/input/validate.ts";
import { namedObject, namedSchema } from "../platform/http/route/named-schema.ts";
import { isVisible, line } from "../platform/text/schema.ts";
import type { PictureFault } from "./commit-result.ts";

export type CommitRow = ValidRow | InvalidRow;

/** A row that is skipped. */
export interface InvalidRow {
  tempId: string;
  fault: ErrorCode;
  /** At most 20. */
  details?: ErrorDetail[];
}

export interface ValidRow {
  tempId: string;
  row: ImportedRow;
  /** An ISO timestamp in UTC. */
  connectedAt?: string;
  /** The UID of its card, as `rowUid` returns it. */
  uid?: string;
  /** The rows and contacts that are other people, as the parse answered it. */
  notSameAs?: readonly string[];
  /** `false`: the contact does not take the picture of the row. `true`: the row has a picture according to its parse. */
  photo?: boolean;
  /** The `photoVersion` of its picture, once the picture is stored. */
  picture?: string;
  pictureFault?: PictureFault;
}

const maxGroups = 1_000;

const rowValue = namedSchema("CommitRowValue", () =>
  z.unknown().describe("As the parse answered it, or as a person changed it"),
);

/** The form of a row: it may have every field of a parsed contact and every writable one of a contact, and only `tempId` is required. */
export const commitRowSchema = namedObject(
  "CommitRow",
  () => ({
    ...(Object.fromEntries(
      [...Object.keys(parsedContactSchema().shape), ...fieldNames].map((name) => [name, rowValue().optional()]),
    ) as Record<keyof ParsedContact | FieldName, z.ZodOptional<z.ZodUnknown>>),
    tempId: tempId(),
  }),
  "A row of a commit: the fields of a contact, which are checked for each row by itself, and those that `ParsedContact` explains. It joins the contact that has its `externalId`. With `photo: false`, the contact does not take the picture of the row; with `true`, the result says if the picture is gone. Without `notSameAs`, the commit decides by the rows that it knows. `connectedAt` and the name identify people of `network_a` without a profile in the file, and later imports find the contact by `uid`. These three are ignored when they have another form than the parse answers. Of the other fields that no contact has, the commit reads only `groups`",
);

const groupsSchema = once(() =>
  z
    .array(line(limits.groupLabel))
    .max(maxGroups)
    .nullish()
    .transform((labels) => (labels ?? []).filter(isVisible)),
);

/** The faults that the result of one row lists at most. */
const maxDetails = 20;

/** Validates the content like that of a new contact. `path` is the path of the row in the request. */
export function readCommitRow(
  input: z.output<ReturnType<typeof commitRowSchema>>,
  now: Date,
  path = "body",
): CommitRow {
  const { tempId } = input;
  const fields = input as Record<string, unknown>;
  const written = fieldNames.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]);
  const details: ErrorDetail[] = [];
  const contact = parsePart(path, contactCreateSchema(), Object.fromEntries(written), details);
  const groupLabels = parsePart(`${path}.groups`, groupsSchema(), input.groups, details);
  if (!contact || !groupLabels) {
    return { tempId, fault: "validation_error", details: details.slice(0, maxDetails) };
  }
  try {
    // Some rules are checked only by a write: a location without one coordinate, a date that is repeated.
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
  const connectedAt = timestampSchema().safeParse(input.connectedAt);
  const notSameAs = notSameAsSchema().safeParse(input.notSameAs);
  return {
    tempId,
    row: { contact, groupLabels },
    ...(connectedAt.success && { connectedAt: new Date(connectedAt.data).toISOString() }),
    ...(isRowUid(input.uid) && { uid: input.uid }),
    ...(notSameAs.success && { notSameAs: notSameAs.data }),
    ...(typeof input.photo === "boolean" && { photo: input.photo }),
  };
}

const notSameAsSchema = once(() => z.array(z.string()).max(maxCandidates));
const timestampSchema = once(() => z.iso.datetime({ offset: true }));
