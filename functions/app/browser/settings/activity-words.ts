/** What the activity says about changes. */
import type { ActivityChange, ChangedField, Kind } from "../../../../shared/client/types.ts";
import { countText, nameText } from "../parts/shared-words.ts";

const kindTexts: Readonly<Record<Kind, string>> = {
  created: "Created",
  updated: "Changed",
  deleted: "Deleted",
  restored: "Restored",
  merged: "Merged another contact into",
  unmerged: "Undid a merge of",
  imported: "Imported",
  import_undone: "Undid the import of",
  undone: "Took back changes of",
};

type What = Pick<ActivityChange, "subject" | "subjectId" | "kind" | "contact" | "count" | "fields">;

/** What was changed. `labels` has the names of groups and tags by their ids. */
export function changeText(change: What, labels: ReadonlyMap<string, string>): string {
  const { kind, subject, subjectId, contact, count, fields } = change;
  if (count !== undefined) return `${kindTexts[kind]} ${countText(count, "contact")}`;
  const name = contact && nameText(contact);
  const former = fields.find(({ field }) => field === "label")?.before;
  const label = labels.get(subjectId) ?? (typeof former === "string" ? former : undefined);
  const ofLabel = label === undefined ? "" : ` “${label}”`;
  const subjects = {
    contact: name ?? "a contact",
    interaction: name ? `an interaction with ${name}` : "an interaction",
    relationship: name ? `a relationship of ${name}` : "a relationship",
    group: `the group${ofLabel}`,
    tag: `the tag${ofLabel}`,
    members: label === undefined ? "the members of a group or tag" : `the members of${ofLabel}`,
    share: name ? `a mail that shares ${name}` : "a mail that shares a contact",
    account: "the settings",
  };
  return `${kindTexts[kind]} ${subjects[subject]}`;
}

const longest = 80;
const isId = (value: unknown) => typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);

/** A value in short. Ids say nothing to people, so that a list of them is a number. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  const text = Array.isArray(value) ? listText(value) : partText(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function listText(entries: readonly unknown[]): string {
  if (entries.length === 0) return "nothing";
  return entries.every(isId) ? countText(entries.length, "contact") : entries.map(partText).join(", ");
}

function partText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.values(value).filter((part) => typeof part !== "boolean" && part !== null && !isId(part));
  return parts.filter((part) => part !== "").join(" ");
}

/** "importantDates" is "important dates". */
export function fieldName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What became of a field. Without values, its name says that it changed. */
export function fieldText({ field, before, after, added, removed }: ChangedField): string {
  if (field === "members") return `${added ?? 0} joined, ${removed ?? 0} left`;
  if (field === "avatar")
    return before === null ? "picture added" : after === null ? "picture removed" : "picture replaced";
  if (before === null && after === null) return fieldName(field);
  return `${fieldName(field)}: ${valueText(before)} → ${valueText(after)}`;
}
