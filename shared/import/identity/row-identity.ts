/** The `tempId` of a row, by which it is recognised in this file, and when the file is parsed again. */
import { hash as digestOf } from "node:crypto";
import { contactFields, type FieldName, parsedFields } from "../../contact/fields.ts";
import { lookupHandle } from "../../contact/reach/handles.ts";
import type { ImportSource, ParsedContact } from "../row/parsed-contact.ts";
import { fullNameWords } from "./read-name.ts";

/**
 * Sets the `tempId` of every row, in their order, to a digest of its content. The n-th repeat of an equal row has `.n` at
 * the end. The n-th further person of one file with the same name and day of connecting has `~n` at the end, because an
 * older and a newer export list the same people in the same order. People who share a profile or an e-mail address are one
 * person. Invalid rows, which have no name, have unrelated ids, because a client may make several people of them.
 *
 * Keeps some 100 bytes of each row, and of each value by which namesakes are one person.
 */
export function createRowIdentity(): (contact: ParsedContact, picture?: Uint8Array, file?: number) => void {
  /** The person by the content of the row; null for rows without a name. */
  const contents = new Map<string, string | null>();
  /** The number of earlier rows with the same content, if there are any. */
  const repeats = new Map<string, number>();
  const persons = new Map<string, string>();
  let [numberNamesake, currentFile] = [createNamesakes(), 0];

  function personOf(contact: ParsedContact, digest: string): string {
    const keys = personKeys(contact);
    const known = keys.map((key) => persons.get(key)).find((person) => person !== undefined) ?? digest;
    for (const key of keys) if (!persons.has(key)) persons.set(key, known);
    return known;
  }

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
    const isConnection = contact.isValid && contact.connectedAt !== null;
    // A profile of network_b distinguishes people by itself.
    const person = isConnection && contact.network_b === null ? (same ?? personOf(contact, digest)) : null;
    contents.set(digest, person);
    if (person === null) return;
    const namesake = numberNamesake(contact, person);
    if (namesake > 0) contact.tempId += `~${namesake}`;
  };
}

/**
 * The mark of a committed row. The contact lists its marks, and an item of the table leads from each mark to the contact.
 * Equal rows share a mark, so that all are known when one is committed.
 */
export function rowMark(source: ImportSource, tempId: string): string {
  return `${source}#${ownId.test(tempId) ? tempId.slice(0, markLength) : tempId}`;
}

/** The hash at the start of a `tempId`, which equal rows share. Other ids are returned unchanged. */
export function firstOfEqual(tempId: string): string {
  return ownId.test(tempId) ? tempId.slice(0, hashLength) : tempId;
}

/** The number of earlier people of the file with the same name and day; 0 for other ids. */
export function namesakeOf(tempId: string): number {
  return Number(ownId.exec(tempId)?.[1] ?? 0);
}

/** The hash of the content, the number among equal rows, and the number among namesakes. */
const ownId = /^[\w-]{22}(?:\.\d{1,9})?(?:~(\d{1,9}))?$/;

/**
 * Numbers the people with the same words in their names and the same day of connecting, from 0 on, in the order of the
 * file: exports without profiles have nothing else that distinguishes them. A person with the same `person` text keeps the
 * number.
 */
function createNamesakes(): (contact: ParsedContact, person: string) => number {
  const firsts = new Map<string, string>();
  /** Only for names and days that several people have. */
  const further = new Map<string, Map<string, number>>();
  return (contact, person) => {
    const text = [contact.connectedAt?.slice(0, "YYYY-MM-DD".length), ...fullNameWords(contact).sort()].join(" ");
    const key = hash(text, "binary").slice(0, keyLength);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, person);
    if (first === undefined || first === person) return 0;
    const others = further.get(key) ?? new Map<string, number>();
    further.set(key, others);
    const number = others.get(person) ?? others.size + 1;
    others.set(person, number);
    return number;
  };
}

/** The profile comes before the e-mail addresses, because an address may belong to a company. */
function personKeys({ network_a, emails }: ParsedContact): string[] {
  const values = emails.map(({ value }) => `email ${value.toLowerCase()}`);
  if (network_a !== null) values.unshift(`network_a ${lookupHandle("network_a", network_a)}`);
  return values.map((value) => hash(value, "binary").slice(0, keyLength));
}

/** 132 bits: the characters of a hash in a `tempId`. */
const hashLength = 22;
/** 72 bits are enough to distinguish the marks of one account. Every index has those of a contact. */
export const markLength = 12;
/** 96 bits are enough for the values of one import. The engine copies a part of a text that is so short. */
const keyLength = 12;

/** SHA-256. */
function hash(text: string | Uint8Array, encoding: "base64url" | "binary"): string {
  return digestOf("sha256", text, encoding);
}

/**
 * Fields that are not part of the content: they describe the row, or follow from other fields. Some programs create a new
 * UID for every export.
 */
type Derived =
  | ("tempId" | "isValid" | "issues" | "alreadyExists" | "duplicateOf" | "duplicateInFile" | "notSameAs")
  | ("photo" | "uid");
type RowContent = Omit<ParsedContact, Derived>;

/** The content besides the fields of a contact. */
const rowFields = Object.keys({
  connectedAt: true,
  groups: true,
  likelyPerson: true,
  sources: true,
} satisfies Record<Exclude<keyof RowContent, FieldName>, true>) as readonly (keyof RowContent)[];

/** The fields that the hash of every row includes, in this order. */
const alwaysHashed = [...parsedFields.filter((field) => contactFields[field].hashed === "always"), ...rowFields];
/** Fields that were added later. Rows without them keep their hash. */
const hashedWhenSet = parsedFields.filter((field) => !alwaysHashed.includes(field));

/**
 * The content of the row as an unambiguous text: every text has its length before it, and so has the JSON of other values.
 * JSON of the whole content would take three times as long.
 */
function contentOf(contact: RowContent): string {
  let content = "";
  for (const field of alwaysHashed) {
    const value = contact[field];
    if (value === null) content += "-";
    else if (typeof value === "string") content += `${value.length}:${value}`;
    else if (value === undefined) content += "~";
    else if (Array.isArray(value) && value.length === 0) content += "=";
    else {
      const json = typeof value === "object" ? JSON.stringify(value) : String(value);
      content += `+${json.length}:${json}`;
    }
  }
  for (const field of hashedWhenSet) {
    if (contact[field] !== null) content += `${field}${JSON.stringify(contact[field])}`;
  }
  // All broken characters have the same hash, so JSON escapes them.
  return content.isWellFormed() ? content : JSON.stringify(content);
}

/** Empty without a picture. No text of a field begins with an asterisk. */
function pictureMark(picture: Uint8Array | undefined): string {
  return picture === undefined ? "" : `*${hash(picture, "base64url")}`;
}
