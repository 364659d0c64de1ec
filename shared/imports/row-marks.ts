/**
 * Marks that a contact keeps of imported rows: of each row that became it (`rowMark`), and of the person whom a row is
 * about, by which exports of different years meet: in network_a the name and day of connecting, in a vCard the UID.
 */
import { hash } from "node:crypto";
import { fullNameWords, type PersonName } from "./identity-names.ts";
import type { ImportSource } from "./parsed-contact.ts";
import { namesakeOf } from "./row-identity.ts";

/** Marks of a contact; when there are more, the oldest are forgotten, but for the row that created it and for persons. */
const maxMarks = 20;
/**
 * A person who changed names leaves several, and one of whom several programs have a card; when there are more of one
 * source, the oldest are forgotten.
 */
const maxPersonMarks = 5;
/** No `tempId` that is made here begins so. */
const personStarts = { network_a: "network_a#@", vcard: "vcard#@" } as const;
/** 132 bits. */
const hashLength = 22;

/** What tells whom a row is about, besides its name. */
export interface RowOrigin {
  tempId: string;
  /** An ISO timestamp or day, in UTC. */
  connectedAt?: string | null | undefined;
  /** As `rowUid` gives it. */
  uid?: string | undefined;
}

/**
 * The person whom a row is about. In a vCard, by the UID. In network_a, by the day of connecting, the words of the name
 * in any order, and, from the `tempId`, which of those the row is that its file names so: exports of before 2024 have
 * nothing else that tells people apart. Undefined for what has neither, and for other sources.
 */
export function personMark(source: ImportSource, row: RowOrigin, name: PersonName): string | undefined {
  if (source === "vcard") return row.uid === undefined ? undefined : personStarts.vcard + shortHash(row.uid);
  const { tempId, connectedAt } = row;
  if (source !== "network_a" || !connectedAt) return undefined;
  const words = fullNameWords(name).sort();
  if (words.length === 0) return undefined;
  const namesake = namesakeOf(tempId);
  // No word begins so.
  const which = namesake === 0 ? [] : [`~${namesake}`];
  const text = [connectedAt.slice(0, "YYYY-MM-DD".length), ...words, ...which].join(" ");
  return personStarts.network_a + shortHash(text);
}

/**
 * What a row keeps of its card's UID (RFC 6350, section 6.7.6): a UUID, which may be a contact's id, in lower case and
 * without its scheme, and of any other text a hash, since it may be long or quote an address. Undefined for a blank one.
 */
export function rowUid(text: string): string | undefined {
  const uid = text.trim().replace(/^urn:uuid:/i, "");
  if (uid === "") return undefined;
  return uuid.test(uid) ? uid.toLowerCase() : shortHash(uid);
}

/** Whether this is what `rowUid` gives. */
export function isRowUid(uid: unknown): uid is string {
  return typeof uid === "string" && (uuid.test(uid) ? uid === uid.toLowerCase() : /^[\w-]{22}$/.test(uid));
}

/**
 * The id of the contact that this row was exported from, if it is one of the account's: the card of a contact has its
 * id as UID. Undefined where it can be none of ours, whose ids are of version 7, so that nobody looks for it.
 */
export function exportedId(source: ImportSource, accountId: string, { uid }: RowOrigin): string | undefined {
  const isOurs = source === "vcard" && uid !== undefined && (uid === accountId || ownForm.test(uid));
  return isOurs ? uid : undefined;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const ownForm = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

function shortHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, hashLength);
}

/**
 * A contact's marks with more of them: that of the row which created it, those of persons, and of the other rows the
 * newest.
 */
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
