/** The schemas of groups and tags in answers. */
import * as z from "zod";
import { contactSummary } from "../contact/answer/answer.ts";

export const groupAnswer = z.strictObject({
  id: z.uuid(),
  userId: z.uuid(),
  label: z.string(),
  emoji: z.string(),
  color: z.string().describe("`#rrggbb`"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  contactCount: z.int(),
  previewContacts: z
    .array(contactSummary)
    .describe("Some of its contacts: those that were created first, the oldest first"),
});
export type GroupAnswer = z.output<typeof groupAnswer>;

export const tagAnswer = groupAnswer.omit({ emoji: true });
export type TagAnswer = z.output<typeof tagAnswer>;

export const groupsOfContact = z.strictObject({ groups: z.array(groupAnswer) });
export const tagsOfContact = z.strictObject({ tags: z.array(tagAnswer) });
export const oneGroup = z.strictObject({ group: groupAnswer });
export const oneTag = z.strictObject({ tag: tagAnswer });
