/** Finds the contact of a row, for both the preview of a file and its commit. */
import { type Findable, type Lookup, lookupKey } from "../../contact/store/contact-derived.ts";
import type { ParsedContact } from "../row/parsed-contact.ts";
import type { AccountView, Candidate } from "./account-view.ts";
import { areOnePerson, type ComparedPerson, hasDerivedName, isProfile, mayBeOne } from "./identity.ts";
import { hasLookup, importLookups } from "./lookup-index.ts";
import { haveSameWords, isShorterName, isShortName } from "./names.ts";
import { rowMark } from "./row-identity.ts";
import { exportedId, personMark, type RowOrigin } from "./row-marks.ts";

export interface Join<Contact> {
  contact: Contact;
  matchedOn: NonNullable<ParsedContact["duplicateOf"]>["matchedOn"];
}

export interface JoinDecision<Contact> {
  join?: Join<Contact>;
  /**
   * The `tempId`s of rows and the ids of contacts that the row could join by its values, but that are other people. A commit,
   * which knows only some rows of the file, needs them to decide alike.
   */
  notSameAs: string[];
  /** The people that the short name of the row fits equally, so that it joins none of them. */
  fitting: readonly ComparedPerson[];
}

/** A contact or a row with values of another person. */
interface Sharer<Contact> {
  id: string;
  person: ComparedPerson & Findable;
  /** Undefined for a row. */
  contact?: Contact;
  /** The number of common values. */
  common: number;
  /** The first value that proves that they are one person. */
  provenBy?: Join<Contact>["matchedOn"];
  /** They would be one person by a website or another value, but that is also other people's. */
  isColleague?: boolean;
}

/**
 * Decides by the rules of identity.ts which contact is the person of the row: the contact from which the row was exported;
 * the oldest one with a profile of the row; otherwise that with most values in common, the oldest first and the account's own
 * last. An initial or a bare first name can stand for several people: then it joins the one with most values in common, or
 * nobody.
 */
export async function decideJoin<Contact extends Candidate>(
  view: AccountView<Contact>,
  origin: RowOrigin,
  row: ComparedPerson & Findable,
): Promise<JoinDecision<Contact>> {
  const { accountId, source } = view;
  const nobody = { notSameAs: [], fitting: [] };
  const uid = exportedId(source, accountId, origin);
  const exported = uid === undefined ? undefined : await view.get(uid);
  if (exported && areOnePerson({ kind: "export" }, exported, row)) {
    return { ...nobody, join: { contact: exported, matchedOn: "import" } };
  }
  const profiled = await findByProfile(view, row);
  if (profiled) return { ...nobody, join: { contact: profiled, matchedOn: "handle" } };
  const sharers = await findSharers(view, row);
  const proven = [...sharers, ...(await findMarked(view, origin, row, sharers))].filter(
    ({ provenBy }) => provenBy !== undefined,
  );
  // The parse has decided with all rows of the file, of which a commit knows only some.
  const isDecided = origin.notSameAs !== undefined && view.inFile === undefined;
  const one = { id: origin.tempId, person: row, common: 0 };
  const { others, fitting } = isDecided ? { others: [], fitting: [] } : await findOthers(view, one, proven);
  const colleagues = sharers.filter(({ isColleague, provenBy }) => isColleague && provenBy === undefined);
  const notSameAs = [...new Set([...others, ...colleagues.map(({ id }) => id)])].filter((id) => id !== origin.tempId);
  const excluded = new Set(
    [...notSameAs, ...(origin.notSameAs ?? [])].flatMap((id) => [id, view.marked(rowMark(source, id)) ?? id]),
  );
  const [best] = proven
    .flatMap(({ id, contact, common, provenBy }) => {
      return contact && provenBy && !excluded.has(id) ? [{ contact, common, matchedOn: provenBy }] : [];
    })
    .sort((one, other) => other.common - one.common || compareAge(one.contact.id, other.contact.id, accountId));
  return { notSameAs, fitting, ...(best && { join: { contact: best.contact, matchedOn: best.matchedOn } }) };
}

function compareAge(one: string, other: string, accountId: string): number {
  if (one === accountId || other === accountId) return one === other ? 0 : one === accountId ? 1 : -1;
  return one < other ? -1 : 1;
}

async function findByProfile<Contact extends Candidate>(
  view: AccountView<Contact>,
  row: ComparedPerson & Findable,
): Promise<Contact | undefined> {
  for (const lookup of importLookups(row).filter(isProfile)) {
    let survivor: Contact | undefined;
    for (const { id, contact } of await contactsWith(view, lookup)) {
      if (contact.id !== id) survivor ??= contact;
      else if (areOnePerson(lookup, contact, row)) return contact;
    }
    // A contact that was merged had the profile. The surviving contact may not show it, but no other contact does.
    if (survivor) return survivor;
  }
  return undefined;
}

/** The contacts with this value, the oldest first and the account's own last, each with the id by which it was found. */
async function contactsWith<Contact extends Candidate>(
  view: AccountView<Contact>,
  lookup: Lookup,
): Promise<{ id: string; contact: Contact }[]> {
  const own = await view.get(view.accountId);
  const found: { id: string; contact: Contact }[] = [];
  const ids = await view.find(lookup);
  for (const id of own && hasLookup(own, lookup) ? [...ids, view.accountId] : ids) {
    const contact = await view.get(id);
    if (contact) found.push({ id, contact });
  }
  return found;
}

