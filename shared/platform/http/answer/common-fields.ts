/** The fields that many answers have, with their descriptions. */
import * as z from "zod";
import { once } from "../../config/once.ts";
import { namedObject, namedSchema } from "../route/named-schema.ts";

export const userId = once(() => z.uuid().describe("The account. It is also the id of the contact of its owner"));

export const createdAt = once(() =>
  z.iso.datetime().meta({ description: "When it was created", examples: ["2026-01-12T09:15:00.000Z"] }),
);

export const updatedAt = once(() =>
  z.iso.datetime().meta({ description: "When it was last changed", examples: ["2026-03-03T14:31:07.250Z"] }),
);

export const totalCount = once(() =>
  z
    .int()
    .min(0)
    .meta({ description: "The number of all of them", examples: [1] }),
);

export const txid = once(() =>
  z
    .string()
    .regex(/^\d+$/)
    .meta({
      description:
        "The number of the write that made this change. An answer whose `x-txid` is this number or a greater one includes the change",
      examples: ["1042"],
    }),
);

/** A fault of a request or of a row of an import. */
export const faultAnswer = namedObject(
  "Fault",
  () => ({
    path: z.string().meta({
      description: "Where the fault is. It starts with `body`, `query`, `params` or `headers`",
      examples: ["body.firstName"],
    }),
    message: z
      .string()
      .meta({ description: "What is wrong, in a sentence for people", examples: ["Must not be blank"] }),
  }),
  "A fault, and where it is",
);

/** The answer of routes that delete or end something. */
export const messageAnswer = namedObject("Message", () => ({
  message: z.string().meta({
    description: "What was done, in a sentence for people. Programs should use the status",
    examples: ["Deleted."],
  }),
}));

/** A field of `secretAnswer` that is among the `shownOnce` of its row. */
export function shownOnce<Schema extends z.ZodType>(schema: Schema, words: string, example: string) {
  const rule = "It is shown only once: an answer that is repeated for an `Idempotency-Key` does not contain it";
  return schema.optional().meta({ description: `${words}. ${rule}`, examples: [example] });
}

/** The API description requires all fields, because no program can go on without a secret. Only repeated answers lack it. */
// @__NO_SIDE_EFFECTS__
export function secretAnswer<Shape extends z.core.$ZodLooseShape>(name: string, fields: () => Shape) {
  return namedSchema(name, () => {
    const schema = z.strictObject(fields());
    return schema.meta({ required: Object.keys(schema.shape) });
  });
}
