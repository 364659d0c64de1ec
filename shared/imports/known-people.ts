/** What a commit of rows would do, for the preview of a file: the same search, and the same merge, without writing. */
import type { Lookup } from "../table/contact-derived.ts";
import {
  type ComparedContact,
  contactOfRow,
  joinRow,
  type PackedContact,
  packContact,
  unpackContact,
  withoutAddresses,
} from "./compared-contact.ts";
import { hasDerivedName } from "./derived-names.ts";
import { differingIssues } from "./differing.ts";
import { createLookupIndex, importLookups, maxCandidates } from "./lookup-index.ts";
import { type AccountView, findMatch, type Match } from "./match.ts";
import type { ImportIssue, ImportSource, ParsedContact } from "./parsed-contact.ts";
import type { StoredPeople } from "./people.ts";
import { quote } from "./remarks.ts";
import { rowMark } from "./row-identity.ts";
import { exportedId, personMark } from "./row-marks.ts";

/** The contacts of the account that a lookup finds, the oldest first. */
export type FindIds = (lookup: Lookup) => readonly string[] | Promise<readonly string[]>;

/** The rows, in their order, with what a commit of them, after all rows before, would make of them. */
export type CompareRows = (rows: readonly ParsedContact[], find: FindIds) => Promise<ParsedContact[]>;

/** Contacts that are kept unpacked, because the next row may meet them too. */
const maxUnpacked = 500;

/** Keeps of each row what a later one may be compared with, some 500 bytes, and its notes compressed. `standIns`: see `markExisting`. */
export function createPreview(
  stored: StoredPeople,
  accountId: string,
  source: ImportSource,
  standIns: Map<number, string>,
): CompareRows {
  /** Contacts as the rows so far would leave them; what they would make has an id that sorts behind all others. */
  const changed = new Map<string, PackedContact>();
  const unpacked = new Map<string, ComparedContact>();
  const index = createLookupIndex(getChanged);
  const marks = new Map<string, string>();
  const standFor = createStandFor(standIns);
  let [rowCount, contactCount] = [0, 0];

  function getChanged(id: string): ComparedContact | undefined {
    const packed = changed.get(id);
    if (packed === undefined) return undefined;
    const contact = unpacked.get(id) ?? unpackContact(packed);
    if (unpacked.size >= maxUnpacked) unpacked.clear();
    unpacked.set(id, contact);
    return contact;
  }

  function change(contact: ComparedContact, row: ParsedContact): void {
    changed.set(contact.id, packContact(contact));
    unpacked.delete(contact.id);
    if (contact.id !== accountId) index.add(contact.id, importLookups(row));
  }

  /** Reads at once what the rows of a batch need. */
  async function view(rows: readonly ParsedContact[], find: FindIds): Promise<AccountView<ComparedContact>> {
    const marked = await stored.findMarks(rows.flatMap((row) => marksOf(source, row)));
    const left = rows.filter((row) => !marked.has(rowMark(source, row.tempId)));
    await stored.load(
      left.flatMap((row) => exportedId(source, accountId, row) ?? []).filter((id) => id !== accountId),
      true,
    );
    const ids: string[] = left.flatMap((row) => marked.get(personMark(source, row, row) ?? "") ?? []);
    for (const row of left) ids.push(...(await firstCandidates(row, find)));
    await stored.load(ids);
    return {
      accountId,
      source,
      get: (id) => getChanged(id) ?? (id === accountId ? stored.own : stored.get(id)),
      find: async (lookup) => index.find(lookup, await find(lookup)),
      marked: (mark) =>
        marks.get(mark) ?? marked.get(mark) ?? (stored.own?.importedRows.includes(mark) ? accountId : undefined),
    };
  }

  async function take(
    account: AccountView<ComparedContact>,
    row: ParsedContact,
    find: FindIds,
  ): Promise<ParsedContact> {
    const mark = rowMark(source, row.tempId);
    const importedAs = account.marked(mark);
    if (importedAs !== undefined) return answer(row, importedAs, "import");
    const match = await findMatch(account, row, row);
    const contact = match
      ? joinRow(match.contact, row)
      : contactOfRow(`~${String(++contactCount).padStart(6, "0")}`, row, mark);
    change(contact, row);
    marks.set(mark, contact.id);
    const person = personMark(source, row, row);
    // The first one keeps it, as the items of a commit do; the own contact, and one with this id, need none.
    const isNeeded = person !== undefined && contact.id !== accountId && contact.id !== row.uid;
    if (isNeeded && account.marked(person) === undefined) marks.set(person, contact.id);
    const who = isMade(contact.id) ? "An earlier row of the same person" : "The contact of this row";
    const issues = match ? differingIssues(contact, withoutAddresses(row), who) : [];
    if (!match || isMade(contact.id)) issues.push(...(await otherNames(account, row, find)));
    const told = issues.length > 0 ? { ...row, issues: [...row.issues, ...issues] } : row;
    return answer(told, contact.id, match?.matchedOn);
  }

  function answer(row: ParsedContact, contactId: string, matchedOn?: Match<unknown>["matchedOn"]): ParsedContact {
    const duplicateInFile = standFor(contactId, row, rowCount);
    if (matchedOn === undefined || isMade(contactId)) return { ...row, duplicateInFile };
    return { ...row, alreadyExists: true, duplicateOf: { contactId, matchedOn }, duplicateInFile };
  }

  return async (rows, find) => {
    const account = await view(
      rows.filter(({ isValid }) => isValid),
      find,
    );
    const compared: ParsedContact[] = [];
    for (const row of rows) {
      // Whom an invalid row is about, nobody knows before its owner says it.
      compared.push(row.isValid ? await take(account, row, find) : row);
      rowCount += 1;
    }
    return compared;
  };
}

