/**
 * The values of a contact that an imported row changed, one by one, so that each can be taken back by itself: a field, an
 * entry of a list, or a text or line of the notes. What a person or another import changed since is kept.
 */
import { isDeepStrictEqual } from "node:util";
import { interactionFields, interactionState } from "../../contact/change/last-interaction.ts";
import { type FieldName, type FieldsMerged, fieldNames, fieldsMerged } from "../../contact/fields.ts";
import { emailIdentity } from "../../contact/reach/email.ts";
import { type ContactRecord, valuesTogether } from "../../contact/record.ts";
import { contentOf } from "./contact-digest.ts";
import { addedNotes, type NotesPart, withoutPart } from "./note-changes.ts";

type ListName = FieldsMerged<"list">;
type Entry = ContactRecord[ListName][number];

/** `names` are all names together. */
interface WholeChange {
  field: Exclude<FieldName, ListName | "notes"> | "avatar" | "names";
  /** The values of the record that belong together, in the order of `valueNames`. */
  before: readonly unknown[];
  after: readonly unknown[];
}

interface EntryChange {
  list: ListName;
  /** Null for an entry that the row added. */
  before: Entry | null;
  after: Entry;
}

export type ValueChange = WholeChange | EntryChange | { notes: NotesPart };

/** `gone` means that nothing of the change was left, `kept` that the value was changed since. */
export type TakenBack = ContactRecord | "gone" | "kept";

const lists = fieldsMerged("list");
const nameFields = fieldsMerged("names");
const isOneOf = (names: readonly string[], field: string) => names.includes(field);
/** Coordinates are one value, and named by the latitude. */
const wholeFields = [...fieldNames, "avatar" as const].filter(
  (field): field is Exclude<WholeChange["field"], "names"> => !isOneOf([...lists, "notes", "longitude"], field),
);

/** All values in which an imported row changed the contact. */
export function valueChanges(before: ContactRecord, after: ContactRecord): ValueChange[] {
  // A name that replaces an address or a number is one value. Otherwise, names are only completed.
  const isNamed = before.firstName !== after.firstName;
  const fields = isNamed
    ? (["names", ...wholeFields.filter((field) => !isOneOf(nameFields, field))] as const)
    : wholeFields;
  return [
    ...fields.flatMap((field): WholeChange[] => {
      const [old, written] = [readValues(before, field), readValues(after, field)];
      return isDeepStrictEqual(old, written) ? [] : [{ field, before: old, after: written }];
    }),
    ...lists.flatMap((list) => entryChanges(list, before[list], after[list])),
    ...addedNotes(before.notes ?? "", after.notes ?? "").map((notes) => ({ notes })),
  ];
}

/**
 * The contact without the change, if the value is still as the row wrote it. `beside` are the changes that are left of the same
 * row: coordinates that were found by a location stay as long as a location stays that someone wrote since.
 */
export function takeBack(contact: ContactRecord, change: ValueChange, beside: readonly ValueChange[] = []): TakenBack {
  if ("notes" in change) {
    const left = withoutPart(contact.notes ?? "", change.notes);
    return typeof left === "string" ? left : { ...contact, notes: left.notes || null };
  }
  if ("list" in change) return takeBackEntry(contact, change);
  const { field, before, after } = change;
  if (field === "latitude" && contact.granularity !== null) {
    const location = beside.find((each) => "field" in each && each.field === "location");
    if (location && takeBack(contact, location) === "kept") return "kept";
  }
  const present = readValues(contact, field);
  if (isDeepStrictEqual(present, before)) return "gone";
  return isDeepStrictEqual(present, after) ? { ...contact, ...fieldsWith(contact, field, before) } : "kept";
}

/** The changed fields, as the API names them. */
export function changedFields(change: ValueChange): string[] {
  if ("notes" in change) return ["notes"];
  if ("list" in change) return [change.list];
  const { field, before, after } = change;
  if (field === "names") return nameFields.filter((_name, index) => before[index] !== after[index]);
  return field === "latitude" ? ["latitude", "longitude"] : [field];
}

function valueNames(field: WholeChange["field"]): readonly (keyof ContactRecord)[] {
  return field === "names" ? nameFields : (valuesTogether[field] ?? [field as FieldName]);
}

/** Of `lastInteraction`, the value that was set by hand, because imports set only that one. */
function readValues(contact: ContactRecord, field: WholeChange["field"]): unknown[] {
  if (field === "lastInteraction") return [interactionState(contact).byHand];
  return valueNames(field).map((name) => contact[name]);
}

function fieldsWith(contact: ContactRecord, field: WholeChange["field"], values: readonly unknown[]) {
  if (field !== "lastInteraction") {
    return Object.fromEntries(valueNames(field).map((name, index) => [name, values[index]]));
  }
  return interactionFields({ ...interactionState(contact), byHand: values[0] as string | null });
}

function entryChanges(list: ListName, before: readonly Entry[], after: readonly Entry[]): EntryChange[] {
  // Two numbers may differ only in their extensions, so an entry that is still there is not the earlier form of another one.
  const [old, written] = [notIn(after, before), notIn(before, after)];
  return written.map((entry): EntryChange => {
    const earlier = old.find((each) => identityOf(each) === identityOf(entry));
    return { list, before: earlier ?? null, after: entry };
  });
}

function notIn(others: readonly Entry[], entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => !others.some((each) => isSame(each, entry)));
}

function takeBackEntry(contact: ContactRecord, { list, before, after }: EntryChange): TakenBack {
  const entries: readonly Entry[] = contact[list];
  const known = entries.find((each) => identityOf(each) === identityOf(after));
  // A client that sends a list without ids gives its entries new ones.
  const found = isSame(known, after) ? known : (entries.find((each) => isSame(each, after)) ?? known);
  if (!found || isSame(found, before)) return "gone";
  if (!isSame(found, after)) return "kept";
  // Someone may have written the earlier entry again beside the changed one.
  const restored = before === null || entries.some((each) => isSame(each, before)) ? [] : [before];
  const withId = restored.map((entry) => ({ ...entry, ...("id" in found && { id: found.id }) }));
  return { ...contact, [list]: entries.flatMap((each) => (each === found ? withId : [each])) };
}

function isSame(one: Entry | null | undefined, other: Entry | null): boolean {
  return isDeepStrictEqual(contentOf(one ?? null), contentOf(other));
}

/** What stays when an import completes the entry. */
function identityOf(entry: Entry): string {
  if ("id" in entry) return entry.id;
  return "prefix" in entry ? `${entry.prefix} ${entry.value.replace(/\D/g, "")}` : emailIdentity(entry.value);
}
