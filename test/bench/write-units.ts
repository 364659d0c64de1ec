/**
 * Write units of a change of items, by AWS's rules ("Capacity unit consumption for write operations", "Transactions",
 * "Local secondary indexes: write operations and storage costs" in its guide): a unit carries 1 KB, the larger image of
 * an item counts, a transaction pays twice for the table and once for each index entry, and an entry that moves is a
 * deletion and a put. Both local engines report the same of every single write, each with its view of the overhead below.
 */
import { isDeepStrictEqual } from "node:util";
import type { IndexDefinition, TableDefinition } from "../../shared/table/definition.ts";
import { itemBytes } from "./item-size.ts";

/**
 * Bytes that an entry of a local index weighs beside its attributes. AWS's guide names them for storage only. DynamoDB Local counts them when
 * it is written, too, and dynoxide doesn't; figures take the dearer way.
 */
export const localEntryOverhead = 100;

export type Item = Readonly<Record<string, unknown>>;

/** An item before and after a write; undefined is none. */
export interface ItemChange {
  before: Item | undefined;
  after: Item | undefined;
}

/** Of these changes in one transaction. */
export function transactionUnits(definition: TableDefinition, changes: readonly ItemChange[]): number {
  return changes.reduce((sum, change) => sum + 2 * tableUnits(change) + indexUnits(definition, change), 0);
}

/** Of one change by itself. */
export function singleUnits(definition: TableDefinition, change: ItemChange, overhead = localEntryOverhead): number {
  return tableUnits(change) + indexUnits(definition, change, overhead);
}

/** Deleting what is not there costs a unit. */
function tableUnits({ before, after }: ItemChange): number {
  return Math.max(kilobytes(before ?? {}), kilobytes(after ?? {}), 1);
}

function indexUnits(definition: TableDefinition, change: ItemChange, localOverhead = localEntryOverhead): number {
  const unitsOf = (index: IndexDefinition, overhead: number) => {
    const [before, after] = [entryOf(definition, index, change.before), entryOf(definition, index, change.after)];
    return entryUnits(index.sortKey, { before, after }, overhead);
  };
  const local = definition.localIndexes.map((index) => unitsOf(index, localOverhead));
  const global = definition.globalIndexes.map((index) => unitsOf(index, 0));
  return [...local, ...global].reduce((sum, units) => sum + units, 0);
}

function entryUnits(sortKey: string, { before, after }: ItemChange, overhead: number): number {
  const [old, wanted] = [before && kilobytes(before, overhead), after && kilobytes(after, overhead)];
  if (old === undefined || wanted === undefined) return old ?? wanted ?? 0;
  if (before?.[sortKey] !== after?.[sortKey]) return old + wanted;
  return isDeepStrictEqual(before, after) ? 0 : Math.max(old, wanted);
}

/** What the index carries of an item; undefined when it is not in it. */
export function entryOf(definition: TableDefinition, index: IndexDefinition, item: Item | undefined): Item | undefined {
  if (item?.[index.sortKey] === undefined) return undefined;
  if (index.projection === "ALL") return item;
  const carried = index.projection === "KEYS_ONLY" ? [] : index.projection;
  const names = new Set([definition.partitionKey, definition.sortKey, index.sortKey, ...carried]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

function kilobytes(item: Item, overhead = 0): number {
  return Math.ceil((itemBytes(item) + overhead) / 1024);
}
