/** What makes a row the same as another: of this file, or of the same file parsed again. */
import { hash as digestOf } from "node:crypto";
import { lookupHandle, platforms } from "../contact/handles.ts";
import { phoneTail } from "../contact/phones.ts";
import { namesAgree } from "./identity.ts";
import type { ImportSource, ParsedContact } from "./parsed-contact.ts";

/** What is said about a row, or follows from others, is no part of what it is. */
type Derived = "tempId" | "isValid" | "issues" | "alreadyExists" | "duplicateOf" | "duplicateInFile" | "photo";
export type RowContent = Omit<ParsedContact, Derived>;

/** What is kept of a row: texts of its own, so that nothing holds the file that they came from. */
interface EarlierRow {
  /** Of the first row about the same person; its `tempId` begins it. */
  digest: string;
  /** All names, as one; empty where nothing leads to the row that needs them. */
  firstName: string;
}

/** By the values that rows share: the one row, mostly, or several. */
type EarlierRows = Map<string, EarlierRow | EarlierRow[]>;

/**
 * Gives every row, in their order, its `tempId`, by its content, and names the earlier row of the file that is about
 * the same person. Of equal rows the first has the digest of their content, and the n-th after it `digest.n`.
 * Rows that name nobody have ids that say nothing of each other: their owner may make several people of them.
 * Keeps some 100 bytes of a row and of each value that may tell it from others.
 */
export function createRowIdentity(): (contact: ParsedContact, picture?: Uint8Array) => void {
  /** Null for a row that names nobody. */
  const contents = new Map<string, EarlierRow | null>();
  /** How many rows with a content there were before; only of those that came more than once. */
  const repeats = new Map<string, number>();
  const profiles = new Map<string, EarlierRow>();
  const sharing: EarlierRows = new Map();
  return (contact, picture) => {
    const digest = hash(contentOf(contact) + pictureMark(picture), "base64url");
    const same = contents.get(digest);
    if (same === undefined) {
      contact.tempId = digest.slice(0, tempIdLength);
    } else {
      const ordinal = (repeats.get(digest) ?? 0) + 1;
      repeats.set(digest, ordinal);
      contact.tempId = contact.isValid
        ? `${digest.slice(0, tempIdLength)}.${ordinal}`
        : hash(`${digest} ${ordinal}`, "base64url").slice(0, tempIdLength);
    }
    if (!contact.isValid) {
      contents.set(digest, null);
      return;
    }
    const proofs = profileKeys(contact);
    const hints = sharedKeys(contact);
    const match = same ?? findProfile(profiles, proofs) ?? findSharing(sharing, hints, contact);
    contact.duplicateInFile = match ? match.digest.slice(0, tempIdLength) : null;
    const row = same ?? {
      digest: match?.digest ?? digest,
      firstName: hints.length === 0 ? "" : copyOfNames(contact),
    };
    contents.set(digest, row);
    for (const key of proofs) if (!profiles.has(key)) profiles.set(key, row);
    for (const key of hints) remember(sharing, key, row);
  };
}

/**
 * What is kept of a row once it was taken over: a contact lists such marks, and an item leads from each to it. Equal
 * rows share one: whichever is taken over first, the others are known.
 */
export function rowMark(source: ImportSource, tempId: string): string {
  return `${source}#${firstOfEqual(tempId)}`;
}

/** The `tempId` of the first row of those that are equal to this one; an id that was not made here as it is. */
export function firstOfEqual(tempId: string): string {
  return /^[\w-]{22}\.\d+$/.test(tempId) ? tempId.slice(0, tempIdLength) : tempId;
}

/** Many rows may share a company's address or number; of each, this many are compared by name. */
const maxCandidates = 20;

function findProfile(profiles: ReadonlyMap<string, EarlierRow>, keys: readonly string[]): EarlierRow | undefined {
  for (const key of keys) {
    const known = profiles.get(key);
    if (known) return known;
  }
  return undefined;
}

function findSharing(sharing: EarlierRows, keys: readonly string[], contact: ParsedContact): EarlierRow | undefined {
  for (const key of keys) {
    const known = sharing.get(key);
    if (known === undefined) continue;
    const match = (Array.isArray(known) ? known : [known]).find((row) => namesAgree(row, contact));
    if (match) return match;
  }
  return undefined;
}

function remember(sharing: EarlierRows, key: string, row: EarlierRow): void {
  const known = sharing.get(key);
  if (known === undefined) sharing.set(key, row);
  else if (!Array.isArray(known)) sharing.set(key, [known, row]);
  else if (known.length < maxCandidates) known.push(row);
}

/** A profile proves a person by itself. */
function profileKeys(contact: ParsedContact): string[] {
  const keys: string[] = [];
  for (const platform of platforms) {
    const handle = contact[platform];
    if (handle !== null && platform !== "website") keys.push(keyOf(platform, lookupHandle(platform, handle)));
  }
  return keys;
}

/** A website, an e-mail address or a phone number proves a person only together with the name. */
function sharedKeys({ website, emails, phones }: ParsedContact): string[] {
  const keys: string[] = [];
  if (website !== null) keys.push(keyOf("website", lookupHandle("website", website)));
  for (const { value } of emails) keys.push(keyOf("email", value.toLowerCase()));
  // The tail is what all spellings of a number share: no name agrees where only the tail does, but for rare namesakes.
  // An extension is no part of it.
  for (const { prefix, value } of phones) keys.push(keyOf("phone", phoneTail(prefix + value.replace(/ x.*$/, ""))));
  return keys;
}

/** Every field once; a new one is missed by the compiler. */
const contentFields = Object.keys({
  firstName: true,
  lastName: true,
  middleName: true,
  headline: true,
  position: true,
  location: true,
  latitude: true,
  longitude: true,
  timezone: true,
  language: true,
  emails: true,
  phones: true,
  addresses: true,
  importantDates: true,
  network_a: true,
  network_b: true,
  network_c: true,
  network_d: true,
  network_e: true,
  website: true,
  notes: true,
  keepFrequencyDays: true,
  lastInteraction: true,
  connectedAt: true,
  groups: true,
  likelyPerson: true,
  sources: true,
} satisfies Record<keyof RowContent, true>) as readonly (keyof RowContent)[];

/**
 * The row's content as one text, another one for each content: every text with its length before it, and what is no
 * text, as JSON, alike. JSON for all of it takes three times as long.
 */
function contentOf(contact: RowContent): string {
  let content = "";
  for (const field of contentFields) {
    const value = contact[field];
    if (value === null) content += "-";
    else if (typeof value === "string") content += `${value.length}:${value}`;
    else if (value === undefined) content += "~";
    else if (Array.isArray(value) && value.length === 0) content += "=";
    else {
      const json = JSON.stringify(value);
      content += `+${json.length}:${json}`;
    }
  }
  // A broken character would be hashed as any other broken one.
  return content.isWellFormed() ? content : JSON.stringify(content);
}

/** Nothing without a picture; no field's text begins with the sign of it. */
function pictureMark(picture: Uint8Array | undefined): string {
  return picture === undefined ? "" : `*${digestOf("sha256", picture, "base64url")}`;
}

/** 132 bits. */
const tempIdLength = 22;
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
function copyOfNames({ firstName, middleName, lastName }: ParsedContact): string {
  return Buffer.from(`${firstName} ${middleName ?? ""} ${lastName}`).toString();
}
