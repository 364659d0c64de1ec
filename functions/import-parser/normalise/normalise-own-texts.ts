/** Normalises the fields that our own cards keep in custom properties (`card` in shared/contact/fields.ts). */
import * as z from "zod";
import { type CardTextField, contactFields, type FieldsMerged, fieldsMerged } from "../../../shared/contact/fields.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { cleanLine, quote, type RowIssues } from "../../../shared/import/row/row-issues.ts";
import { once } from "../../../shared/platform/config/once.ts";

type TextField = CardTextField & FieldsMerged<"text">;
type ValueField = Exclude<CardTextField, TextField>;

const textFields = fieldsMerged("text").filter((field): field is TextField => contactFields[field].card !== "composed");

/** The schemas convert the text of a card and then apply the schema of the API. */
const valueSchemas = {
  keepFrequencyDays: once(() =>
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(contactFields.keepFrequencyDays.write().unwrap()),
  ),
  lastInteraction: once(contactFields.lastInteraction.write),
} satisfies { [Field in ValueField]: () => z.ZodType<ParsedContact[Field]> };

/** Cuts each text to its limit. Omits an unreadable value with a warning. */
export function normaliseOwnTexts(issues: RowIssues, row: RawRow): Pick<ParsedContact, CardTextField> {
  const fields: Partial<Record<CardTextField, string | number | null>> = {};
  for (const field of textFields) {
    fields[field] = cleanLine(issues, row[field] ?? "", contactFields[field].limit, { field }) || null;
  }
  for (const field of Object.keys(valueSchemas) as ValueField[]) fields[field] = readValue(issues, row, field);
  return fields as Pick<ParsedContact, CardTextField>;
}

function readValue(issues: RowIssues, row: RawRow, field: ValueField): string | number | null {
  const text = row[field] ?? "";
  if (text === "") return null;
  const parsed = valueSchemas[field]().safeParse(text.trim());
  if (parsed.success) return parsed.data;
  issues.dropped("warning", "value_unreadable", `${quote(text)} is no value of ${field}.`, { field });
  return null;
}
