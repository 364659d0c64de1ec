/** Counts the calls of the table and of storage as AWS bills them. */
import { batchGet } from "../../../shared/platform/dynamodb/batch.ts";
import type { TableDefinition } from "../../../shared/platform/dynamodb/definition.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { watchedStore } from "../process/watched-store.ts";
import {
  type Item,
  type ItemChange,
  transactionUnits,
  type Update as UpdateAction,
  updatedItem,
} from "./write-units.ts";

export const costNames = ["readUnits", "writeUnits", "roundTrips", "storageReads", "storageWrites"] as const;

/** `roundTrips` are calls of DynamoDB. */
export type Cost = Record<(typeof costNames)[number], number>;
export type Units = Pick<Cost, "readUnits" | "writeUnits">;

export const noCost = costOf(() => 0);

export function costOf(value: (name: keyof Cost) => number): Cost {
  return Object.fromEntries(costNames.map((name) => [name, value(name)])) as Cost;
}

export function sumCosts(one: Cost, other: Partial<Cost>): Cost {
  return costOf((name) => one[name] + (other[name] ?? 0));
}

export class Meter {
  cost: Cost = noCost;

  add(more: Partial<Cost>): void {
    this.cost = sumCosts(this.cost, more);
  }
}

/**
 * The same table, counted with the units that dynoxide reports, which are those that AWS bills, except for transactions.
 * Their units are computed from the items in `store` that they change, because a transaction that fails is billed and
 * reports nothing, and because entries of local indexes count with their overhead.
 */
export function meteredStore(meter: Meter, store: Store, definition: TableDefinition): Store {
  return watchedStore(store, async (command, send) => {
    if (command.name === "TransactWriteCommand") {
      const changes = await changesOf(store, command.input as TransactInput);
      // The units are added before the transaction is sent, because a failed one is billed as well.
      meter.add({ roundTrips: 1, writeUnits: transactionUnits(definition, changes) });
      return send();
    }
    meter.add({ roundTrips: 1 });
    const output = (await send()) as Output;
    const reported = [output.ConsumedCapacity ?? []].flat();
    const units = reported.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    meter.add(readCommands.has(command.name) ? { readUnits: units } : { writeUnits: units });
    return output;
  });
}

const readCommands = new Set(["GetCommand", "BatchGetCommand", "QueryCommand", "ScanCommand"]);

interface TransactInput {
  TransactItems: Record<string, { Item?: Item; Key?: Item } | undefined>[];
}

interface Output {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
}

/** The items of a transaction as they are now and as they will be. */
async function changesOf(store: Store, { TransactItems }: TransactInput): Promise<ItemChange[]> {
  const actions = TransactItems.map(({ Put, Delete, Update, ConditionCheck, ...others }) => {
    const action = Put ?? Delete ?? Update ?? ConditionCheck;
    if (!action) throw new Error(`what ${Object.keys(others)} costs in a transaction is not known here`);
    const { pk, sk } = (action.Item ?? action.Key) as { pk: string; sk: string };
    return {
      pk,
      sk,
      after: Put?.Item,
      update: Update as UpdateAction | undefined,
      stays: ConditionCheck !== undefined,
    };
  });
  const found = await batchGet(
    store,
    actions.map(({ pk, sk }) => ({ pk, sk })),
  );
  const stored = new Map(found.map((item) => [`${item.pk} ${item.sk}`, item]));
  return actions.map(({ pk, sk, after, update, stays }) => {
    const before = stored.get(`${pk} ${sk}`);
    if (update) return { before, after: updatedItem(before, update) };
    return { before, after: stays ? before : after };
  });
}
