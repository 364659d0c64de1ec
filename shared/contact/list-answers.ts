/** The entries of a contact's lists in answers. */
import * as z from "zod";
import { granularities } from "../place/place.ts";
import { once } from "../platform/config/once.ts";
import { createdAt, updatedAt, userId } from "../platform/http/answer/common-fields.ts";
import { namedObject, namedSchema } from "../platform/http/route/named-schema.ts";
import { described } from "../platform/text/described.ts";
import { inAddressTexts } from "./address.ts";
import { addressWords, emailWords, importantDateWords, phoneWords } from "./entry-words.ts";

export const emailAnswer = namedObject(
  "Email",
  () =>
    described(
      { preferred: z.boolean(), type: z.string(), value: z.string().meta({ format: "idn-email" }) },
      emailWords,
    ),
  "An e-mail address of a contact",
);

export const phoneAnswer = namedObject(
  "Phone",
  () => described({ preferred: z.boolean(), prefix: z.string(), type: z.string(), value: z.string() }, phoneWords),
  "A phone number of a contact",
);

export const granularityAnswer = once(() =>
  z
    .enum(granularities)
    .nullable()
    .describe(
      "`city`: the coordinates are those of the middle of the town in the text. Null: a caller gave them, or there are none",
    ),
);

export const addressAnswer = namedObject(
  "Address",
  () =>
    described(
      {
        id: z.uuid(),
        type: z.enum(["home", "work", "other"]),
        label: z.string().nullable(),
        ...inAddressTexts(z.string().nullable()),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        granularity: granularityAnswer(),
        timezone: z.string().nullable(),
      },
      addressWords,
    ),
  "A postal address of a contact",
);

/** An address of an imported row. */
export const parsedAddress = namedSchema("ParsedAddress", () => addressAnswer().omit({ id: true, granularity: true }));

export const importantDateAnswer = namedObject(
  "ImportantDate",
  () =>
    described(
      {
        id: z.uuid(),
        personId: z.uuid().describe("The contact that the date belongs to"),
        userId: userId(),
        type: z.enum(["birthday", "anniversary", "nameday", "graduation", "other"]),
        date: z.iso.date(),
        note: z.string(),
        notifyDaysBefore: z.int().nullable(),
        notifyOn: z.iso
          .date()
          .nullable()
          .meta({
            description: "The day of the next reminder, in the account's time zone; null without `notifyDaysBefore`",
            examples: ["2027-02-21"],
          }),
        createdAt: createdAt(),
        updatedAt: updatedAt(),
      },
      importantDateWords,
    ),
  "A yearly date of a contact, such as a birthday",
);
