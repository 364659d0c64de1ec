/** vCards for tests: written by hand, read through the importer's two pure steps. */
import { Buffer } from "node:buffer";
import { parseVcard } from "../../functions/import-parser/vcard.ts";
import { normaliseRows } from "../../shared/imports/normalise.ts";
import type { ParsedContact, ParsedFile } from "../../shared/imports/parsed-contact.ts";

/** A card of version 3.0 with these lines, unless they bring a version of their own. */
export function card(...lines: string[]): string {
  const version = lines.some((line) => line.startsWith("VERSION")) ? [] : ["VERSION:3.0"];
  return ["BEGIN:VCARD", ...version, ...lines, "END:VCARD", ""].join("\r\n");
}

export function importText(text: string, encoding: BufferEncoding = "utf8"): ParsedFile {
  return normaliseRows(parseVcard(Buffer.from(text, encoding)));
}

/** The only contact of a card with these lines. */
export function importCard(...lines: string[]): ParsedContact {
  return onlyContact(importText(card(...lines)));
}

export function onlyContact({ contacts }: ParsedFile): ParsedContact {
  const [contact, ...others] = contacts;
  if (contact === undefined || others.length > 0) throw new Error(`${contacts.length} contacts instead of one`);
  return contact;
}

export function issueCodes({ issues }: ParsedContact): string[] {
  return issues.map(({ code }) => code);
}
