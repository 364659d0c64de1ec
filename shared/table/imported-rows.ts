/** Marks of imported rows (`R#`, derived from contacts): which contact a row became, and whether it created it. */
import { hash } from "node:crypto";
import { batchGet } from "./batch-get.ts";
import { importedRowKey } from "./contact-derived.ts";
import { keysFrom, queryItems } from "./query.ts";
import type { Store } from "./store.ts";

/** Marks, of about 130 bytes, that one unit of a range read passes; read by its key, each costs a unit. */
const marksPerUnit = 30;

/**
 * The contacts that these rows created and that are there still, as id by row, consistently read: the rows one by one,
 * or all rows of their source, whichever is cheaper in an account of so many contacts. Rows are as `importedRowKey`
 * takes them, and begin with `start`.
 */
export async function findCreatedIds(
  store: Store,
  accountId: string,
  { rows, start }: { rows: readonly string[]; start: string },
  contactCount: number,
): Promise<Map<string, string>> {
  const wanted = new Map(rows.map((row) => [importedRowKey(accountId, row).sk, row]));
  const keys = rows.map((row) => importedRowKey(accountId, row));
  const marks = isCheaperAsWhole(keys.length, contactCount)
    ? queryItems(store, keysFrom(accountId, importedRowKey(accountId, start).sk))
    : await batchGet(store, keys);
  const created = new Map<string, string>();
  for await (const { sk, id, created: isCreated } of marks) {
    const row = wanted.get(String(sk));
    if (isCreated && row !== undefined) created.set(row, String(id));
  }
  return created;
}

/**
 * Finds the contacts that rows became, batch after batch, as id by row, consistently read: the rows one by one, and
 * once so many were asked for that reading all rows of the source is cheaper, that, once for all. So all batches
 * together cost at most twice what the cheaper way would. Rows as in `findCreatedIds`.
 */
export function createMarkFinder(
  store: Store,
  accountId: string,
  start: string,
  contactCount: number,
): (rows: readonly string[]) => Promise<Map<string, string>> {
  let asked = 0;
  let all: Map<string, string> | undefined;
  const skOf = (row: string) => importedRowKey(accountId, row).sk;
  return async (rows) => {
    // Marks go with their contact.
    if (contactCount === 0 || rows.length === 0) return new Map();
    asked += rows.length;
    const isWhole = isCheaperAsWhole(asked, contactCount);
    if (isWhole && all === undefined) {
      all = new Map();
      for await (const { sk, id } of queryItems(store, keysFrom(accountId, skOf(start)))) {
        all.set(shortened(String(sk)), String(id));
      }
    }
    const one = new Map<string, string>();
    if (all === undefined) {
      for (const { sk, id } of await batchGet(
        store,
        rows.map((row) => importedRowKey(accountId, row)),
      )) {
        one.set(shortened(String(sk)), String(id));
      }
    }
    const found = all ?? one;
    return new Map(
      rows.flatMap((row): [string, string][] => {
        const id = found.get(shortened(skOf(row)));
        return id === undefined ? [] : [[row, id]];
      }),
    );
  };
}

function isCheaperAsWhole(rowCount: number, contactCount: number): boolean {
  return rowCount * marksPerUnit > contactCount;
}

/** 72 bits, enough for the marks of one account. */
function shortened(sk: string): string {
  return hash("sha256", sk, "base64url").slice(0, 12);
}
