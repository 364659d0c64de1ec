/** What tests of the import share: rows, accounts, and a bucket in memory. */
import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { eachFile, type RowReader } from "../../../functions/import-parser/files/import-file.ts";
import { accountHeadToItem, newAccountHead } from "../../../shared/account/store/account.ts";
import { putNewAccount } from "../../../shared/auth/provisioning.ts";
import { blankContact, blankFields, type ContactRecord } from "../../../shared/contact/record.ts";
import { type ImportSource, type ParsedContact, sourceNames } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow } from "../../../shared/import/row/raw-row.ts";
import type { ImportFiles } from "../../../shared/import/store/import-files.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { type ContactIndexes, createContactIndexes } from "../../../shared/search/contact-indexes.ts";

/** A valid row with only a name, and with these changes. */
export function parsedContact(changes: Partial<ParsedContact> & { tempId: string }): ParsedContact {
  return {
    isValid: true,
    issues: [],
    alreadyExists: false,
    duplicateOf: null,
    duplicateInFile: null,
    notSameAs: [],
    groups: [],
    photo: false,
    connectedAt: null,
    ...blankFields,
    firstName: "Ada",
    emails: [],
    phones: [],
    addresses: [],
    importantDates: [],
    ...changes,
  };
}

/** The search index of a process that has read nothing. */
export function newIndexes(store: Store, now: () => Date): ContactIndexes {
  return createContactIndexes({ store, now, log: () => {} });
}

export interface MemoryFiles extends ImportFiles {
  objects: Map<string, Uint8Array>;
}

export function memoryFiles(): MemoryFiles {
  const objects = new Map<string, Uint8Array>();
  const read = async (key: string, maxBytes: number) => {
    const content = objects.get(key);
    if (!content) throw new Error("there is no such object");
    if (content.byteLength > maxBytes) throw new Error("the object is too large");
    return content;
  };
  return {
    objects,
    put: async (key, content) => {
      objects.set(key, Buffer.from(content as string));
    },
    read,
    readIfThere: async (key, maxBytes) => (objects.has(key) ? read(key, maxBytes) : undefined),
    removeObject: async (key) => {
      objects.delete(key);
    },
    readRange: async (key, start, end) => (await read(key, Number.POSITIVE_INFINITY)).subarray(start, end),
    streamRange: async function* (key, start, end) {
      const content = await read(key, Number.POSITIVE_INFINITY);
      for (let at = start; at < end; at += 1024) yield content.subarray(at, Math.min(end, at + 1024));
    },
  };
}

/** A reader for tests: a person for each line of a file, named by `nickname`. Throws the errors of `refuse`. */
export function lineReader(refuse: (text: string) => void = () => {}): RowReader {
  return eachFile(async function* (file) {
    const text = new TextDecoder().decode(await file.read(0, file.size));
    refuse(text);
    for (const [index, nickname] of text.split("\n").entries()) {
      yield { ...emptyRawRow({ first: index + 1, last: index + 1 }), nickname };
    }
  });
}

/** The same reader for every source. */
export function readersOf(reader: RowReader): Record<ImportSource, RowReader> {
  return Object.fromEntries(sourceNames.map((source) => [source, reader])) as Record<ImportSource, RowReader>;
}

/** Creates an account without contacts. Returns its id. */
export async function newAccount({ client, tableName }: Store): Promise<string> {
  const accountId = randomUUID();
  const Item = accountHeadToItem(newAccountHead(accountId, null, new Date("2026-01-01T00:00:00.000Z")));
  await client.send(new PutCommand({ TableName: tableName, Item }));
  return accountId;
}

/** Creates an account whose own contact has these fields. Returns its id. */
export async function accountOf(store: Store, own: Partial<ContactRecord>): Promise<string> {
  const accountId = randomUUID();
  const now = new Date("2026-01-01T00:00:00.000Z");
  const head = newAccountHead(accountId, null, now);
  await putNewAccount(store, head, { ...blankContact(accountId, accountId, now), ...own, version: head.txid });
  return accountId;
}
