/** How often somebody is to be contacted, and when that was last: only files of our own say it. */
import * as z from "zod";
import { contactLimits } from "../contact/limits.ts";
import { contactWritable } from "../contact/schema.ts";
import type { ParsedContact } from "./parsed-contact.ts";
import type { RawRow } from "./raw-row.ts";
import { lose, quote, type Remarks } from "./remarks.ts";

export function normaliseFrequency(remarks: Remarks, { keepFrequencyDays: text = "" }: RawRow): number | null {
  return read(remarks, "keepFrequencyDays", text, wholeNumber);
}

export function normaliseLastInteraction(remarks: Remarks, { lastInteraction: text = "" }: RawRow): string | null {
  return read(remarks, "lastInteraction", text, contactWritable.lastInteraction);
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(contactLimits.keepFrequencyDays));

function read<Field extends "keepFrequencyDays" | "lastInteraction">(
  remarks: Remarks,
  field: Field,
  text: string,
  schema: z.ZodType<ParsedContact[Field]>,
): ParsedContact[Field] | null {
  if (text === "") return null;
  const parsed = schema.safeParse(text.trim());
  if (parsed.success) return parsed.data;
  lose(remarks, "warning", "value_unreadable", `${quote(text)} is no value of ${field}.`, { field });
  return null;
}
