/** What makes a row the same as another: of this file, or of the same file parsed again. */
import { hash as digestOf } from "node:crypto";
import { lookupHandle, type Platform, platforms } from "../contact/handles.ts";
import { isSameNumber, phoneLookupKey, phoneTail } from "../contact/phones.ts";
import type { Lookup } from "../table/contact-derived.ts";
import { agreesOn } from "./derived-names.ts";
import { agreeAsPersons, haveOtherBirthdays, type NamedPerson, nameLine, nameOfLine } from "./identity.ts";
import { birthdaysOf } from "./identity-birthdays.ts";
import { createNamesakes } from "./namesakes.ts";
import type { ImportSource, ParsedContact } from "./parsed-contact.ts";
import { otherProfileIssue } from "./remarks.ts";
import { contentOf, pictureMark } from "./row-content.ts";

/** What is kept of a row: texts of its own, so that nothing holds the file that they came from. */
interface EarlierRow {
  /** Of the first row about the same person; its `tempId` begins it. */
  digest: string;
  /** Of that first row. */
  namesake: number;
  /** Its names, and its phone numbers, each in a line; empty where nothing leads to the row that needs them. */
  text: string;
  /** The keys of its profiles, in the same case. */
  profiles: readonly string[];
}

/** By the values that rows share: the one row, mostly, or several. */
type EarlierRows = Map<string, EarlierRow | EarlierRow[]>;

/** A value that proves a person only together with the name. */
interface Hint {
  key: string;
  /** Undefined for a UID, by which nobody is looked up. */
  lookup: () => Lookup | undefined;
}

/**
 * Gives every row, in their order, its `tempId`, by its content, and names the earlier row of the file that is about
 * the same person. Of equal rows the first has the digest of their content, and the n-th after it `digest.n`. Of
 * different people of one file who share name and day of connecting, the n-th after the first has `~n` at the end: an
 * older and a newer export count the same people each for itself.
 * Rows that name nobody have ids that say nothing of each other: their owner may make several people of them.
 * Keeps some 100 bytes of a row, of its day and name, and of each value that may tell it from others.
 */
export function createRowIdentity(): (contact: ParsedContact, picture?: Uint8Array, file?: number) => void {
  /** Null for a row that names nobody. */
  const contents = new Map<string, EarlierRow | null>();
  /** How many rows with a content there were before; only of those that came more than once. */
  const repeats = new Map<string, number>();
  const profiles = new Map<string, EarlierRow>();
  const sharing: EarlierRows = new Map();
  /** Those of the first row of a person that tells any, parted by blanks, by the person's digest. */
  const birthdays = new Map<string, string>();
  let [numberNamesake, currentFile] = [createNamesakes(), 0];
  return (contact, picture, file = 0) => {
    if (file !== currentFile) [numberNamesake, currentFile] = [createNamesakes(), file];
    const digest = hash(contentOf(contact) + pictureMark(picture), "base64url");
    const same = contents.get(digest);
    if (same === undefined) {
      contact.tempId = digest.slice(0, hashLength);
    } else {
      const ordinal = (repeats.get(digest) ?? 0) + 1;
      repeats.set(digest, ordinal);
      contact.tempId = contact.isValid
        ? `${digest.slice(0, hashLength)}.${ordinal}`
        : hash(`${digest} ${ordinal}`, "base64url").slice(0, hashLength);
    }
    if (!contact.isValid) {
      contents.set(digest, null);
      return;
    }
    const proofs = profileKeys(contact);
    const hints = sharedValues(contact);
    const known = same ?? findProfile(profiles, proofs);
    const match = known ?? findSharing(sharing, { contents, birthdays }, hints, contact);
    const person = match?.digest ?? digest;
    // Whoever has a profile of network_b is told from others by it.
    const namesake = contact.network_b === null ? numberNamesake(contact, person) : 0;
    contact.tempId += namesakeSuffix(namesake);
    contact.duplicateInFile = match ? match.digest.slice(0, hashLength) + namesakeSuffix(match.namesake) : null;
    const other = known ? undefined : otherProfile(match, proofs);
    if (other !== undefined) contact.issues.push(otherProfileIssue(other, "An earlier row of the same person"));
    const row = same ?? {
      digest: person,
      namesake: match?.namesake ?? namesake,
      text: hints.length === 0 ? "" : copyOfTexts(contact),
      profiles: hints.length === 0 || proofs.length === 0 ? none : proofs,
    };
    contents.set(digest, row);
    const told = birthdaysOf(contact);
    if (told.length > 0 && !birthdays.has(person)) birthdays.set(person, copyOf(told.join(" ")));
    for (const key of proofs) if (!profiles.has(key)) profiles.set(key, row);
    for (const { key } of hints) remember(sharing, key, row);
  };
}

/**
 * What is kept of a row once it was taken over: a contact lists such marks, and an item leads from each to it. Equal
 * rows share one: whichever is taken over first, the others are known.
 */
export function rowMark(source: ImportSource, tempId: string): string {
  return `${source}#${firstOfEqual(tempId)}`;
}

/**
 * The hash of the content that a `tempId` begins with, which equal rows share, whoever else the file names; an id that
 * was not made here as it is.
 */
export function firstOfEqual(tempId: string): string {
  return ownId.test(tempId) ? tempId.slice(0, hashLength) : tempId;
}

