/** The schemas of groups and tags in answers. */
import * as z from "zod";
import { contactSummary } from "../contact/answer/answer.ts";
import { lazyObject, once } from "../platform/config/once.ts";

export const groupAnswer = lazyObject(() => ({
  id: z.uuid(),
  userId: z.uuid(),
  label: z.string(),
  emoji: z.string(),
  color: z.string().describe("`#rrggbb`"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  contactCount: z.int(),
  previewContacts: z
    .array(contactSummary())
    .describe("Some of its contacts: those that were created first, the oldest first"),
}));
export type GroupAnswer = z.output<ReturnType<typeof groupAnswer>>;

export const tagAnswer = once(() => groupAnswer().omit({ emoji: true }));
export type TagAnswer = z.output<ReturnType<typeof tagAnswer>>;

export const groupsOfContact = lazyObject(() => ({ groups: z.array(groupAnswer()) }));
export const tagsOfContact = lazyObject(() => ({ tags: z.array(tagAnswer()) }));
export const oneGroup = lazyObject(() => ({ group: groupAnswer() }));
export const oneTag = lazyObject(() => ({ tag: tagAnswer() }));
