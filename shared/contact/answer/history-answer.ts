/** The schemas of a change of the history, and of the parameters by which its lists are read. */
import * as z from "zod";
import { changeKinds, changeSubjects, viaKinds } from "../../account/change.ts";
import { once } from "../../platform/config/once.ts";
import { createdAt } from "../../platform/http/answer/common-fields.ts";
import { limitText } from "../../platform/http/input/page-query.ts";
import { namedObject, namedSchema } from "../../platform/http/route/named-schema.ts";
import { uuid } from "../../platform/text/schema.ts";
import { contactSummary } from "./answer.ts";

const changedValue = namedSchema("ChangedValue", () =>
  z
    .unknown()
    .describe("A value as it is stored, up to 2,000 characters. Null for none, and where the field is only named"),
);

const fieldChange = namedObject("ChangedField", () => ({
  field: z.string().meta({ description: "The name of the field; `avatar` is the picture", examples: ["headline"] }),
  before: changedValue().meta({ examples: ["Engineer"] }),
  after: changedValue().meta({ examples: ["Bridge engineer"] }),
  added: z.int().optional().describe("Of `members`, the number of contacts that joined"),
  removed: z.int().optional().describe("Of `members`, the number of contacts that left"),
  truncated: z.literal(true).optional().describe("Only there if `before` or `after` shows less than the whole value"),
}));

export const changeAuthor = namedObject("ChangeAuthor", () => ({
  kind: z.enum(["session", "key", "service"]).describe("A session of the owner, an API key, or the service itself"),
  id: z.string().meta({ description: "The id of the key, `session` or `service`", examples: ["AbCdEf123456"] }),
  label: z
    .string()
    .nullable()
    .meta({ description: "The label that the key had then; null without a key", examples: ["laptop"] }),
}));

const via = namedObject("ChangeVia", () => ({
  kind: z.enum(viaKinds).describe("An import, a merge, the deletion or restore of many contacts, or an undo"),
  id: uuid().describe("The id of the receipt, of the merge, of the deletion or restore, or of the undo"),
}));

const named = "New subjects, deleted contacts and settings are only named";

const historyChange = namedObject(
  "HistoryChange",
  () => ({
    id: z.string().meta({
      description: "The id of the change, which has no order",
      examples: ["1795789277422-000000001843-000_"],
    }),
    subject: z.enum(changeSubjects).describe("What was changed; `members` are those of a group or tag"),
    subjectId: z.string().meta({
      description: "The id of the subject; of `members`, that of the label",
      examples: ["0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
    }),
    contactId: uuid()
      .nullable()
      .describe("The contact of the change, or the first one of an interaction; null if there is no single one"),
    txid: z.string().meta({ description: "The write that made the change", examples: ["1843"] }),
    at: createdAt().describe("When it was made; with `count`, when it began"),
    kind: z.enum(changeKinds).describe("What happened to the subject"),
    by: changeAuthor().describe("Who asked for the change"),
    via: via()
      .nullable()
      .meta({ description: "What the change is a part of; null for nothing", examples: [null] }),
    agent: z.boolean().meta({ description: "Whether the call came through `/mcp`", examples: [false] }),
    count: z.int().optional().describe("The number of contacts, only of jobs that change many"),
    fields: z.array(fieldChange()).describe(`The fields that changed. ${named}`),
    contact: contactSummary()
      .nullable()
      .optional()
      .describe("Only in the activity: the contact as it is now, also in the trash; null if there is none"),
  }),
  "A change of one contact, group, interaction or something else, in one write. It is kept for 30 days",
);

export const historyPageQuery = once(() => ({
  limit: limitText(200, 50),
  next: z
    .string()
    .regex(/^[\w-]{1,200}$/, "Must be a `next` of an earlier answer")
    .optional()
    .describe("The `next` of the answer before, which is valid for the same query only"),
}));

export const historyAnswer = namedObject("HistoryPage", () => ({
  changes: z.array(historyChange()).describe("The changes of the last 30 days, newest first"),
  next: z
    .string()
    .nullable()
    .meta({ description: "Where the list goes on; null at its end", examples: [null] }),
}));