/** How many people of the row's name and day the file named before it; 0 for an id that was not made here. */
export function namesakeOf(tempId: string): number {
  return Number(ownId.exec(tempId)?.[1] ?? 0);
}

/** The hash of the content; which of its equals the row is, and which of its namesakes. */
const ownId = /^[\w-]{22}(?:\.\d{1,9})?(?:~(\d{1,9}))?$/;

function namesakeSuffix(namesake: number): string {
  return namesake === 0 ? "" : `~${namesake}`;
}

/** Many rows may share a company's address or number; of each, this many are compared by name. */
const maxSharing = 20;
const none: readonly string[] = [];

function findProfile(profiles: ReadonlyMap<string, EarlierRow>, keys: readonly string[]): EarlierRow | undefined {
  for (const key of keys) {
    const known = profiles.get(key);
    if (known) return known;
  }
  return undefined;
}

/** What is known of a person by the digest of their first row. */
interface FirstRows {
  contents: ReadonlyMap<string, EarlierRow | null>;
  birthdays: ReadonlyMap<string, string>;
}

function findSharing(
  sharing: EarlierRows,
  { contents, birthdays }: FirstRows,
  hints: readonly Hint[],
  contact: ParsedContact,
): EarlierRow | undefined {
  // A contact has the name of the row that created it: by that one a commit tells whether birthdays are others.
  const personOf = (digest: string, text: string): NamedPerson => {
    const told = birthdays.get(digest)?.split(" ") ?? [];
    const [line = ""] = (contents.get(digest)?.text || text).split("\n");
    return { ...nameOfLine(line), importantDates: told.map((date) => ({ type: "birthday", date })) };
  };
  for (const { key, lookup: read } of hints) {
    const known = sharing.get(key);
    if (known === undefined) continue;
    const lookup = read();
    const agrees = lookup ? agreesOn(lookup, contact) : (other: NamedPerson) => agreeAsPersons(other, contact);
    const match = (Array.isArray(known) ? known : [known]).find(({ digest, text }) => {
      const [line = "", ...numbers] = text.split("\n");
      return (
        agrees(nameOfLine(line)) &&
        (lookup?.kind !== "phone" || hasNumber(numbers, lookup.value)) &&
        !haveOtherBirthdays(personOf(digest, text), contact)
      );
    });
    if (match) return match;
  }
  return undefined;
}

function hasNumber(numbers: readonly string[], wanted: string): boolean {
  return numbers.some((number) => {
    const [prefix = "", value = ""] = number.split(" ");
    return isSameNumber(phoneLookupKey(prefix, value), wanted);
  });
}

/** The network of which both have a profile, and each another one. */
function otherProfile(row: EarlierRow | undefined, keys: readonly string[]): Platform | undefined {
  for (const other of row?.profiles ?? none) {
    if (keys.some((key) => key !== other && key[0] === other[0])) return platforms[Number(other[0])];
  }
  return undefined;
}

function remember(sharing: EarlierRows, key: string, row: EarlierRow): void {
  const known = sharing.get(key);
  if (known === undefined) sharing.set(key, row);
  else if (!Array.isArray(known)) sharing.set(key, [known, row]);
  else if (known.length < maxSharing) known.push(row);
}

/** A profile proves a person by itself. Each key begins with the place of its network among all. */
function profileKeys(contact: ParsedContact): string[] {
  const keys: string[] = [];
  let place = 0;
  for (const platform of platforms) {
    const handle = contact[platform];
    if (handle !== null && platform !== "website") {
      keys.push(place + keyOf(platform, lookupHandle(platform, handle)).slice(1));
    }
    place += 1;
  }
  return keys;
}

/** A website, an e-mail address, a phone number or a UID. */
function sharedValues({ website, emails, phones, uid }: ParsedContact): Hint[] {
  const hints: Hint[] = [];
  if (website !== null) {
    const value = lookupHandle("website", website);
    hints.push({ key: keyOf("website", value), lookup: () => ({ kind: "handle", platform: "website", value }) });
  }
  for (const email of emails) {
    const value = email.value.toLowerCase();
    hints.push({ key: keyOf("email", value), lookup: () => ({ kind: "email", value }) });
  }
  // The tail is what all spellings of a number share, and reading the whole of it takes long: only where another row
  // has the tail.
  for (const { prefix, value } of phones) {
    hints.push({
      key: keyOf("phone", phoneTail(prefix + withoutExtension(value))),
      lookup: () => ({ kind: "phone", value: phoneLookupKey(prefix, value) }),
    });
  }
  if (uid !== undefined) hints.push({ key: keyOf("uid", uid), lookup: () => undefined });
  return hints;
}

function withoutExtension(value: string): string {
  return value.replace(/ x.*$/, "");
}

/** 132 bits: the characters of a hash in a `tempId`. */
const hashLength = 22;
/** 96 bits: enough for the values of one import, and short enough that a cut text is a text of its own. */
const keyLength = 12;

function keyOf(kind: string, value: string): string {
  return hash(`${kind} ${value}`, "binary").slice(0, keyLength);
}

/** SHA-256. */
function hash(text: string, encoding: "base64url" | "binary"): string {
  return digestOf("sha256", text, encoding);
}

/** A part of a text holds all of it; a copy does not. */
function copyOfTexts(contact: ParsedContact): string {
  let text = nameLine(contact);
  for (const { prefix, value } of contact.phones) text += `\n${prefix} ${withoutExtension(value)}`;
  return copyOf(text);
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
