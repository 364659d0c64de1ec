/** What makes a row the same as another: of this file, or of the same file parsed again. */
import { createHash } from "node:crypto";
import { lookupHandle, platforms } from "../contact/handles.ts";
import { phoneLookupKey } from "../contact/phones.ts";
import { namesAgree } from "./identity.ts";
import type { ImportSource, ParsedContact } from "./parsed-contact.ts";

/** What is said about a row, or follows from others, is no part of what it is. */
const derived = new Set(["tempId", "isValid", "issues", "alreadyExists", "duplicateOf", "duplicateInFile", "photo"]);

/** Gives every row its `tempId`, and names for each the earlier row of the file that is about the same person. */
export function identifyRows(contacts: readonly ParsedContact[]): void {
  const ordinals = new Map<string, number>();
  const earlier = new Map<string, ParsedContact[]>();
  for (const contact of contacts) {
    const content = JSON.stringify(Object.entries(contact).filter(([name]) => !derived.has(name)));
    const digest = hash(content);
    const ordinal = ordinals.get(digest) ?? 0;
    ordinals.set(digest, ordinal + 1);
    contact.tempId = ordinal === 0 ? digest : hash(`${digest} ${ordinal}`);
    if (!contact.isValid) continue;
    const keys = [...identityKeys(contact), { key: `row ${digest}`, proves: true }];
    const match = keys
      .flatMap(({ key, proves }) => (earlier.get(key) ?? []).filter((other) => proves || namesAgree(other, contact)))
      .at(0);
    contact.duplicateInFile = match === undefined ? null : (match.duplicateInFile ?? match.tempId);
    for (const { key } of keys) remember(earlier, key, contact);
  }
}

/** What is kept of a row once it was taken over: a contact lists such marks, and an item leads from each to it. */
export function rowMark(source: ImportSource, tempId: string): string {
  return `${source}#${tempId}`;
}

/** Many rows may share a company's address or number; of each, this many are compared by name. */
const maxCandidates = 20;

function remember(earlier: Map<string, ParsedContact[]>, key: string, contact: ParsedContact): void {
  const known = earlier.get(key);
  if (known === undefined) earlier.set(key, [contact]);
  else if (known.length < maxCandidates) known.push(contact);
}

/** A profile proves a person by itself; an e-mail address, a phone number or a website only together with the name. */
function identityKeys(contact: ParsedContact): { key: string; proves: boolean }[] {
  const handles = platforms.flatMap((platform) => {
    const handle = contact[platform];
    if (handle === null) return [];
    return [{ key: `${platform} ${lookupHandle(platform, handle)}`, proves: platform !== "website" }];
  });
  const emails = contact.emails.map(({ value }) => ({ key: `email ${value.toLowerCase()}`, proves: false }));
  const phones = contact.phones.map(({ prefix, value }) => ({
    key: `phone ${phoneLookupKey(prefix, value)}`,
    proves: false,
  }));
  return [...handles, ...emails, ...phones];
}

/** 132 bits of SHA-256, base64url. */
function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
