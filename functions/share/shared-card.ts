/** The vCard of a shared contact, with the selected fields and nothing else of the contact. */
import type { FieldName } from "../../shared/contact/fields.ts";
import { blankFields, type ContactRecord } from "../../shared/contact/record.ts";
import type { CardPhoto } from "../../shared/vcard/write-card.ts";
import { writeCard } from "../../shared/vcard/write-card.ts";

/** The fields of a contact behind each field that can be selected. The picture is not one of a contact's fields. */
export const selectedFields = {
  name: ["firstName", "middleName", "lastName"],
  avatar: [],
  headline: ["headline"],
  phones: ["phones"],
  emails: ["emails"],
  // The coordinates may be much more exact than the text.
  location: ["location"],
  network_a: ["network_a"],
  network_b: ["network_b"],
  network_c: ["network_c"],
  network_d: ["network_d"],
  network_e: ["network_e"],
  website: ["website"],
  addresses: ["addresses"],
  notes: ["notes"],
  importantDates: ["importantDates"],
} as const satisfies Record<string, readonly FieldName[]>;
export type SelectedField = keyof typeof selectedFields;

const alwaysSelected: readonly SelectedField[] = ["name", "avatar", "headline"];

/**
 * A card of version 3.0, because the recipient can't choose, and some programs read no later one. Groups and the days at
 * which the owner is reminded are the owner's own, so it has none.
 */
export function sharedCard(
  contact: ContactRecord,
  selected: readonly SelectedField[],
  photo: CardPhoto | undefined,
): string {
  const shown = new Set<FieldName>([...alwaysSelected, ...selected].flatMap((field) => selectedFields[field]));
  const hidden = Object.entries(blankFields).filter(([field]) => !shown.has(field as FieldName));
  const importantDates = contact.importantDates.map((date) => ({ ...date, notifyDaysBefore: null }));
  const shared = { ...contact, importantDates, ...Object.fromEntries(hidden) };
  return writeCard(shared, "3.0", { photo });
}
