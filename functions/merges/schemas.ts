/** The schemas of the merge routes. */
import * as z from "zod";
import { avatarQuery, contactAnswer, contactSummary } from "../../shared/contact/answer/answer.ts";
import { type MergedField, mergedFields } from "../../shared/merge/merged-contact.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { createdAt, txid } from "../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject, namedSchema } from "../../shared/platform/http/route/named-schema.ts";
import { uuid } from "../../shared/platform/text/schema.ts";

const side = namedSchema("MergeSide", () =>
  z.enum(["left", "right"]).describe("The contact whose value is taken for the field"),
);
const field = once(() => z.enum(mergedFields));

const resolutions = once(() =>
  z
    .strictObject(
      Object.fromEntries(mergedFields.map((name) => [name, side().optional()])) as Record<
        MergedField,
        z.ZodOptional<ReturnType<typeof side>>
      >,
    )
    .refine(({ latitude, longitude }) => latitude === undefined || longitude === undefined || latitude === longitude, {
      path: ["longitude"],
      message: "Must be the same as for latitude, because coordinates are taken together",
    })
    .describe(
      "The contact whose value is taken for a field that differs. `left` or `right` for a list or the notes takes that value alone, " +
        "without the other. Fields that do not differ, and `lastInteraction`, which is always the later one, are not affected",
    ),
);

export const mergeBody = namedObject("MergeInput", () => ({
  leftPersonId: uuid().describe("The contact that survives and keeps its id"),
  rightPersonId: uuid().describe("The contact that becomes a part of it"),
  conflictResolutions: resolutions().default({}),
  dryRun: z.boolean().default(false).describe("Answers what a merge would do, and writes nothing"),
}));

const conflict = namedObject(
  "MergeConflict",
  () => ({
    field: field().describe("The field of both contacts"),
    left: z
      .unknown()
      .meta({ description: "The value of the left contact, as its answers show it", examples: ["Bridge engineer"] }),
    right: z
      .unknown()
      .meta({ description: "The value of the right contact, as its answers show it", examples: ["Engineer"] }),
    taken: z.enum(["left", "right", "both"]).describe("`both`: the values were united, the left one first"),
    leftOut: z
      .array(z.unknown())
      .optional()
      .describe("What the united value lacks: entries without room or that can't stand twice, or the end of the notes"),
  }),
  "A field in which both contacts have a value, and not the same",
);
export type ConflictAnswer = z.output<ReturnType<typeof conflict>>;

const undoableUntil = once(() =>
  z.iso.datetime().meta({
    description: "The merge can be undone before this time",
    examples: ["2026-02-11T09:15:00.000Z"],
  }),
);

export const mergeAnswer = namedObject("MergeResult", () => ({
  contact: contactAnswer(),
  mergedFromPersonId: z.uuid().describe("The right contact, whose id is not found any more"),
  mergeId: z.uuid().nullable().describe("By which the merge can be undone; null for a dry run"),
  conflicts: z.array(conflict()).describe("Every field in which both contacts have a value, and not the same"),
  undoableUntil: undoableUntil().nullable(),
  txid: txid().nullable(),
}));

export const mergeParams = lazyObject(() => ({ mergeId: uuid().describe("The merge") }));
export const mergeQuery = lazyObject(avatarQuery);

export const mergesQuery = lazyObject(() => ({
  ...avatarQuery(),
  limit: limitText(200, 50),
  offset: offsetText(),
}));

const merge = namedObject(
  "Merge",
  () => ({
    id: z.uuid().describe("Given by the service"),
    leftPersonId: z.uuid().describe("The contact that survived"),
    rightPersonId: z.uuid().describe("The contact that became a part of it"),
    contact: contactSummary().describe("The contact that survived; as it was then, if it was deleted or merged since"),
    mergedFrom: contactSummary().describe("The other contact as it was then; as it is, if the merge was undone"),
    createdAt: createdAt(),
    undoableUntil: undoableUntil(),
    undoneAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When the merge was undone; null if it was not",
        examples: [null],
      }),
  }),
  "Two contacts that were united",
);
export type MergeAnswer = z.output<ReturnType<typeof merge>>;

export const mergeList = lazyObject(() => ({
  merges: z.array(merge()).describe("The merges of this page, the latest first"),
  pagination: paginationAnswer(),
}));
export const oneMerge = lazyObject(() => ({ merge: merge() }));

export const undoAnswer = lazyObject(() => ({
  contact: contactAnswer(),
  restoredContact: contactAnswer().describe("The contact that is there again, under its earlier id"),
  kept: z.array(field()).describe("Fields that were changed since the merge, and keep their values"),
  txid: txid(),
}));
