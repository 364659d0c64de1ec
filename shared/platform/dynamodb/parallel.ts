/**
 * Runs `work` on every item, on at most `limit` items at once, and returns the results in the order of the items. Items
 * of an asynchronous source are read only when work on them can start. Rejects with the first fault.
 */
export async function mapInParallel<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const source = numbered(items);
  const workers = Array.from({ length: limit }, async () => {
    for await (const [index, item] of source) results[index] = await work(item, index);
  });
  await Promise.all(workers);
  return results;
}

async function* numbered<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<[number, Item], void> {
  let index = 0;
  for await (const item of items) yield [index++, item];
}