/** If more people have a value, it is a company's, and joins only equal names. It also bounds the number of comparisons. */
const maxRelatives = 20;

/** The contacts and the rows of the file that have values of this person besides profiles. */
async function findSharers<Contact extends Candidate>(
  view: AccountView<Contact>,
  person: ComparedPerson & Findable,
): Promise<Sharer<Contact>[]> {
  const sharers = new Map<string, Sharer<Contact>>();
  const seen = new Set<string>();
  for (const lookup of importLookups(person)) {
    const key = lookupKey(lookup);
    if (isProfile(lookup) || seen.has(key)) continue;
    seen.add(key);
    const contacts = await contactsWith(view, lookup);
    const rows = view.inFile?.(lookup) ?? [];
    const found: Pick<Sharer<Contact>, "id" | "person" | "contact">[] = [
      ...contacts.map(({ contact }) => ({ id: contact.id, person: contact, contact })),
      ...rows.map((row) => ({ id: row.id, person: row })),
    ];
    // Colleagues show the website of their company.
    const isOfCompany = lookup.kind === "handle" && found.some((each) => isOtherName(each.person, person));
    const isOfMany = Math.max(contacts.length, rows.length) > maxRelatives;
    for (const each of found) {
      const sharer = sharers.get(each.id) ?? { ...each, common: 0 };
      sharers.set(each.id, sharer);
      sharer.common += 1;
      if (!areOnePerson(lookup, each.person, person)) continue;
      if (isOfCompany || (isOfMany && isOtherName(each.person, person))) sharer.isColleague = true;
      else sharer.provenBy ??= lookup.kind;
    }
  }
  return [...sharers.values()];
}

/** The contact with the same UID, or with the same name and day of connecting. */
async function findMarked<Contact extends Candidate>(
  view: AccountView<Contact>,
  origin: RowOrigin,
  row: ComparedPerson & Findable,
  sharers: readonly Sharer<Contact>[],
): Promise<Sharer<Contact>[]> {
  const id = view.marked(personMark(view.source, origin, row) ?? "");
  const contact = id === undefined ? undefined : await view.get(id);
  const kind = view.source === "network_a" ? "connection" : "uid";
  if (!contact || !areOnePerson({ kind }, contact, row)) return [];
  const { common = 0, provenBy = "import" } = sharers.find((sharer) => sharer.id === contact.id) ?? {};
  return [{ id: contact.id, person: contact, contact, common: common + 1, provenBy }];
}

/**
 * Those of the sharers who are other people, because a shorter name stands for somebody else; and the people whom the
 * person's own short name fits equally.
 */
async function findOthers<Contact extends Candidate>(
  view: AccountView<Contact>,
  one: Sharer<Contact>,
  proven: readonly Sharer<Contact>[],
): Promise<{ others: string[]; fitting: readonly ComparedPerson[] }> {
  const others: string[] = [];
  const fuller = proven.filter(({ person }) => isShorter(one.person, person));
  const own = personOf(one.person, fuller);
  if (own) for (const { id } of fuller) if (!own.has(id)) others.push(id);
  // Each of these is compared with everybody who has a value of theirs.
  const nearest = proven.toSorted((left, right) => right.common - left.common).slice(0, maxRelatives);
  for (const { id, person, common } of nearest) {
    if (id === one.id) continue;
    if (isShorter(person, one.person)) {
      const rivals = (await fullerSharers(view, person)).filter((rival) => rival.id !== one.id);
      if (personOf(person, [...rivals, { ...one, common }])?.has(one.id) === false) others.push(id);
    } else if (own && !isShorter(one.person, person)) {
      // Two short names are different people if they stand for different ones.
      const ids = personOf(person, await fullerSharers(view, person));
      if (ids && own.size + ids.size > 0 && ![...own].some((each) => ids.has(each))) others.push(id);
    }
  }
  return { others, fitting: own?.size === 0 ? fuller.map(({ person }) => person) : [] };
}

function isShorter(one: ComparedPerson & Findable, other: ComparedPerson & Findable): boolean {
  return isShorterName(one, other) && !hasDerivedName(one) && !hasDerivedName(other);
}

async function fullerSharers<Contact extends Candidate>(
  view: AccountView<Contact>,
  person: ComparedPerson & Findable,
): Promise<Sharer<Contact>[]> {
  const sharers = await findSharers(view, person);
  return sharers.filter((sharer) => sharer.provenBy !== undefined && isShorter(person, sharer.person));
}

/**
 * The ids of the one person with a fuller name who has most values in common. If several have, a short name is nobody's, so
 * that the result is empty; it is undefined for other names, and if nobody has a fuller name.
 */
function personOf<Contact>(
  person: ComparedPerson & Findable,
  fuller: readonly Sharer<Contact>[],
): ReadonlySet<string> | undefined {
  const most = Math.max(...fuller.map(({ common }) => common));
  const best = fuller.find(({ common }) => common === most);
  if (!best) return undefined;
  const isSame = (other: Sharer<Contact>) => mayBeOne(other.person, best.person);
  if (fuller.every((other) => other.common < most || isSame(other))) {
    return new Set(fuller.filter(isSame).map(({ id }) => id));
  }
  return isShortName(person) ? new Set() : undefined;
}

function isOtherName(one: ComparedPerson & Findable, other: ComparedPerson & Findable): boolean {
  return !haveSameWords(one, other) && !hasDerivedName(one) && !hasDerivedName(other);
}
