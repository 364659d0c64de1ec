/**
 * The stored document of an index, which has all entries of an account, for new processes. Without it, loading is only
 * slower and costs more.
 *
 * The document is compressed with Zstandard, whose checksum detects damage (RFC 8878, section 3.1.1). It contains lines of
 * JSON: a header, then arrays of entries. It is written and read line by line to save memory: 50,000 entries have 20 MB, and
 * reading them takes 0.2 seconds.
 */
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, zstdDecompressSync } from "node:zlib";
import { type AccountHead, getAccountHead } from "../account/store/account.ts";
import type { AccountFiles } from "../account/store/account-files.ts";
import { searchKey } from "../account/store/account-keys.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { faultName, type Log } from "../platform/log/request-log.ts";
import { ContactIndex } from "./contact-index.ts";
import { decodeEntry, type EncodedEntry, encodeEntry, entryFormat, type SearchEntry } from "./entry.ts";
import type { HeldIndex } from "./load-index.ts";

export interface DocumentParts {
  store: Store;
  files: Pick<AccountFiles, "read" | "put">;
  log: Log;
  maxUnstoredShare?: number;
}

export interface IndexDocuments {
  /** Undefined without a usable document. Faults of the bucket are logged and not thrown. */
  read: (head: AccountHead) => Promise<HeldIndex | undefined>;
  /** Stores the index if the document is missing or too old, and returns whether it did. Faults are only logged. */
  keep: (head: AccountHead, held: HeldIndex) => Promise<boolean>;
}

/** An account with so few contacts has no document, because reading the contacts costs about 8 units, as much as the log. */
const fewContacts = 25;
/** The document is stored again when a new process would read more bytes of later changes: about 6 read units. */
const maxUnstoredBytes = 24 * 1024;

export function createIndexDocuments({ store, files, log, maxUnstoredShare = 0 }: DocumentParts): IndexDocuments {
  return {
    async read(head) {
      if (head.contactCount <= fewContacts) return undefined;
      const { accountId } = head;
      const warn = (fault: string) => log({ level: "warn", event: "search.notRead", accountId, fault });
      let bytes: Uint8Array | undefined;
      try {
        bytes = await files.read(searchKey(store.tableName, accountId), maxDocumentBytes);
      } catch (fault) {
        return void warn(faultName(fault));
      }
      if (!bytes) return undefined;
      const document = decodeDocument(bytes, accountId);
      if (!document) return void warn("unreadable");
      if (!(await isOfThisTable(store, head, document))) return void warn("of another table");
      const { txid, entries, characters } = document;
      return { index: new ContactIndex(entries), txid, characters, unstoredBytes: 0, uncounted: 0 };
    },

    async keep({ accountId }, held) {
      const { index, txid, unstoredBytes, characters } = held;
      const most = Math.max(maxUnstoredBytes, characters * maxUnstoredShare);
      if (index.size <= fewContacts || unstoredBytes <= most) return false;
      // If storing fails, the next attempt is after as many changes and not at the next request.
      held.unstoredBytes = 0;
      try {
        // Another process may store an older index at the same time. The log continues from any `txid`.
        await files.put(
          searchKey(store.tableName, accountId),
          await encodeDocument({ accountId, txid, entries: index.entries() }),
        );
        return true;
      } catch (fault) {
        log({ level: "warn", event: "search.notStored", accountId, fault: faultName(fault) });
        return false;
      }
    },
  };
}

/** A document that is newer than the head of its account comes from another table, unless the head was read too early. */
async function isOfThisTable(store: Store, head: AccountHead, { txid }: DecodedDocument): Promise<boolean> {
  return txid <= head.searchTxid || txid <= (await getAccountHead(store, head.accountId)).searchTxid;
}

/** The maximum size of a document. */
const maxDocumentBytes = 64 * 1000 * 1000;
/** The maximum bytes of the text: 300,000 contacts, or 14,000 with the longest notes. */
const maxTextBytes = 128 * 1000 * 1000;
/** The format of the header and the lines. Entries have their own format. */
const documentFormat = 4;
const entriesInLine = 500;
const packing = { params: { [constants.ZSTD_c_checksumFlag]: 1 }, chunkSize: 256 * 1024 };

export interface SearchDocument {
  accountId: string;
  /** The `txid` of the last write that the entries include. */
  txid: number;
  entries: readonly SearchEntry[];
}

/** Throws a RangeError for a document that is too large to be read. `most` is in bytes of the text. */
export async function encodeDocument(document: SearchDocument, most = maxTextBytes): Promise<Uint8Array> {
  const packed = await pipeline(linesOf(document, most), createZstdCompress(packing), buffer);
  if (packed.length > maxDocumentBytes) throw new RangeError(`${packed.length} packed bytes are too many`);
  return packed;
}

function* linesOf({ accountId, txid, entries }: SearchDocument, most: number): Generator<Buffer, void> {
  let left = most;
  const line = (content: unknown): Buffer => {
    const bytes = Buffer.from(`${JSON.stringify(content)}\n`);
    left -= bytes.length;
    if (left < 0) throw new RangeError(`a document of more than ${most} bytes is too large`);
    return bytes;
  };
  yield line({ documentFormat, entryFormat, accountId, txid, count: entries.length });
  for (let from = 0; from < entries.length; from += entriesInLine) {
    yield line(entries.slice(from, from + entriesInLine).map(encodeVersioned));
  }
}

type VersionedEntry = [version: number, ...entry: EncodedEntry];

function encodeVersioned(entry: SearchEntry): VersionedEntry {
  return [entry.version, ...encodeEntry(entry)];
}

function decodeVersioned(encoded: VersionedEntry): SearchEntry {
  const [version, ...entry] = encoded;
  return decodeEntry(entry, version);
}

export interface DecodedDocument {
  txid: number;
  entries: SearchEntry[];
  /** The characters of the text. */
  characters: number;
}

/** Undefined for a document that is damaged, too large, or of another format or account. */
export function decodeDocument(
  document: Uint8Array,
  accountId: string,
  most = maxTextBytes,
): DecodedDocument | undefined {
  try {
    const text = zstdDecompressSync(document, { maxOutputLength: most });
    const start = text.indexOf("\n") + 1;
    const about = JSON.parse(text.toString("utf8", 0, start)) as Partial<Record<string, unknown>>;
    const { txid, count } = about;
    const isOurs = about.documentFormat === documentFormat && about.entryFormat === entryFormat;
    if (!isOurs || about.accountId !== accountId || !Number.isSafeInteger(txid)) return undefined;
    const found: DecodedDocument = { txid: txid as number, entries: [], characters: 0 };
    for (let from = start, end = 0; from < text.length; from = end) {
      end = text.indexOf("\n", from) + 1 || text.length;
      const line = text.toString("utf8", from, end);
      for (const entry of JSON.parse(line) as VersionedEntry[]) found.entries.push(decodeVersioned(entry));
      found.characters += line.length;
    }
    const isWhole = found.entries.length === count && found.entries.every(({ id }) => typeof id === "string");
    return isWhole ? found : undefined;
  } catch {
    // Any fault means that the document is damaged. The table has the data.
    return undefined;
  }
}
