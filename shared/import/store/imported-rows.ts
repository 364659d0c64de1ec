/** Reads the marks of imported rows (`R#`, derived from contacts): which contact a row became, and whether it created it. */
import { hash } from "node:crypto";
import type { Aliases } from "../../contact/store/aliases.ts";
import { importedRowKey, markStart } from "../../contact/store/contact-derived.ts";
import { getContacts } from "../../contact/store/contact-list.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems, type TableItem } from "../../platform/dynamodb/query.ts";
import type { Store } from "../../platform/dynamodb/store.ts";
import { longId } from "../../platform/text/short-id.ts";
import { rowMark } from "../identity/row-identity.ts";
import type { ImportSource } from "../row/parsed-contact.ts";

/** The ids of the contacts that have these marks, by mark. Each mark is read by its key, consistently. */
export async function findMarked(
  store: Store,
  accountId: string,
  marks: readonly string[],
  isIncluded: (mark: TableItem) => boolean = () => true,
): Promise<Map<string, string>> {
  const items = await batchGet(
    store,
    marks.map((mark) => importedRowKey(accountId, mark)),
  );
  return new Map(items.filter(isIncluded).map((item) => [markOf(item.sk), contactOf(item)]));
}

/** Leaves out marks of merged contacts whose surviving contact was deleted. These marks are deleted soon, too. */
export async function withoutDeleted(
  store: Store,
  accountId: string,
  marked: ReadonlyMap<string, string>,
  aliases: Aliases,
): Promise<ReadonlyMap<string, string>> {
  const merged = [...marked.values()].filter((id) => aliases.survivorOf(id) !== id);
  if (merged.length === 0) return marked;
  const survivors = new Set(merged.map((id) => aliases.survivorOf(id)));
  const existing = new Set((await getContacts(store, accountId, [...survivors])).map(({ id }) => id));
  const isLeft = (id: string) => !survivors.has(aliases.survivorOf(id)) || existing.has(aliases.survivorOf(id));
  return new Map([...marked].filter(([, id]) => isLeft(id)));
}

/** The number of marks that one unit of a range read covers. Read by its key, each mark costs a unit. */
const marksPerUnit = 30;

export interface MarkFinderScope {
  store: Store;
  accountId: string;
  source: ImportSource;
  contactCount: number;
  /** The number of marks in all batches, if it is known. */
  total?: number;
  /** Finds only the contacts that the row with the mark created. */
  createdOnly?: boolean;
}

/**
 * Finds the contacts that have marks of a source, batch after batch, by mark, with consistent reads. The marks of a batch
 * are read by their keys. Once it is cheaper to read all marks of the source, these are read once. So all batches together
 * cost at most twice as much as the cheaper way, and no more than that with `total`.
 */
export function createMarkFinder({
  store,
  accountId,
  source,
  contactCount,
  total = 0,
  createdOnly = false,
}: MarkFinderScope): (marks: readonly string[]) => Promise<Map<string, string>> {
  let asked = 0;
  let all: Map<string, string> | undefined;
  const isIncluded = (item: TableItem) => !createdOnly || item.created === true;

  async function readAll(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const query = prefixQuery(accountId, markStart + rowMark(source, ""));
    for await (const item of queryItems(store, query)) {
      if (isIncluded(item)) found.set(shortened(markOf(item.sk)), contactOf(item));
    }
    return found;
  }

  return async (marks) => {
    // Marks are deleted with their contact.
    if (contactCount === 0) return new Map();
    asked += marks.length;
    if (!all && Math.max(asked, total) * marksPerUnit <= contactCount)
      return findMarked(store, accountId, marks, isIncluded);
    all ??= await readAll();
    const found = marks.map((mark) => [mark, all?.get(shortened(mark))] as const);
    return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
  };
}

function contactOf({ id }: TableItem): string {
  return longId(String(id));
}

function markOf(sk: unknown): string {
  return String(sk).slice(markStart.length);
}

/** 72 bits are enough to distinguish the marks of one account. */
function shortened(mark: string): string {
  return hash("sha256", mark, "base64url").slice(0, 12);
}
