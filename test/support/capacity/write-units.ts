/**
 * Write units of a change of items, by AWS's rules ("Capacity unit consumption for write operations", "Transactions",
 * "Local secondary indexes: write operations and storage costs" in its guide): a unit carries 1 KB, the larger image of
 * an item counts, a transaction pays twice for the table and once for each index entry, and an entry that moves is a
 * deletion and a put. Both local engines report the same for every single write, apart from the overhead below.
 */
import { isDeepStrictEqual } from "node:util";
import type { IndexDefinition, TableDefinition } from "../../../shared/platform/dynamodb/definition.ts";

/**
 * Bytes of an entry of a local index besides its attributes. AWS's guide names them for storage only. DynamoDB Local also
 * counts them in writes, dynoxide does not; the figures use the higher cost.
 */
export const localEntryOverhead = 100;

/** What a usual change adds to its write by its history: an item, and an entry in an index. A relationship has a second entry. */
export const historyUnits = 3;
export const relationshipHistoryUnits = 4;

export type Item = Readonly<Record<string, unknown>>;

/** An item before and after a write; undefined without one. */
export interface ItemChange {
  before: Item | undefined;
  after: Item | undefined;
}

/** The units of these changes in one transaction. */
export function transactionUnits(definition: TableDefinition, changes: readonly ItemChange[]): number {
  return changes.reduce((sum, change) => sum + 2 * tableUnits(change) + indexUnits(definition, change), 0);
}

/** The units of a change without a transaction. */
export function singleUnits(definition: TableDefinition, change: ItemChange, overhead = localEntryOverhead): number {
  return tableUnits(change) + indexUnits(definition, change, overhead);
}

/** Deleting an item that does not exist costs a unit. */
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
  const [old, changed] = [before && kilobytes(before, overhead), after && kilobytes(after, overhead)];
  if (old === undefined || changed === undefined) return old ?? changed ?? 0;
  if (before?.[sortKey] !== after?.[sortKey]) return old + changed;
  return isDeepStrictEqual(before, after) ? 0 : Math.max(old, changed);
}

/** The entry of an item in an index; undefined when the index does not have the item. */
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

/** Bytes of an item as DynamoDB counts them ("Item sizes and formats" in AWS's guide). */
export function itemBytes(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return numberBytes(value);
  if (value === null || typeof value === "boolean") return 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return 3 + value.reduce<number>((sum, item) => sum + 1 + valueBytes(item), 0);
  if (value instanceof Set) return [...value].reduce<number>((sum, member) => sum + valueBytes(member), 0);
  const entries = Object.entries(value as object).filter(([, item]) => item !== undefined);
  return entries.reduce((sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + valueBytes(item), 3);
}

/**
 * A byte for two significant digits, one more, and one for a sign. Pairs of digits begin at the decimal point, as
 * DynamoDB Local counts them: 1.5 has two pairs, and so have 12.5 and 0.125.
 */
function numberBytes(value: number): number {
  if (value === 0) return 1;
  const [digits = "", exponent] = Math.abs(value).toExponential().replace(".", "").split("e");
  const firstIsSingle = Number(exponent) % 2 === 0 ? 1 : 0;
  return Math.ceil((digits.length + firstIsSingle) / 2) + 1 + (value < 0 ? 1 : 0);
}

export interface Update {
  Key: Item;
  UpdateExpression: string;
  ExpressionAttributeNames?: Readonly<Record<string, string>>;
  ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
}

/**
 * An item after an update of the service, whose expressions set and remove attributes, or change one set. Throws for any
 * other expression.
 */
export function updatedItem(before: Item | undefined, update: Update): Item {
  const { Key, UpdateExpression, ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = update;
  const after: Record<string, unknown> = { ...Key, ...before };
  const nameOf = (name: string) => ExpressionAttributeNames[name] ?? name;
  const partsOf = (list: string) => (list === "" ? [] : list.split(", "));
  const [, operation, set = "", ids = ""] = /^(ADD|DELETE) (\w+) (:\w+)$/.exec(UpdateExpression) ?? [];
  const changed = ExpressionAttributeValues[ids];
  if (changed instanceof Set) {
    const stored = (before?.[set] ?? new Set()) as ReadonlySet<unknown>;
    const members = new Set([...stored, ...changed].filter((member) => operation === "ADD" || !changed.has(member)));
    const { [set]: _, ...others }: Item = { ...Key, ...before };
    return members.size > 0 ? { ...others, [set]: members } : others;
  }
  const unknown = new Error(`what "${UpdateExpression}" does with an item is not known here`);
  const [, sets = "", removes = ""] = /^(?:SET (.*?))? ?(?:REMOVE (.*))?$/.exec(UpdateExpression) ?? [];
  if (sets === "" && removes === "") throw unknown;
  for (const part of partsOf(sets)) {
    const [, name = "", value = ""] = /^(#?\w+) = (:\w+)$/.exec(part) ?? [];
    if (!(value in ExpressionAttributeValues)) throw unknown;
    after[nameOf(name)] = ExpressionAttributeValues[value];
  }
  for (const name of partsOf(removes)) delete after[nameOf(name)];
  return after;
}
