/** What the activity says about changes. */
import type { ChangedField } from "../../../../shared/client/types.ts";
import { type ActivityChange, countText, nameText } from "../parts/shared-words.ts";

const kindTexts: Readonly<Record<ActivityChange["kind"], string>> = {
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
  const verb = subject === "interaction" && kind === "created" ? "Logged" : kindTexts[kind];
  return `${verb} ${subjects[subject]}`;
}

/** What a value says to people, in short. Ids and switches say nothing. */
export function valueText(value: unknown): string {
  if (typeof value === "boolean" || /^[\da-f]{8}-/.test(String(value))) return "";
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.values(value).map(valueText).filter(Boolean).join(" ");
}

/** "importantDates" is "important dates". */
export function fieldName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const longest = 80;

/** What became of a field. Its name alone says that it changed. */
export function fieldText({ field, before, after, added, removed }: ChangedField): string {
  if (field === "members") return `${added ?? 0} joined, ${removed ?? 0} left`;
  const texts = [before, after].map((value) => {
    const text = valueText(value) || "nothing";
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  });
  return texts[0] === texts[1] ? fieldName(field) : `${fieldName(field)}: ${texts.join(" → ")}`;
}
