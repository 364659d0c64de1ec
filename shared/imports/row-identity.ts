/** What makes a row the same as another one: of this file, or of the same file parsed again. */
import { hash as digestOf } from "node:crypto";
import { lookupHandle } from "../contact/handles.ts";
import { createNamesakes } from "./namesakes.ts";
import type { ImportSource, ParsedContact } from "./parsed-contact.ts";
import { contentOf, pictureMark } from "./row-content.ts";

/**
 * Gives every row, in their order, its `tempId`, by its content. Of equal rows the first has the digest of their content,
 * and the n-th after it `digest.n`. Of different people of one file who share name and day of connecting, the n-th after
 * the first has `~n` at the end: an older and a newer export count the same people each for itself. Those who share a
 * profile or an e-mail address are one person.
 * Rows that name nobody have ids that say nothing of each other: their owner may make several people of them.
 * Keeps some 100 bytes of a row, and of each value by which namesakes are one person.
 */
export function createRowIdentity(): (contact: ParsedContact, picture?: Uint8Array, file?: number) => void {
  /** The person of the rows with a content; null for rows that name nobody. */
  const contents = new Map<string, string | null>();
  /** How many rows with a content there were before; only of those that came more than once. */
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
    // Whoever has a profile of network_b is told from others by it.
    const person = isConnection && contact.network_b === null ? (same ?? personOf(contact, digest)) : null;
    contents.set(digest, person);
    if (person === null) return;
    const namesake = numberNamesake(contact, person);
    if (namesake > 0) contact.tempId += `~${namesake}`;
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

/** The profile goes before the addresses, which may be a company's. */
function personKeys({ network_a, emails }: ParsedContact): string[] {
  const values = emails.map(({ value }) => `email ${value.toLowerCase()}`);
  if (network_a !== null) values.unshift(`network_a ${lookupHandle("network_a", network_a)}`);
  return values.map((value) => hash(value, "binary").slice(0, keyLength));
}

/** 132 bits: the characters of a hash in a `tempId`. */
const hashLength = 22;
/** 96 bits: enough for the values of one import, and short enough that a cut text is a text of its own. */
const keyLength = 12;

/** SHA-256. */
function hash(text: string, encoding: "base64url" | "binary"): string {
  return digestOf("sha256", text, encoding);
}
