/** X-ANDROID-CUSTOM: what Android's address book has and version 2.1 has no property for. */
import type { RawDate } from "../../../shared/imports/raw-row.ts";
import { placeDate } from "./date-properties.ts";
import { type Draft, keepAsLine, withoutPlace, withoutPlaceBeside } from "./draft.ts";
import { placeOnce } from "./person-properties.ts";
import type { Property } from "./property.ts";
import { relationLabel } from "./unplaced.ts";

/** `vnd.android.cursor.item/KIND;VALUE;TYPE;LABEL;…` */
export function placeAndroidCustom(draft: Draft, property: Property): void {
  const [kindOfRow = "", ...columns] = property.fields.flat();
  const kind = /\/([\w.-]{1,60})$/.exec(kindOfRow)?.[1] ?? "";
  const [value = "", type = "", label = "", ...others] = columns;
  const rest = others.splice(maxFurther).join(";");
  const further = /^[\s\d;]*$/.test(rest) ? others : [...others, rest];
  let isLabelTaken = false;
  if (value.trim() === "") draft.row.valuesSeen -= 1;
  else isLabelTaken = placeRow(draft, property.with(value), { kind, type, label });
  // A type is the number of a word, where a row has types.
  const beside = [isNumber(type) ? "" : type, isLabelTaken ? "" : label, ...further.filter((text) => !isNumber(text))];
  for (const text of beside) {
    if (text.trim() !== "") withoutPlaceBeside(draft, property, `what stands beside ${property.name} ${kind}`, text);
  }
}

/** Whether the label has its place with the value. */
function placeRow(
  draft: Draft,
  row: Property,
  { kind, type, label }: { kind: string; type: string; label: string },
): boolean {
  if (kind === "nickname") placeOnce(draft, row, "nickname", row.text);
  else if (kind === "relation") {
    const { word, isLabel } = relation(type, label);
    keepAsLine(draft, row, relationLabel(word));
    return isLabel;
  } else if (kind === "contact_event") {
    placeDate(draft, row, eventTypes.get(type) ?? "other", label);
    return true;
  } else withoutPlace(draft, row, { words: `${row.name} ${kind}`.trim() });
  return false;
}

function relation(type: string, label: string): { word: string; isLabel: boolean } {
  const known = relationTypes[Number(type) - 1];
  const isLabel = known === undefined && label !== "" && label.length <= longestRelation;
  return { word: known ?? (isLabel ? label : ""), isLabel };
}

function isNumber(text: string): boolean {
  return /^\s*\d{0,9}\s*$/.test(text);
}

/** Of the 15 columns that a row of Android has; what is beyond is said as one. */
const maxFurther = 12;
const longestRelation = 40;

/** ContactsContract.CommonDataKinds.Event. */
const eventTypes = new Map<string, RawDate["type"]>([
  ["1", "anniversary"],
  ["3", "birthday"],
]);

/** ContactsContract.CommonDataKinds.Relation, from 1 on. */
const relationTypes = [
  ...["assistant", "brother", "child", "domestic partner", "father", "friend", "manager", "mother"],
  ...["parent", "partner", "referred by", "relative", "sister", "spouse"],
];
