/** The preview of a file: what a commit of its rows would do, by the same search and the same merge, without writing. */
import type { Lookup } from "../../../shared/contact/store/contact-derived.ts";
import { hasDerivedName, haveOtherEmails, haveOtherMobiles } from "../../../shared/import/identity/identity.ts";
import { createLookupIndex, importLookups, maxCandidates } from "../../../shared/import/identity/lookup-index.ts";
import { type AccountView, decideJoin, type Join } from "../../../shared/import/identity/match.ts";
import type { PersonName } from "../../../shared/import/identity/read-name.ts";
import { rowMark } from "../../../shared/import/identity/row-identity.ts";
import { exportedId, marksOf, personMark } from "../../../shared/import/identity/row-marks.ts";
import { differingIssues } from "../../../shared/import/merge/differing.ts";
import type { ImportIssue, ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { type ComparedContact, contactOfRow, joinRow, PackedContacts, withoutAddresses } from "./compared-contact.ts";
import type { ContactCache } from "./contact-cache.ts";

/** The ids of the contacts of the account that a lookup finds, the oldest first. */
export type FindIds = (lookup: Lookup) => readonly string[] | Promise<readonly string[]>;

/** Returns the rows, in their order, with the result of a commit of them after all earlier rows. */
export type CompareRows = (rows: readonly ParsedContact[], find: FindIds) => Promise<ParsedContact[]>;

/** Keeps some 500 bytes of each row, and its compressed notes, to compare later rows with. `standIns`: see `markExisting`. */
export function createPreview(
  stored: ContactCache,
  accountId: string,
  source: ImportSource,
  standIns: Map<number, string>,
  inFile: AccountView<ComparedContact>["inFile"],
): CompareRows {
  /** The contacts as the earlier rows would leave them. The ids of new ones sort behind all others. */
  const changed = new PackedContacts();
  const index = createLookupIndex((id) => changed.get(id));
  const marks = new Map<string, string>();
  const standFor = createStandFor(standIns);
  /** The first row of each contact that only this preview has made, because a commit knows only the rows. */
  const madeBy = new Map<string, string>();
  let [rowCount, contactCount] = [0, 0];

  function change(contact: ComparedContact, row: ParsedContact): void {
    changed.set(contact);
    if (contact.id !== accountId) index.add(contact.id, importLookups(row));
  }

  /** Reads all contacts and marks that the rows of a batch need. */
  async function view(rows: readonly ParsedContact[], find: FindIds): Promise<AccountView<ComparedContact>> {
    const marked = await stored.findMarks(rows.flatMap((row) => marksOf(source, row, row)));
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
      get: (id) => {
        const survivor = stored.survivorOf(id);
        return changed.get(survivor) ?? (survivor === accountId ? stored.own : stored.get(survivor));
      },
      find: async (lookup) => index.find(lookup, await find(lookup)),
      marked: (mark) =>
        marks.get(mark) ?? marked.get(mark) ?? (stored.own?.importedRows.includes(mark) ? accountId : undefined),
      ...(inFile && { inFile }),
    };
  }

  async function compareRow(
    account: AccountView<ComparedContact>,
    row: ParsedContact,
    find: FindIds,
  ): Promise<ParsedContact> {
    const mark = rowMark(source, row.tempId);
    const importedAs = account.marked(mark);
    if (importedAs !== undefined) return answer(row, importedAs, "import");
    const { join, notSameAs, fitting } = await decideJoin(account, row, row);
    const contact = join
      ? joinRow(join.contact, row)
      : contactOfRow(`~${String(++contactCount).padStart(6, "0")}`, row, mark);
    change(contact, row);
    marks.set(mark, contact.id);
    const person = personMark(source, row, row);
    // The first contact keeps the mark, as in a commit.
    if (person !== undefined && account.marked(person) === undefined) marks.set(person, contact.id);
    const who = isMade(contact.id) ? "An earlier row of the same person" : "The contact of this row";
    const issues = join
      ? [...reachIssues(join.contact, row, who), ...differingIssues(contact, withoutAddresses(row), who)]
      : [];
    if (fitting.length > 0) issues.push(fittingIssue(fitting));
    else if (!join || isMade(contact.id)) issues.push(...(await otherNames(account, row, find)));
    const others = [...new Set(notSameAs.map((id) => madeBy.get(id) ?? id))];
    if (!join) madeBy.set(contact.id, row.tempId);
    const answered = { ...row, notSameAs: others.slice(0, maxCandidates), issues: [...row.issues, ...issues] };
    return answer(answered, contact.id, join?.matchedOn);
  }

  function answer(row: ParsedContact, contactId: string, matchedOn?: Join<unknown>["matchedOn"]): ParsedContact {
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
      // An invalid row has no name to compare. A client may add a name before the commit.
      compared.push(row.isValid ? await compareRow(account, row, find) : row);
      rowCount += 1;
    }
    return compared;
  };
}

function isMade(contactId: string): boolean {
  return contactId.startsWith("~");
}

/** Returns the candidates up to the first lookup that finds a contact by a profile. Other candidates are rarely compared. */
async function firstCandidates(row: ParsedContact, find: FindIds): Promise<string[]> {
  const ids: string[] = [];
  for (const lookup of importLookups(row)) {
    const found = (await find(lookup)).slice(0, maxCandidates);
    ids.push(...found);
    if (found.length > 0 && lookup.kind === "handle" && lookup.platform !== "website") break;
  }
  return ids;
}

/** Warns when the values that reach the person are others, because these may be two people. */
function reachIssues(contact: ComparedContact, row: ParsedContact, who: string): ImportIssue[] {
  const fields = [
    ...(haveOtherEmails(contact, row) ? ["emails" as const] : []),
    ...(haveOtherMobiles(contact, row) ? ["phones" as const] : []),
  ];
  return fields.map((field) => {
    const [own, given] = [contact, row].map((each) => quote(each[field].map(({ value }) => value).join(", ")));
    const message = `${who} has ${own} as ${field}, and gets ${given} too.`;
    return { code: "duplicate_reach_differs", severity: "warning", message, field };
  });
}

function fittingIssue(fitting: readonly PersonName[]): ImportIssue {
  const names = new Set(fitting.map(({ firstName, lastName }) => quote(`${firstName} ${lastName ?? ""}`)));
  const message = `The short name fits ${[...names].slice(0, maxNames).join(" and ")}, who have a value of this row, and the row joins none of them.`;
  return { code: "duplicate_name_differs", severity: "info", message, field: "firstName" };
}

/** The names that a message has at most. */
const maxNames = 3;

/**
 * Reports the oldest contact that has a profile, an e-mail address or a number of the row but is another person. Websites
 * are ignored, because colleagues may share one. The own contact is ignored, because otherwise everyone with the number
 * of the owner's home would be shown as "me".
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
    const field = lookup.kind === "handle" ? lookup.platform : `${lookup.kind}s`;
    const name = quote(`${contact.firstName} ${contact.lastName}`.trim());
    const message = `The contact ${contact.id}, ${name}, has this value under another name or birthday, and is not changed.`;
    return [{ code: "duplicate_name_differs", severity: "info", message, field }];
  }
  return [];
}

/**
 * Finds the row that stands for a contact: the first one with a name. Earlier rows, whose name is only an address, a number
 * or a handle, are its duplicates.
 */
function createStandFor(standIns: Map<number, string>) {
  /** The `tempId` by contact. */
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
    for (const index of waiting ?? []) standIns.set(index, row.tempId);
    unnamed.delete(contactId);
    first.set(contactId, row.tempId);
    return null;
  };
}
