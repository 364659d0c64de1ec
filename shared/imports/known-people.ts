/** What a commit of rows would find in the account, for the preview of a file: read for many rows at once. */
import type { Platform } from "../contact/handles.ts";
import type { ContactRecord } from "../contact/record.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey, contactsFromItems } from "../table/contact.ts";
import { type Lookup, lookupsOf } from "../table/contact-derived.ts";
import { createMarkFinder } from "../table/imported-rows.ts";
import type { Store } from "../table/store.ts";
import { agreesOn } from "./derived-names.ts";
import { hasLookup, identifies, maxCandidates, mayBeExportOf, otherProfile } from "./identity.ts";
import { createGivenBirthdays } from "./known-people-birthdays.ts";
import { findByPerson, findImported, marksOf, personMarkOf } from "./known-people-marks.ts";
import type { ImportIssue, ImportSource, ParsedContact } from "./parsed-contact.ts";
import { createPeople, type Person, type PersonOf } from "./people.ts";
import { otherProfileIssue } from "./remarks.ts";
import { rowMark } from "./row-identity.ts";
import { exportedId } from "./row-marks.ts";

/** The contacts that a lookup finds, the oldest first. */
export type FindIds = (lookup: Lookup) => readonly string[] | Promise<readonly string[]>;

export interface PreviewScope {
  store: Store;
  accountId: string;
  source: ImportSource;
  contactCount: number;
}

/** A lookup of a row, with the contacts that it finds. */
interface Hit {
  lookup: Lookup;
  ids: readonly string[];
}

interface Match extends NonNullable<ParsedContact["duplicateOf"]> {
  /** The network of which the contact has another profile than the row. */
  otherProfile?: Platform | undefined;
}

interface NamedContact {
  id: string;
  person: Person;
}

/**
 * Compares rows with the account, group after group; names and marks that were read for one serve the next. The rows
 * come back in their order.
 */
export async function startPreview({ store, accountId, source, contactCount }: PreviewScope) {
  const people = createPeople(store, accountId);
  const findMarks = createMarkFinder(store, accountId, rowMark(source, ""), contactCount);
  const own = await readOwnContact(store, accountId);
  const birthdays = createGivenBirthdays();
  /** The contact as it is when the row comes; the own one was read. */
  const after = (personOf: PersonOf) => (id: string) => {
    const person = id === accountId ? own : personOf(id);
    return person && birthdays.complete(id, person);
  };

  /** Contacts that have rows' UIDs as their ids. An account without any but the own one has none to ask for. */
  async function findExported(rows: readonly ParsedContact[]): Promise<Map<ParsedContact, NamedContact>> {
    const idOf = new Map(rows.map((row) => [row, exportedId(source, accountId, row)]));
    const asked = [...idOf.values()].flatMap((id) => (id === undefined || id === accountId ? [] : [id]));
    const personOf = await people.readIfAny(contactCount === 0 ? [] : asked);
    const found = new Map<ParsedContact, NamedContact>();
    for (const [row, id] of idOf) {
      const person = id === accountId ? own : id && personOf(id);
      if (id && person) found.set(row, { id, person });
    }
    return found;
  }

  return async (rows: readonly ParsedContact[], find: FindIds): Promise<ParsedContact[]> => {
    const matches = new Map<ParsedContact, Match>();
    /** A commit passes over what was imported before. */
    const take = (row: ParsedContact, match: Match | undefined, isImported = false) => {
      if (match) matches.set(row, match);
      if (match && !isImported) birthdays.note(match.contactId, row);
    };
    const exported = await findExported(rows);
    // What such a row became goes before its UID, which is no part of its content and may be another one by now.
    const became = await findMarks([...exported.keys()].map((row) => rowMark(source, row.tempId)));
    const hitsOf = new Map<ParsedContact, Hit[]>();
    for (const row of rows) hitsOf.set(row, await findHits(row, find));
    const hits = (row: ParsedContact) => hitsOf.get(row) ?? [];

    const personOf = after(await people.read(rows.flatMap((row) => compared(hits(row)).flatMap(({ ids }) => ids))));
    for (const row of rows) {
      const contact = exported.get(row);
      const importedAs = contact && findImported(source, row, own, became);
      const isMet = contact && mayBeExportOf(birthdays.complete(contact.id, contact.person), row);
      const contactId = importedAs ?? (isMet ? contact.id : undefined);
      if (contactId === undefined) take(row, findMatch(row, hits(row), own, personOf));
      else take(row, { contactId, matchedOn: "import" }, importedAs !== undefined);
    }

    const unknown = rows.filter((row) => !matches.has(row));
    const marked = await findMarks(unknown.flatMap((row) => marksOf(source, row)));
    // Nothing speaks against a row of network_a that says neither.
    const telling = unknown.filter((row) => source === "vcard" || row.network_a !== null || row.emails.length > 0);
    const met = telling.filter((row) => !marked.has(rowMark(source, row.tempId)));
    const ids = met.flatMap((row) => marked.get(personMarkOf(source, row) ?? "") ?? []);
    const connectionOf = after(await people.read(ids));
    for (const row of unknown) {
      const importedAs = findImported(source, row, own, marked);
      const contactId = importedAs ?? findByPerson(source, row, marked, connectionOf);
      if (contactId !== undefined) take(row, { contactId, matchedOn: "import" }, importedAs !== undefined);
    }
    return rows.map((row) => {
      const match = matches.get(row);
      return match ? withMatch(row, match) : withOtherName(row, hits(row));
    });
  };
}

