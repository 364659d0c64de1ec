/** The fields that can be selected when a contact is shared. The documentation has them, so nothing that writes cards is here. */
import type { FieldName } from "../../shared/contact/fields.ts";

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
