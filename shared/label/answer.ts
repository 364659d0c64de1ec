/** The schemas of groups and tags in answers. */
import * as z from "zod";
import { contactSummary } from "../contact/answer/answer.ts";
import { lazyObject } from "../platform/config/once.ts";
import { createdAt, updatedAt, userId } from "../platform/http/answer/common-fields.ts";
import { namedObject, namedSchema } from "../platform/http/route/named-schema.ts";

export const groupAnswer = namedObject(
  "Group",
  () => ({
    id: z.uuid().describe("Given by the service"),
    userId: userId(),
    label: z.string().meta({ description: "The name that the owner gave it", examples: ["Climbing"] }),
    emoji: z.string().meta({ description: "A sign that shows the group in lists", examples: ["🧗"] }),
    color: z.string().meta({ description: "The colour that shows it in lists, as `#rrggbb`", examples: ["#2f6fed"] }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    contactCount: z.int().meta({ description: "The number of its contacts", examples: [1] }),
    previewContacts: z
      .array(contactSummary())
      .describe("Some of its contacts: those that were created first, the oldest first"),
  }),
  "A group of contacts, such as a club or a team",
);
export type GroupAnswer = z.output<ReturnType<typeof groupAnswer>>;

export const tagAnswer = namedSchema("Tag", () =>
  groupAnswer().omit({ emoji: true }).register(z.globalRegistry, { description: "A word that marks contacts" }),
);
export type TagAnswer = z.output<ReturnType<typeof tagAnswer>>;

export const groupsOfContact = lazyObject(() => ({ groups: z.array(groupAnswer()).describe("The groups, by label") }));
export const tagsOfContact = lazyObject(() => ({ tags: z.array(tagAnswer()).describe("The tags, by label") }));
export const oneGroup = lazyObject(() => ({ group: groupAnswer() }));
export const oneTag = lazyObject(() => ({ tag: tagAnswer() }));
