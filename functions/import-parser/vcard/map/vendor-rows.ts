/** Maps properties of Android and FullContact that hold rows of many kinds. */
import type { RawDate } from "../../../../shared/import/row/raw-row.ts";
import type { Property } from "../decode/property.ts";
import type { CardDraft } from "./card-draft.ts";
import { mapDate, mapNamedDate } from "./date-properties.ts";
import { leaveOrLine } from "./lines.ts";
import { mapOnce } from "./person-properties.ts";
import { relationLabel } from "./relations.ts";

/** Maps X-ANDROID-CUSTOM: `vnd.android.cursor.item/KIND;VALUE;TYPE;LABEL;…`. TYPE is the number of a type of the kind. */
export function mapAndroidRow(draft: CardDraft, property: Property): void {
  const [kind = "", value = "", type = "", label = "", ...further] = property.fields.flat();
  const row = property.with(value);
  let rest = further;
  if (value.trim() === "") draft.row.valuesSeen -= 1;
  else if (kind.endsWith("/nickname")) {
    mapOnce(draft, row, "nickname", value);
    rest = [label, ...further];
  } else if (kind.endsWith("/relation")) {
    draft.addLine(row, relationLabel(label || (relationTypes[Number(type)] ?? "")));
  } else if (kind.endsWith("/contact_event")) mapDate(draft, row, eventTypes.get(type) ?? "other", label);
  else {
    draft.leave(property);
    return;
  }
  rest = rest.filter((text) => /[^\d\s]/.test(text));
  if (rest.length > 0) draft.leaveBeside(property, `the further values of ${property.name}`, rest.join(";"));
}

/** The types of ContactsContract.CommonDataKinds.Event. */
const eventTypes = new Map<string, RawDate["type"]>([
  ["1", "anniversary"],
  ["3", "birthday"],
]);

/** The types of ContactsContract.CommonDataKinds.Relation. Type 0 has a label. */
const relationTypes = [
  ...["", "assistant", "brother", "child", "domestic partner", "father", "friend", "manager", "mother"],
  ...["parent", "partner", "referred by", "relative", "sister", "spouse"],
];

/** Maps FullContact's properties. Their names are in hexadecimal digits, such as the name of `X-FC-RelatedNames:Spouse`. */
export function mapEncoded(draft: CardDraft, property: Property): void {
  const name = Buffer.from(property.name.slice("X-FCENCODED-".length, 400), "hex").toString("utf8");
  const [kind = "", word = ""] = name.split(":");
  if (kind.endsWith("RelatedNames")) draft.addLine(property, relationLabel(word));
  else if (kind.endsWith("OtherDates")) mapNamedDate(draft, property, word.slice(0, 200));
  else leaveOrLine(draft, property);
}
