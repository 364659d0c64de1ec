/**
 * What the indexes for lists cost and save: as they are, with every contact in them, against the road not taken, with
 * keys in them and the contacts read one by one. See infra/decisions/0003-table-and-indexes.md. Computed from the
 * items, without a table.
 */
import { applyPatch } from "../../shared/contact/apply.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import type { ContactPatch } from "../../shared/contact/schema.ts";
import { accountHeadToItem, newAccountHead } from "../../shared/table/account.ts";
import { contactToItem } from "../../shared/table/contact.ts";
import { planContacts } from "../../shared/table/contact-write.ts";
import { mainTable, type TableDefinition } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import { benchContact, benchTime, createIds, findPlace } from "./account.ts";
import { contactItems, unitBytes } from "./floor.ts";
import { itemBytes } from "./item-size.ts";
import { type Update as UpdateAction, updatedItem } from "./updated-item.ts";
import { entryOf, type Item, transactionUnits } from "./write-units.ts";

/** Read units of the page, write units of the others, means of many. */
export type IndexCost = Record<
  "page of 50 by name" | "create" | "patch of the notes" | "patch of the name" | "delete",
  number
>;

const sampleSize = 1_000;
/** Contacts that writes are averaged over. */
const writtenCount = 200;
const pageSize = 50;

/** The table as it would be with keys in the indexes. */
const keysOnlyTable: TableDefinition = {
  ...mainTable,
  localIndexes: mainTable.localIndexes.map((index) => ({ ...index, projection: "KEYS_ONLY" })),
};

export function compareIndexes(): Record<string, IndexCost> {
  const accountId = createIds("account of the indexes", benchTime)();
  const contacts = Array.from({ length: sampleSize }, (_, n) => benchContact(accountId, n, benchTime, n + 2));
  const items = contacts.map(contactToItem);
  const pages = Array.from({ length: sampleSize / pageSize }, (_, n) => items.slice(n * pageSize, (n + 1) * pageSize));
  const pageMean = (unitsOf: (page: readonly Item[]) => number) => ({ "page of 50 by name": mean(pages.map(unitsOf)) });
  const floor = mean(items.map((item) => 2 * Math.ceil(itemBytes(item) / 1024)));
  return {
    "the contact": { ...pageMean(wholePage), ...writes(mainTable, contacts) },
    "keys, then a batch read": { ...pageMean(keysPage), ...writes(keysOnlyTable, contacts) },
    "floor: its own bytes": {
      ...pageMean((page) => sum(page.map(itemBytes)) / unitBytes),
      create: floor,
      "patch of the notes": floor,
      "patch of the name": floor,
      delete: floor,
    },
  };
}

function wholePage(page: readonly Item[]): number {
  return Math.ceil(sum(page.map(itemBytes)) / unitBytes);
}

/** The keys side by side, the contacts one by one. */
function keysPage(page: readonly Item[]): number {
  const byName = keysOnlyTable.localIndexes.find(({ name }) => name === "byName");
  const entries = page.map((item) => (byName && entryOf(keysOnlyTable, byName, item)) ?? {});
  return wholePage(entries) + sum(page.map((item) => Math.ceil(itemBytes(item) / unitBytes)));
}

function writes(
  definition: TableDefinition,
  contacts: readonly ContactRecord[],
): Omit<IndexCost, "page of 50 by name"> {
  const units = contacts.slice(0, writtenCount).map((contact) => {
    const noted = patched(contact, { notes: "A new note, a little longer than nothing." });
    const renamed = patched(noted, { firstName: "Renamed" });
    return [
      unitsOf(definition, null, contact),
      unitsOf(definition, contact, noted),
      unitsOf(definition, noted, renamed),
      unitsOf(definition, renamed, null),
    ] as const;
  });
  return {
    create: mean(units.map(([create]) => create)),
    "patch of the notes": mean(units.map(([, notes]) => notes)),
    "patch of the name": mean(units.map(([, , name]) => name)),
    delete: mean(units.map(([, , , deletion]) => deletion)),
  };
}

function patched(contact: ContactRecord, patch: ContactPatch): ContactRecord {
  const newId = createIds(`patch of ${contact.id}`, benchTime);
  const context = { now: new Date(benchTime), newId, defaults: { timezone: "UTC", language: "en" }, findPlace };
  return { ...applyPatch(contact, patch, context), version: contact.version + 1 };
}

/** Of the transaction with the head, the contact, what is derived from it and the search log. */
function unitsOf(definition: TableDefinition, before: ContactRecord | null, after: ContactRecord | null): number {
  const contact = after ?? before;
  if (!contact) return 0;
  const head = newAccountHead(contact.accountId, "bench@example.com", new Date(benchTime));
  const planned = planContacts(store, head, [{ before, after }], { txid: 2, now: new Date(benchTime) });
  const stored = contactItems(store, before ?? undefined);
  const changes = planned.actions.map(({ Put, Delete, Update }) => {
    const old = stored.get(String((Put?.Item ?? (Delete ?? Update)?.Key)?.sk));
    return { before: old, after: Update ? updatedItem(old, Update as UpdateAction) : Put?.Item };
  });
  const heads = { before: accountHeadToItem(head), after: accountHeadToItem(planned.head) };
  return transactionUnits(definition, [heads, ...changes]);
}

/** Planning sends nothing. */
const store = { tableName: "contacts" } as Store;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return Math.round((10 * sum(values)) / values.length) / 10;
}