function isMade(contactId: string): boolean {
  return contactId.startsWith("~");
}

function marksOf(source: ImportSource, row: ParsedContact): string[] {
  const person = personMark(source, row, row);
  return [rowMark(source, row.tempId), ...(person === undefined ? [] : [person])];
}

/** Of the first lookup that finds somebody by a profile, else of all: mostly no others are compared. */
async function firstCandidates(row: ParsedContact, find: FindIds): Promise<string[]> {
  const ids: string[] = [];
  for (const lookup of importLookups(row)) {
    const found = (await find(lookup)).slice(0, maxCandidates);
    ids.push(...found);
    if (found.length > 0 && lookup.kind === "handle" && lookup.platform !== "website") break;
  }
  return ids;
}

/**
 * Says that a contact has a profile, an address or a number of the row, and is somebody else: the oldest one. Never of a
 * website, which all of a company may have, nor of the own contact, or the number of a home would show all who live there
 * as "me".
 */
async function otherNames(
  account: AccountView<ComparedContact>,
  row: ParsedContact,
  find: FindIds,
): Promise<ImportIssue[]> {
  for (const lookup of importLookups(row)) {
    if (lookup.kind === "handle" && lookup.platform === "website") continue;
    const [id] = await find(lookup);
    const contact = id === undefined ? undefined : await account.get(id);
    if (!contact) continue;
    const [what, field] = lookup.kind === "handle" ? ["profile", lookup.platform] : shared[lookup.kind];
    const name = quote(`${contact.firstName} ${contact.lastName}`.trim());
    const message = `The contact ${contact.id}, ${name}, has this ${what} under another name or birthday, and is not changed.`;
    return [{ code: "duplicate_name_differs", severity: "info", message, field }];
  }
  return [];
}

const shared = {
  email: ["e-mail address", "emails"],
  phone: ["phone number", "phones"],
} as const;

/**
 * Which row stands for a person: the first one that names them. Rows that come before it, and have no name but an address,
 * a number or a handle, are its duplicates.
 */
function createStandFor(standIns: Map<number, string>) {
  /** By contact. */
  const first = new Map<string, string>();
  const unnamed = new Map<string, number[]>();
  return (contactId: string, row: ParsedContact, at: number): string | null => {
    const earlier = first.get(contactId);
    const waiting = unnamed.get(contactId);
    if (earlier !== undefined && waiting === undefined) return earlier;
    if (hasDerivedName(row)) {
      unnamed.set(contactId, [...(waiting ?? []), at]);
      if (earlier === undefined) first.set(contactId, row.tempId);
      return earlier ?? null;
    }
    for (const place of waiting ?? []) standIns.set(place, row.tempId);
    unnamed.delete(contactId);
    first.set(contactId, row.tempId);
    return null;
  };
}
