import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import { createAnswerCache } from "../../../functions/app/browser/data/answer-cache.ts";
import { connectionFailed } from "../../../shared/client/api-error.ts";

/** A cache with one entry, whose reads the test answers. */
function start() {
  const knownTxid = signal(1);
  const cache = createAnswerCache(knownTxid, 2);
  const reads: PromiseWithResolvers<{ body: unknown; headers: Headers }>[] = [];
  const send = () => {
    const read = Promise.withResolvers<{ body: unknown; headers: Headers }>();
    reads.push(read);
    return read.promise;
  };
  const entry = cache.entryOf("contact", send);
  const answer = async (at: number, body: string, txid?: number) => {
    reads[at]?.resolve({ body, headers: new Headers(txid === undefined ? {} : { "x-txid": String(txid) }) });
    // The cache continues in the tasks that follow.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { knownTxid, cache, send, reads, entry, answer, shown: () => entry.state.value };
}

it("reads once while it is shown, and again when the account has changed", async () => {
  const { knownTxid, reads, entry, answer, shown } = start();
  const hide = entry.show();
  entry.show()();
  await answer(0, "one", 1);
  expect([shown(), reads.length]).toEqual([{ body: "one" }, 1]);
  knownTxid.value = 2;
  expect([shown(), reads.length], "the old answer stays until the new one is there").toEqual([{ body: "one" }, 2]);
  await answer(1, "two", 2);
  hide();
  knownTxid.value = 3;
  expect([shown(), reads.length], "nobody looks").toEqual([{ body: "two" }, 2]);
  entry.show();
  expect(reads).toHaveLength(3);
});

it("reads again when the account changed while an answer was on its way, and not in a circle after an old answer", async () => {
  const { knownTxid, reads, entry, answer } = start();
  entry.show();
  knownTxid.value = 2;
  expect(reads, "one read at a time").toHaveLength(1);
  await answer(0, "one", 1);
  expect(reads).toHaveLength(2);
  await answer(1, "two", 1);
  expect(reads).toHaveLength(2);
});

it("drops an answer that a later read has overtaken", async () => {
  const { entry, answer, shown } = start();
  entry.show();
  void entry.read();
  await answer(1, "later");
  await answer(0, "earlier");
  expect(shown()).toEqual({ body: "later" });
});

it("keeps what it has beside the error of a read, until a read works", async () => {
  const { cache, reads, entry, answer, shown } = start();
  entry.show();
  await answer(0, "one");
  cache.refreshAll();
  const error = connectionFailed();
  reads[1]?.reject(error);
  await expect.poll(shown).toEqual({ body: "one", error });
  expect(reads, "an error is not repeated by itself").toHaveLength(2);
  cache.refreshAll();
  await answer(2, "two");
  expect(shown()).toEqual({ body: "two" });
});

it("forgets the answers that nobody has shown for the longest time", () => {
  const { cache, send, entry } = start();
  const second = cache.entryOf("second", send);
  expect(cache.entryOf("contact", send)).toBe(entry);
  cache.entryOf("third", send);
  expect(cache.entryOf("contact", send)).toBe(entry);
  const hide = entry.show();
  expect(cache.entryOf("second", send), "the second was the oldest").not.toBe(second);
  cache.entryOf("third", send);
  expect(cache.entryOf("contact", send), "what is shown is never forgotten").toBe(entry);
  hide();
});