/** Nobody's lookups lead to it. Consistently: it is one item, and a commit of a moment ago may have left a mark in it. */
async function readOwnContact(store: Store, accountId: string): Promise<ContactRecord | undefined> {
  const items = await batchGet(store, [contactKey(accountId, accountId)]);
  return (await contactsFromItems(store, items))[0];
}

/** Nothing is asked behind what identifies by itself. */
async function findHits(row: ParsedContact, find: FindIds): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const lookup of lookupsOf(row)) {
    const ids = (await find(lookup)).slice(0, maxCandidates);
    hits.push({ lookup, ids });
    if (ids.length > 0 && identifies(lookup)) break;
  }
  return hits;
}

/** The hits that need the names of their contacts: none, where a contact is found without. */
function compared(hits: readonly Hit[]): readonly Hit[] {
  return hits.some(({ lookup, ids }) => identifies(lookup) && ids.length > 0) ? [] : hits;
}

/**
 * As commit finds it (draft.ts): by lookup, and the account's own contact as the last of each. The own one only where
 * it is meant: `withOtherName` never names it, or the number of a home would show all who live there as "me".
 */
function findMatch(
  row: ParsedContact,
  hits: readonly Hit[],
  own: ContactRecord | undefined,
  personOf: PersonOf,
): Match | undefined {
  for (const { lookup, ids } of hits) {
    const agrees = agreesOn(lookup, row);
    const isMeant = (person: Person | undefined) => identifies(lookup) || (person && agrees(person));
    const contactId = ids.find((id) => isMeant(personOf(id)));
    if (contactId !== undefined) return matchOf(contactId, personOf(contactId), lookup, row);
    if (own && hasLookup(own, lookup) && isMeant(personOf(own.id))) return matchOf(own.id, own, lookup, row);
  }
  return undefined;
}

/** Who is found by a profile is found, whatever their other ones. */
function matchOf(contactId: string, person: Person | undefined, lookup: Lookup, row: ParsedContact): Match {
  const matchedOn = lookup.kind;
  if (person === undefined || identifies(lookup)) return { contactId, matchedOn };
  return { contactId, matchedOn, otherProfile: otherProfile(person, row) };
}

function withMatch(row: ParsedContact, { contactId, matchedOn, otherProfile: network }: Match): ParsedContact {
  const issues =
    network === undefined ? row.issues : [...row.issues, otherProfileIssue(network, "The contact of this row")];
  return { ...row, issues, alreadyExists: true, duplicateOf: { contactId, matchedOn } };
}

/**
 * The row with the oldest contact that shares an address or a number with it, if there is one, of another name or
 * birthday. A website is no such hint: all of a company may have it.
 */
function withOtherName(row: ParsedContact, hits: readonly Hit[]): ParsedContact {
  const hit = hits.find(({ lookup, ids }) => lookup.kind !== "handle" && ids.length > 0);
  const [contactId] = hit?.ids ?? [];
  if (hit === undefined || contactId === undefined) return row;
  const { kind } = hit.lookup;
  const [what, field] = kind === "email" ? ["e-mail address", "emails"] : ["phone number", "phones"];
  const message = `A contact has this ${what} under another name or birthday: committing the row makes a new contact.`;
  const issue: ImportIssue = { code: "duplicate_name_differs", severity: "info", message, field };
  return {
    ...row,
    issues: [...row.issues, issue],
    alreadyExists: true,
    duplicateOf: { contactId, matchedOn: kind },
  };
}
