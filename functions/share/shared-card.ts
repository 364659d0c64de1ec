/** The vCard of a shared contact, with the selected fields and nothing else of the contact. */
import type { FieldName } from "../../shared/contact/fields.ts";
import { blankFields, type ContactRecord } from "../../shared/contact/record.ts";
import type { CardPhoto } from "../../shared/vcard/write-card.ts";
import { writeCard } from "../../shared/vcard/write-card.ts";
import { type SelectedField, selectedFields } from "./selected-fields.ts";

const alwaysSelected: readonly SelectedField[] = ["name", "avatar", "headline"];
const everyField = Object.keys(selectedFields) as SelectedField[];

/**
 * A card of version 3.0, because the recipient can't choose, and some programs read no later one. Groups and the days at
 * which the owner is reminded are the owner's own, so it has none.
 */
export function sharedCard(
  contact: ContactRecord,
  selected: readonly SelectedField[] = everyField,
  photo: CardPhoto | undefined,
): string {
  const shown = new Set<FieldName>([...alwaysSelected, ...selected].flatMap((field) => selectedFields[field]));
  const hidden = Object.entries(blankFields).filter(([field]) => !shown.has(field as FieldName));
  const importantDates = contact.importantDates.map((date) => ({ ...date, notifyDaysBefore: null }));
  const shared = { ...contact, importantDates, ...Object.fromEntries(hidden) };
  return writeCard(shared, "3.0", { photo });
}
