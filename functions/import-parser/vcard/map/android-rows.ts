/** Maps X-ANDROID-CUSTOM, which holds data of Android's address book that has no property in version 2.1. */
import type { RawDate } from "../../../../shared/import/row/raw-row.ts";
import type { Property } from "../decode/property.ts";
import type { CardDraft } from "./card-draft.ts";
import { mapDate } from "./date-properties.ts";
import { mapOnce } from "./person-properties.ts";
import { relationLabel } from "./relations.ts";

/** Maps `vnd.android.cursor.item/KIND;VALUE;TYPE;LABEL;…`. If a kind has types, TYPE is the number of one. */
export function mapAndroidRow(draft: CardDraft, property: Property): void {
  const [kindOfRow = "", value = "", type = "", label = "", ...further] = property.fields.flat();
  const kind = /\/([\w.-]{1,60})$/.exec(kindOfRow)?.[1] ?? "";
  const row = property.with(value);
  const relation = relationTypes[Number(type) - 1];
  let rest = [type, label, ...further];
  if (value.trim() === "") draft.row.valuesSeen -= 1;
  else if (kind === "nickname") mapOnce(draft, row, "nickname", value);
  else if (kind === "relation") {
    draft.addLine(row, relationLabel(relation ?? label.slice(0, longestRelation)));
    if (relation === undefined && label.length <= longestRelation) rest = [type, ...further];
  } else if (kind === "contact_event") {
    mapDate(draft, row, eventTypes.get(type) ?? "other", label);
    rest = [type, ...further];
  } else draft.leave(row, { words: `${row.name} ${kind}`.trim() });
  const beside = rest.filter((text) => !/^\s*\d{0,9}\s*$/.test(text)).join(";");
  if (beside !== "") draft.leaveBeside(property, `what stands beside ${property.name} ${kind}`, beside);
}

const longestRelation = 40;

/** The types of ContactsContract.CommonDataKinds.Event. */
const eventTypes = new Map<string, RawDate["type"]>([
  ["1", "anniversary"],
  ["3", "birthday"],
]);

/** The types of ContactsContract.CommonDataKinds.Relation, which are numbered from 1. */
const relationTypes = [
  ...["assistant", "brother", "child", "domestic partner", "father", "friend", "manager", "mother"],
  ...["parent", "partner", "referred by", "relative", "sister", "spouse"],
];
