/**
 * The marks of imported rows that a contact keeps: one for each row that became the contact (`rowMark`), and one for the
 * person of a row, by which exports of different years match: in network_a the name and day of connecting, in a vCard the
 * UID.
 */
import { hash } from "node:crypto";
import type { ImportSource } from "../row/parsed-contact.ts";
import { fullNameWords, type PersonName } from "./read-name.ts";
import { markLength, namesakeOf, rowMark } from "./row-identity.ts";

/** The marks of a contact. The oldest are removed, except marks of persons and the mark of the row that created it. */
const maxMarks = 20;
/**
 * The marks of a person from one source. The oldest others are removed. A person has several marks after a change of the
 * name, or if several programs have a card.
 */
const maxPersonMarks = 5;
/** No `tempId` begins with `@`. */
const personStarts = { network_a: "network_a#@", vcard: "vcard#@" } as const;
/** 132 bits. */
const uidLength = 22;

/** The values besides the name that identify the person of a row. */
export interface RowOrigin {
  tempId: string;
  /** An ISO timestamp or day, in UTC. */
  connectedAt?: string | null | undefined;
  /** As `rowUid` returns it. */
  uid?: string | undefined;
  /** The `tempId`s of rows and the ids of contacts that are other people, as the parse has decided. */
  notSameAs?: readonly string[] | undefined;
}

/**
 * The mark of the person of a row: in a vCard, by the UID; in network_a, by the day of connecting, the words of the name in
 * any order, and the number among namesakes from the `tempId`, because exports of before 2024 have nothing else that
 * distinguishes people. Undefined for rows without these, and for other sources.
 */
export function personMark(source: ImportSource, row: RowOrigin, name: PersonName): string | undefined {
  if (source === "vcard")
    return row.uid === undefined ? undefined : personStarts.vcard + shortHash(row.uid, markLength);
  const { tempId, connectedAt } = row;
  if (source !== "network_a" || !connectedAt) return undefined;
  const words = fullNameWords(name).sort();
  if (words.length === 0) return undefined;
  const namesake = namesakeOf(tempId);
  // No word of a name begins with `~`.
  const which = namesake === 0 ? [] : [`~${namesake}`];
  const text = [connectedAt.slice(0, "YYYY-MM-DD".length), ...words, ...which].join(" ");
  return personStarts.network_a + shortHash(text, markLength);
}

/** The marks by which the contact of a row is found: the mark of the row, and the mark of its person. */
export function marksOf(source: ImportSource, row: RowOrigin, name: PersonName): string[] {
  const person = personMark(source, row, name);
  return [rowMark(source, row.tempId), ...(person === undefined ? [] : [person])];
}

/**
 * The UID of a card (RFC 6350, section 6.7.6) as a row keeps it: a UUID, which may be the id of a contact, in lower case
 * and without its scheme; of any other text a hash, because the text may be long or have an address in it. Undefined for a
 * blank UID.
 */
export function rowUid(text: string): string | undefined {
  const uid = text.trim().replace(/^urn:uuid:/i, "");
  if (uid === "") return undefined;
  return uuid.test(uid) ? uid.toLowerCase() : shortHash(uid);
}

/** Whether `rowUid` can return this. */
export function isRowUid(uid: unknown): uid is string {
  return typeof uid === "string" && (uuid.test(uid) ? uid === uid.toLowerCase() : /^[\w-]{22}$/.test(uid));
}

/**
 * The id of the contact from which this card may have been exported: our cards have the id of the contact as UID. Undefined
 * if the UID has another form than our ids (version 7), so that no read is wasted.
 */
export function exportedId(source: ImportSource, accountId: string, { uid }: RowOrigin): string | undefined {
  const isOurs = source === "vcard" && uid !== undefined && (uid === accountId || ownForm.test(uid));
  return isOurs ? uid : undefined;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const ownForm = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

function shortHash(text: string, length = uidLength): string {
  return hash("sha256", text, "base64url").slice(0, length);
}

/** Adds marks to a contact. Keeps the mark of the row that created it, marks of persons, and the newest others. */
export function addMarks(marks: readonly string[], added: readonly string[], createdByRow: string | null): string[] {
  const others = [...new Set([...marks, ...added])].filter((mark) => mark !== createdByRow);
  const persons = Object.values(personStarts).flatMap((start) =>
    others.filter((mark) => mark.startsWith(start)).slice(-maxPersonMarks),
  );
  const kept = [...(createdByRow === null ? [] : [createdByRow]), ...persons];
  return [...kept, ...others.filter((mark) => !isPersonMark(mark)).slice(kept.length - maxMarks)];
}

function isPersonMark(mark: string): boolean {
  return Object.values(personStarts).some((start) => mark.startsWith(start));
}
