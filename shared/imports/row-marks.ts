/**
 * Marks that a contact keeps of imported rows: of each row that became it (`rowMark`), and of the person that a row of
 * network_a is about, by which exports of different years meet.
 */
import { hash } from "node:crypto";
import { fullNameWords, type PersonName } from "./identity.ts";
import type { ImportSource } from "./parsed-contact.ts";
import { namesakeOf } from "./row-identity.ts";

/** Marks of a contact; when there are more, the oldest are forgotten, but for the row that created it and for persons. */
const maxMarks = 20;
/** A person who changed names leaves several; when there are more, the oldest are forgotten. */
const maxPersonMarks = 5;
/** No `tempId` that is made here begins so. */
const personStart = "network_a#@";
/** 132 bits. */
const hashLength = 22;

/**
 * The person whom this row of network_a is about, by the day of connecting, the words of the name in any order, and,
 * from the `tempId`, which of those the row is that its file names so: exports of before 2024 have nothing else that
 * tells people apart. `connectedAt` is an ISO timestamp or day, in UTC. Undefined for other sources, and without a day or
 * a name.
 */
export function personMark(
  source: ImportSource,
  { tempId, connectedAt }: { tempId: string; connectedAt?: string | null | undefined },
  name: PersonName,
): string | undefined {
  if (source !== "network_a" || !connectedAt) return undefined;
  const words = fullNameWords(name).sort();
  if (words.length === 0) return undefined;
  const namesake = namesakeOf(tempId);
  // No word begins so.
  const which = namesake === 0 ? [] : [`~${namesake}`];
  const text = [connectedAt.slice(0, "YYYY-MM-DD".length), ...words, ...which].join(" ");
  return personStart + hash("sha256", text, "base64url").slice(0, hashLength);
}

/**
 * A contact's marks with more of them: that of the row which created it, those of persons, and of the other rows the
 * newest.
 */
export function addMarks(marks: readonly string[], added: readonly string[], createdByRow: string | null): string[] {
  const others = [...new Set([...marks, ...added])].filter((mark) => mark !== createdByRow);
  const persons = others.filter(isPersonMark).slice(-maxPersonMarks);
  const kept = [...(createdByRow === null ? [] : [createdByRow]), ...persons];
  return [...kept, ...others.filter((mark) => !isPersonMark(mark)).slice(kept.length - maxMarks)];
}

function isPersonMark(mark: string): boolean {
  return mark.startsWith(personStart);
}
