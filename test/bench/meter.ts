/** Counts what the code under the bench asks of the table and of storage, as AWS bills it. */
import type { AccountFiles } from "../../shared/files/account-files.ts";
import { batchGet } from "../../shared/table/batch-get.ts";
import type { TableDefinition } from "../../shared/table/definition.ts";
import type { Store } from "../../shared/table/store.ts";
import { watchedStore } from "../support/watched-store.ts";
import { type Cost, noCost, sumCosts } from "./cost.ts";
import { type Update as UpdateAction, updatedItem } from "./updated-item.ts";
import { type Item, type ItemChange, transactionUnits } from "./write-units.ts";

export class Meter {
  cost: Cost = noCost;
  /** Milliseconds that counting itself took. */
  overhead = 0;

  add(more: Partial<Cost>): void {
    this.cost = sumCosts(this.cost, more);
  }
}

/**
 * The same table, counted: by what dynoxide reports, which is what AWS bills, except for transactions. Of these `store` is asked what they are
 * about to change, as one that fails is billed and reports nothing, and so that entries of local indexes count with their overhead.
 */
export function meteredStore(meter: Meter, store: Store, definition: TableDefinition): Store {
  return watchedStore(store, async (command, send) => {
    if (command.name === "TransactWriteCommand") {
      const started = performance.now();
      const changes = await changesOf(store, command.input as TransactInput);
      meter.overhead += performance.now() - started;
      // Before it is sent: one that fails is paid all the same.
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

/** The same files, counted. */
export function meteredFiles(meter: Meter, files: AccountFiles): AccountFiles {
  return {
    put: (key, content) => {
      meter.add({ storageWrites: 1 });
      return files.put(key, content);
    },
    read: (key, maxBytes) => {
      meter.add({ storageReads: 1 });
      return files.read(key, maxBytes);
    },
    discard: (key) => {
      meter.add({ storageWrites: 1 });
      return files.discard(key);
    },
    list: (prefix) => {
      meter.add({ storageReads: 1 });
      return files.list(prefix);
    },
  };
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
  const wanted = TransactItems.map(({ Put, Delete, Update, ConditionCheck, ...others }) => {
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
    wanted.map(({ pk, sk }) => ({ pk, sk })),
  );
  const stored = new Map(found.map((item) => [`${item.pk} ${item.sk}`, item]));
  return wanted.map(({ pk, sk, after, update, stays }) => {
    const before = stored.get(`${pk} ${sk}`);
    if (update) return { before, after: updatedItem(before, update) };
    return { before, after: stays ? before : after };
  });
}
