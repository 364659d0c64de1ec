/** What two contacts have side by side, and what a merge of them leaves out. */
import type { Contact, Field, MergeConflict } from "../../../../shared/client/types.ts";
import { labelOf, linesOf } from "../parts/value-lines.ts";

/** What the comparison shows, in its order. Some stand there only where they differ, because the service finds them for contacts without. */
export const comparedFields = [
  ...["firstName", "middleName", "lastName", "nickname", "headline", "position", "organisation", "emails", "phones"],
  ...["addresses", "location", "latitude", "longitude", "importantDates", "network_a", "network_b", "network_c"],
  ...["network_d", "network_e", "website", "groups", "tags", "keepFrequencyDays", "lastInteraction", "timezone"],
  ...["language", "externalId", "notes", "avatar"],
] as Field[];
const shownInConflict = new Set(["timezone", "language", "avatar", "latitude", "longitude"]);

export type Side = "left" | "right";
/** The side that a person chooses for a field, or both for lists and notes. */
export type Choices = Readonly<Record<string, Side | "both">>;

export interface MergeRow {
  field: string;
  label: string;
  left: string[];
  right: string[];
  /** Where both have a value, and not the same. */
  conflict?: MergeConflict;
  /** What can be chosen. Coordinates are chosen together, and the later interaction stays. */
  options: readonly (Side | "both")[];
  /** What the merge drops. */
  leftOut: string[];
}

const sides = ["left", "right"] as const;

/** Differences that ask for a choice come first, then what only one has, then what is the same. `labels` names groups and tags. */
export function mergeRows(
  pair: Readonly<Record<Side, Contact>>,
  conflicts: readonly MergeConflict[],
  labels: ReadonlyMap<string, string>,
): { differing: MergeRow[]; onlyOne: MergeRow[]; same: MergeRow[] } {
  const rows = comparedFields.flatMap((field): MergeRow[] => {
    const conflict = conflicts.find(
      (each) => each.field === field || (field === "latitude" && each.field === "longitude"),
    );
    if (shownInConflict.has(field) && (!conflict || field === "longitude")) return [];
    const [left, right] = [linesIn(pair.left, field, labels), linesIn(pair.right, field, labels)];
    if (left.length + right.length === 0) return [];
    const label = field === "latitude" ? "Coordinates" : field === "avatar" ? "Picture" : labelOf(field);
    const common = { field, label, left, right };
    if (!conflict) return [{ ...common, options: [], leftOut: [] }];
    const isUnited = Array.isArray(conflict.left) || field === "notes";
    const options = field === "lastInteraction" ? [] : isUnited ? ([...sides, "both"] as const) : sides;
    return [{ ...common, conflict, options, leftOut: leftOutOf(common, conflict, isUnited) }];
  });
  const isSame = ({ left, right }: MergeRow) => left.join("\n") === right.join("\n");
  return {
    differing: rows.filter(({ conflict }) => conflict),
    onlyOne: rows.filter((row) => !row.conflict && !isSame(row)),
    same: rows.filter((row) => !row.conflict && isSame(row)),
  };
}

function linesIn(contact: Contact, field: Field, labels: ReadonlyMap<string, string>): string[] {
  if (field === "avatar") return contact.avatar === null ? [] : ["Picture"];
  if (field === "latitude") return contact.gisPoint ? [`${contact.latitude}, ${contact.longitude}`] : [];
  const value = contact[field as keyof Contact];
  if (field === "groups" || field === "tags") return linesOf(value).map((id) => labels.get(id) ?? "…");
  return linesOf(value);
}

/** A list that is united has all of both, except what the service names. */
function leftOutOf({ field, left, right }: Pick<MergeRow, "field" | Side>, conflict: MergeConflict, isUnited: boolean) {
  const { taken, leftOut } = conflict;
  if (leftOut) return linesOf(leftOut);
  if (field === "lastInteraction" || taken === "both") return [];
  const [kept, other] = taken === "left" ? [left, right] : [right, left];
  // An entry may have got more details.
  return isUnited ? other.filter((line) => !kept.some((each) => each.startsWith(line))) : other;
}

/** The choices as the service takes them. Both are united without a choice. */
export function resolutionsOf(choices: Choices): Readonly<Record<string, Side>> {
  const entries = Object.entries(choices).filter((entry): entry is [string, Side] => entry[1] !== "both");
  return Object.fromEntries(entries);
}
