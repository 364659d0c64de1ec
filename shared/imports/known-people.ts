/** What a commit of rows would find in the account, for the preview of a file: read for many rows at once. */
import type { Platform } from "../contact/handles.ts";
import type { ContactRecord } from "../contact/record.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey, contactsFromItems } from "../table/contact.ts";
import { type Lookup, lookupsOf } from "../table/contact-derived.ts";
import { createMarkFinder } from "../table/imported-rows.ts";
import type { Store } from "../table/store.ts";
import { agreesOn } from "./derived-names.ts";
import { hasLookup, identifies, maxCandidates, otherProfile } from "./identity.ts";
import type { ImportIssue, ImportSource, ParsedContact } from "./parsed-contact.ts";
import { createPeople, type Person } from "./people.ts";
import { otherProfileIssue } from "./remarks.ts";
import { rowMark } from "./row-identity.ts";
import { exportedId, meetsByMark, personMark } from "./row-marks.ts";

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

/**
 * Compares rows with the account, group after group; names and marks that were read for one serve the next. The rows
 * come back in their order.
 */
export async function startPreview({ store, accountId, source, contactCount }: PreviewScope) {
  const people = createPeople(store, accountId);
  const findMarks = createMarkFinder(store, accountId, rowMark(source, ""), contactCount);
  const own = await readOwnContact(store, accountId);

  return async (rows: readonly ParsedContact[], find: FindIds): Promise<ParsedContact[]> => {
    const matches = new Map<ParsedContact, Match>();
    // The own contact was read, and an account without others has none to ask for.
    const asked = contactCount === 0 ? [] : rows.flatMap((row) => exportedId(source, accountId, row) ?? []);
    const exportedOf = await people(asked.filter((id) => id !== accountId));
    for (const row of rows) {
      const id = exportedId(source, accountId, row);
      const isThere = id !== undefined && (id === accountId ? own !== undefined : exportedOf(id) !== undefined);
      if (isThere) matches.set(row, { contactId: id, matchedOn: "import" });
    }

    const others = rows.filter((row) => !matches.has(row));
    const hitsOf = new Map<ParsedContact, Hit[]>();
    for (const row of others) hitsOf.set(row, await findHits(row, find));
    const hits = (row: ParsedContact) => hitsOf.get(row) ?? [];

    const personOf = await people(others.flatMap((row) => compared(hits(row)).flatMap(({ ids }) => ids)));
    for (const row of others) {
      const match = findMatch(row, hits(row), own, personOf);
      if (match) matches.set(row, match);
    }

    const unknown = rows.filter((row) => !matches.has(row));
    const marked = await findMarks(unknown.flatMap((row) => marksOf(source, row)));
    // Nothing speaks against a row of network_a that says neither.
    const telling = unknown.filter((row) => source === "vcard" || row.network_a !== null || row.emails.length > 0);
    const met = telling.filter((row) => !marked.has(rowMark(source, row.tempId)));
    const connectionOf = await people(met.flatMap((row) => marked.get(personMarkOf(source, row) ?? "") ?? []));
    return rows.map((row) => {
      const match = matches.get(row) ?? findMarked(source, row, own, marked, connectionOf);
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
  personOf: (id: string) => Person | undefined,
): Match | undefined {
  for (const { lookup, ids } of hits) {
    const agrees = agreesOn(lookup, row);
    const isMeant = (person: Person | undefined) => identifies(lookup) || (person && agrees(person));
    const contactId = ids.find((id) => isMeant(personOf(id)));
    if (contactId !== undefined) return matchOf(contactId, personOf(contactId), lookup, row);
    if (own && hasLookup(own, lookup) && isMeant(own)) return matchOf(own.id, own, lookup, row);
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

/** The contact that this row became, or one that has the mark of its person. */
function findMarked(
  source: ImportSource,
  row: ParsedContact,
  own: ContactRecord | undefined,
  marked: ReadonlyMap<string, string>,
  connectionOf: (id: string) => Person | undefined,
): Match | undefined {
  const mark = rowMark(source, row.tempId);
  // The own contact's marks have no items.
  const became = marked.get(mark) ?? (own?.importedRows.includes(mark) ? own.id : undefined);
  if (became !== undefined) return { contactId: became, matchedOn: "import" };
  const contactId = marked.get(personMarkOf(source, row) ?? "");
  if (contactId === undefined) return undefined;
  const connection = connectionOf(contactId);
  const isMet = connection ? meetsByMark(source, connection, row) : source === "network_a";
  return isMet ? { contactId, matchedOn: "import" } : undefined;
}

function marksOf(source: ImportSource, row: ParsedContact): string[] {
  const person = personMarkOf(source, row);
  return [rowMark(source, row.tempId), ...(person === undefined ? [] : [person])];
}

function personMarkOf(source: ImportSource, row: ParsedContact): string | undefined {
  return personMark(source, row, row);
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
