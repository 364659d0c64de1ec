/** vCards for tests: written by hand, read through the importer's two pure steps. */
import { Buffer } from "node:buffer";
import { fileOf, type ImportFile } from "../../../functions/import-parser/files/import-file.ts";
import { ImportFilesError } from "../../../functions/import-parser/files/import-file-error.ts";
import { readVcards } from "../../../functions/import-parser/vcard/read-vcards.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { normaliseRows, type ParsedFile } from "./normalise-rows.ts";

/** A card of version 3.0 with these lines, unless they bring a version of their own. */
export function card(...lines: string[]): string {
  const version = lines.some((line) => line.startsWith("VERSION")) ? [] : ["VERSION:3.0"];
  return ["BEGIN:VCARD", ...version, ...lines, "END:VCARD", ""].join("\r\n");
}

/** The rows of one file. Throws ImportFilesError. */
export async function rowsOf(content: Uint8Array | string | ImportFile): Promise<RawRow[]> {
  const isFile = typeof content === "object" && "stream" in content;
  const file = isFile ? content : fileOf(Buffer.from(content));
  const rows: RawRow[] = [];
  for await (const row of readVcards([file], { strategy: "following" })) rows.push(row);
  return rows;
}

/** A file that comes in these pieces, however small they are. */
export function fileInPieces(pieces: readonly Uint8Array[]): ImportFile {
  const whole = Buffer.concat(pieces);
  return {
    ...fileOf(whole),
    async *stream(start = 0) {
      let at = 0;
      for (const piece of pieces) {
        const skipped = Math.max(0, start - at);
        if (skipped < piece.length) yield piece.subarray(skipped);
        at += piece.length;
      }
    },
  };
}

/** What a file's reading was refused for, as `reason`; null when it gave rows. */
export async function faultOf(content: Uint8Array | string): Promise<string | null> {
  try {
    await rowsOf(content);
    return null;
  } catch (error) {
    if (error instanceof ImportFilesError) return error.faults.map(({ error: { reason } }) => reason).join();
    throw error;
  }
}

export async function importBytes(content: Uint8Array): Promise<ParsedFile> {
  return normaliseRows(await rowsOf(content));
}

export function importText(text: string, encoding: BufferEncoding = "utf8"): Promise<ParsedFile> {
  return importBytes(Buffer.from(text, encoding));
}

/** The only contact of a card with these lines. */
export async function importCard(...lines: string[]): Promise<ParsedContact> {
  return onlyContact(await importText(card(...lines)));
}

/** The only contact of a card with these lines, named Ana unless they begin with a name. */
export function importLines(lines: string): Promise<ParsedContact> {
  return importCard(...(/^(?:FN|N)\b/.test(lines) ? [] : ["FN:Ana"]), ...lines.split("\n"));
}

export function onlyContact({ contacts }: ParsedFile): ParsedContact {
  const [contact, ...others] = contacts;
  if (contact === undefined || others.length > 0) throw new Error(`${contacts.length} contacts instead of one`);
  return contact;
}

export function issueCodes({ issues }: ParsedContact): string[] {
  return issues.map(({ code }) => code);
}

/** The issues of a contact, each with its severity and message. */
export function messagesOf({ issues }: ParsedContact): string[] {
  return issues.map(({ severity, message }) => `${severity}: ${message}`);
}
