/** Results of calls in the order of the items, with a number of calls under way ahead of the reader. */
export async function* readAhead<Item, Result>(
  items: Iterable<Item>,
  count: number,
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const started: Promise<Result>[] = [];
  for (const item of items) {
    const call = read(item);
    // The reader gets the fault when it comes to this call.
    call.catch(() => undefined);
    started.push(call);
    const [first] = started;
    if (started.length < count || !first) continue;
    started.shift();
    yield await first;
  }
  for (const call of started) yield await call;
}
