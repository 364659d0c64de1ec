/** What a commit of rows would find in the account, for the preview of a file: read for many rows at once. */
import type { ContactRecord } from "../contact/record.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey, contactsFromItems } from "../table/contact.ts";
import { type Lookup, lookupsOf } from "../table/contact-derived.ts";
import { createMarkFinder } from "../table/imported-rows.ts";
import type { Store } from "../table/store.ts";
import { areOtherProfiles, hasLookup, identifies, namesAgree } from "./identity.ts";
import type { ImportIssue, ImportSource, ParsedContact } from "./parsed-contact.ts";
import { createPeople, type Person } from "./people.ts";
import { rowMark } from "./row-identity.ts";
import { personMark } from "./row-marks.ts";

/** The contacts that a lookup finds, the oldest first. */
export type FindIds = (lookup: Lookup) => readonly string[] | Promise<readonly string[]>;

export interface PreviewScope {
  store: Store;
  accountId: string;
  source: ImportSource;
  contactCount: number;
}

/** Contacts that are compared by name for one e-mail address or phone number that many share. */
const maxCandidates = 20;

/** A lookup of a row, with the contacts that it finds. */
interface Hit {
  lookup: Lookup;
  ids: readonly string[];
}

type Match = NonNullable<ParsedContact["duplicateOf"]>;

/** All but the website, which colleagues share. */
export function telling(contact: ParsedContact): Lookup[] {
  return lookupsOf(contact).filter((lookup) => lookup.kind !== "handle" || identifies(lookup));
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
    const hitsOf = new Map<ParsedContact, Hit[]>();
    for (const row of rows) hitsOf.set(row, await findHits(row, find));
    const hits = (row: ParsedContact) => hitsOf.get(row) ?? [];

    const personOf = await people(rows.flatMap((row) => compared(hits(row)).flatMap(({ ids }) => ids)));
    const matches = new Map(rows.map((row) => [row, findMatch(row, hits(row), own, personOf)]));

    const unknown = rows.filter((row) => !matches.get(row));
    const marked = await findMarks(unknown.flatMap((row) => marksOf(source, row)));
    const profiled = unknown.filter((row) => row.network_a !== null && !marked.has(rowMark(source, row.tempId)));
    const profileOf = await people(profiled.flatMap((row) => marked.get(personMarkOf(source, row) ?? "") ?? []));
    return rows.map((row) => {
      const match = matches.get(row) ?? findMarked(source, row, own, marked, profileOf);
      return match ? { ...row, alreadyExists: true, duplicateOf: match } : withOtherName(row, hits(row));
    });
  };
}

/** Nobody's lookups lead to it. */
async function readOwnContact(store: Store, accountId: string): Promise<ContactRecord | undefined> {
  const items = await batchGet(store, [contactKey(accountId, accountId)], { consistent: false });
  return (await contactsFromItems(store, items))[0];
}

/** Nothing is asked behind what identifies by itself. */
async function findHits(row: ParsedContact, find: FindIds): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const lookup of telling(row)) {
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

/** As commit finds it (draft.ts): by lookup, and the account's own contact as the last of each. */
function findMatch(
  row: ParsedContact,
  hits: readonly Hit[],
  own: ContactRecord | undefined,
  personOf: (id: string) => Person | undefined,
): Match | undefined {
  for (const { lookup, ids } of hits) {
    const isMeant = (person: Person | undefined) => identifies(lookup) || (person && namesAgree(person, row));
    const contactId = ids.find((id) => isMeant(personOf(id)));
    if (contactId !== undefined) return { contactId, matchedOn: lookup.kind };
    if (own && hasLookup(own, lookup) && isMeant(own)) return { contactId: own.id, matchedOn: lookup.kind };
  }
  return undefined;
}

/** The contact that this row became, or an export of another year about the same person. */
function findMarked(
  source: ImportSource,
  row: ParsedContact,
  own: ContactRecord | undefined,
  marked: ReadonlyMap<string, string>,
  profileOf: (id: string) => Person | undefined,
): Match | undefined {
  const mark = rowMark(source, row.tempId);
  // The own contact's marks have no items.
  const became = marked.get(mark) ?? (own?.importedRows.includes(mark) ? own.id : undefined);
  if (became !== undefined) return { contactId: became, matchedOn: "import" };
  const contactId = marked.get(personMarkOf(source, row) ?? "");
  if (contactId === undefined || areOtherProfiles(profileOf(contactId)?.network_a, row.network_a)) return undefined;
  return { contactId, matchedOn: "import" };
}

function marksOf(source: ImportSource, row: ParsedContact): string[] {
  const person = personMarkOf(source, row);
  return [rowMark(source, row.tempId), ...(person === undefined ? [] : [person])];
}

function personMarkOf(source: ImportSource, row: ParsedContact): string | undefined {
  return personMark(source, row.connectedAt, row);
}

/** The row with the oldest contact that shares an address or a number with it, if there is one, of another name. */
function withOtherName(row: ParsedContact, hits: readonly Hit[]): ParsedContact {
  const hit = hits.find(({ ids }) => ids.length > 0);
  const [contactId] = hit?.ids ?? [];
  if (hit === undefined || contactId === undefined) return row;
  const { kind } = hit.lookup;
  const [what, field] = kind === "email" ? ["e-mail address", "emails"] : ["phone number", "phones"];
  const message = `A contact has this ${what} under another name: committing the row makes a new contact.`;
  const issue: ImportIssue = { code: "duplicate_name_differs", severity: "info", message, field };
  return {
    ...row,
    issues: [...row.issues, issue],
    alreadyExists: true,
    duplicateOf: { contactId, matchedOn: kind },
  };
}
