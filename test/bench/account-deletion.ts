/** What the deletion of an account costs. */
import { createTable } from "../../infra/local/database/tables.ts";
import { cacheTable } from "../../shared/platform/dynamodb/definition.ts";
import { closings } from "../support/account/closings.ts";
import { loadAccount } from "./account.ts";
import { onGround, openGround } from "./ground.ts";
import { type Target, thousands } from "./table.ts";

const size = 5_000;
const maxMinutes = 5;

/** Deletes a closed account, at the pace of the worker. Throws when it is not deleted at once. */
export function benchAccountDeletion(): Promise<Target[]> {
  return onGround(async (address) => {
    const { store } = openGround(address);
    const cache = { ...store, tableName: "cache" };
    const host = { endpoint: address.dynamoDb, region: "us-east-1", accessKeyId: address.accessKeyId };
    await createTable(host, cache.tableName, cacheTable);
    const { accountId } = await loadAccount(store, size);
    const world = closings(store, cache);
    await world.close(accountId, "bench@example.com");
    const started = world.now().getTime();
    if ((await world.run(accountId)) !== "emptied") throw new Error("the account was not deleted");
    const seconds = (world.now().getTime() - started) / 1_000;
    // A line has the units since the line before, and the count of all items.
    const sum = (unit: "readUnits" | "writeUnits") =>
      world.lines.reduce((sum, line) => sum + Number(line[unit] ?? 0), 0);
    const [items, reads, writes] = [world.lines.at(-1)?.items, sum("readUnits"), sum("writeUnits")].map((value) =>
      thousands(Math.round(Number(value))),
    );
    console.log(`\ndeletion of an account of ${thousands(size)} contacts: ${items} items, ${reads} read and`);
    console.log(`${writes} write units, ${seconds.toFixed(0)} s by the pace of the worker`);
    const limit = `within ${maxMinutes} minutes`;
    const access = `deletion of an account of ${thousands(size)} contacts`;
    return [{ access, limit, measured: `${Math.round(seconds)} s`, isReached: seconds <= maxMinutes * 60 }];
  });
}
