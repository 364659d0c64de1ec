/**
 * All entries of an account as one object: Zstandard of a JSON text. Reading is what a request waits for when a process
 * is new: of 50,000 entries (20 MB of text, 7 MB packed) it takes a fifth of a second of processor, making it twice as
 * much. A checksum (RFC 8878, 3.1.1) tells a damaged one.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { decodeEntry, type EncodedEntry, encodeEntry, entryFormat, type SearchEntry } from "./entry.ts";

/** Bytes of a document, for who reads it. */
export const maxDocumentBytes = 64 * 1000 * 1000;
/** Bytes of the text: 300,000 contacts, or 14,000 with the longest notes, for which a process hardly has memory. */
const maxTextBytes = 128 * 1000 * 1000;
/** Of what lies around the entries, which have a format of their own. */
const documentFormat = 2;
const packing = { params: { [constants.ZSTD_c_checksumFlag]: 1 }, chunkSize: 256 * 1024 };

export interface SearchDocument {
  accountId: string;
  /** Of the last write that the entries know of. */
  txid: number;
  entries: Iterable<SearchEntry>;
}

/** Throws a RangeError for more than can be read back; `most` is in bytes of the text. */
export function encodeDocument({ accountId, txid, entries }: SearchDocument, most = maxTextBytes): Uint8Array {
  const encoded = Array.from(entries, encodeEntry);
  const text = Buffer.from(JSON.stringify({ documentFormat, entryFormat, accountId, txid, entries: encoded }));
  if (text.length > most) throw new RangeError(`a document of ${text.length} bytes is too large`);
  const document = zstdCompressSync(text, packing);
  if (document.length > maxDocumentBytes) throw new RangeError(`${document.length} packed bytes are too many`);
  return document;
}

export interface DecodedDocument {
  txid: number;
  entries: SearchEntry[];
  /** Of the text. */
  characters: number;
}

/** Undefined for what is damaged, too large, of another format, of another account or no document at all. */
export function decodeDocument(
  document: Uint8Array,
  accountId: string,
  most = maxTextBytes,
): DecodedDocument | undefined {
  try {
    const text = zstdDecompressSync(document, { maxOutputLength: most }).toString();
    const found: unknown = JSON.parse(text);
    if (!isDocumentOf(found, accountId)) return undefined;
    return { txid: found.txid, entries: found.entries.map(decodeEntry), characters: text.length };
  } catch {
    // Whatever the bytes are, the table has what should be in them.
    return undefined;
  }
}

interface Encoded {
  txid: number;
  entries: EncodedEntry[];
}

function isDocumentOf(found: unknown, accountId: string): found is Encoded {
  if (typeof found !== "object" || found === null) return false;
  const document = found as Partial<Record<string, unknown>>;
  return (
    document.documentFormat === documentFormat &&
    document.entryFormat === entryFormat &&
    document.accountId === accountId &&
    Number.isSafeInteger(document.txid) &&
    Array.isArray(document.entries) &&
    document.entries.every((entry) => Array.isArray(entry) && typeof entry[0] === "string")
  );
}
