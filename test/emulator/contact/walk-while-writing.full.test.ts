import { v7 as newUuid } from "uuid";
import { describe, expect, it } from "vitest";
import { defaultRetryPolicy, type RetryPolicy } from "../../../shared/account/store/account-write.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { anotherProcess } from "../../support/process/database-proxy.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const { store, host } = await freshTable();

describe("reading all pages in the order of creation while several processes write", () => {
  it.each([
    ["clocks are milliseconds apart", 0, [0, 7, -7, 40, -40]],
    ["clocks are seconds apart, and it begins at a large offset", 230, [0, 5_000, -60_000]],
  ] as const)("misses no contact and reads none twice when %s", async (_name, before, skews) => {
    const accountId = await seedAccount(store);
    const earlier = Array.from({ length: before }, (_, n) => recordOf(accountId, { firstName: `Early ${n}` }));
    await storeAll(store, accountId, earlier);
    const reader = contactCalls(anotherProcess(host, store.tableName), accountId);
    const readFrom = async (offset: number, limit: number) => {
      const { body } = await reader.list({ sort: "createdAtAsc", limit: String(limit), offset: String(offset) });
      return { ...body, ids: body.contacts.map(({ id }) => id) };
    };
    const writings = new Writings();
    const writers = Array.from({ length: writerCount }, (_, n) => {
      const now = () => new Date(Date.now() + (skews[n % skews.length] ?? 0));
      const newId = () => newUuid({ msecs: now().getTime() });
      const calls = contactCalls(anotherProcess(host, store.tableName), accountId, { now, newId, retry: patient });
      return writings.follow(() => write(calls, n, writings));
    });

    const seen = earlier.map(({ id }) => id);
    for (let last = false; !last; ) {
      const more = writings.nextAnswer();
      // The last page must have every contact that was created before its request.
      last = writings.running === 0;
      const answered = writings.created.map(({ id }) => id);
      const { ids, pagination } = await readFrom(seen.length, 7);
      seen.push(...ids);
      expect(pagination.totalCount).toBeGreaterThanOrEqual(before + answered.length);
      // Every created contact was read or is on a later page.
      const ahead = new Set((await readFrom(seen.length, 200)).ids);
      expect(answered.filter((id) => !seen.includes(id) && !ahead.has(id))).toEqual([]);
      if (pagination.hasMore) last = false;
      else if (!last) await more;
    }
    await Promise.all(writers);

    const inOrderOfCommits = writings.created.toSorted((one, other) => one.txid - other.txid).map(({ id }) => id);
    expect(inOrderOfCommits).toHaveLength(writerCount * createsEach);
    expect(seen.slice(before)).toEqual(inOrderOfCommits);
    expect(inOrderOfCommits.toSorted()).toEqual(inOrderOfCommits);
    const { contacts } = await readFrom(before, 200);
    // Every contact shows its last patch, and is still in its position.
    expect(contacts.map(({ id, headline }) => [id, headline])).toEqual(
      inOrderOfCommits.map((id) => [id, writings.headlines.get(id)]),
    );
    expect((await readFrom(0, 200)).ids).toEqual(seen.slice(0, 200));
  });
});

const createsEach = 4;
const writerCount = tries(5, 10);

/** A busy machine may take longer than a request waits. */
const patient: RetryPolicy = { ...defaultRetryPolicy, timeLimit: 50_000 };

/** Creates contacts, and changes the fields by which the other orders sort. */
async function write(calls: ReturnType<typeof contactCalls>, writer: number, writings: Writings): Promise<void> {
  const mine: string[] = [];
  for (let n = 0; n < createsEach; n++) {
    const { body, txid } = await calls.create({ firstName: `Person ${writer} ${n}` });
    mine.push(body.contact.id);
    writings.answer({ id: body.contact.id, txid: Number(txid) });
    const id = mine[(n * 7) % mine.length] ?? "";
    const lastInteraction = new Date(Date.UTC(2026, n, 1)).toISOString();
    const patched = await calls.patch(id, { firstName: `${9 - n}`, lastInteraction, headline: `${writer} ${n}` });
    writings.headlines.set(id, patched.body.contact.headline);
  }
}

/** The answers that the writers got so far. */
class Writings {
  readonly created: { id: string; txid: number }[] = [];
  readonly headlines = new Map<string, string | null>();
  running = 0;
  private wake = Promise.withResolvers<void>();

  answer(written: { id: string; txid: number }): void {
    this.created.push(written);
    if (!this.headlines.has(written.id)) this.headlines.set(written.id, null);
    this.ring();
  }

  async follow(work: () => Promise<void>): Promise<void> {
    this.running++;
    try {
      await work();
    } finally {
      this.running--;
      this.ring();
    }
  }

  /** Resolves when the next write was answered, or a writer ended. */
  nextAnswer(): Promise<void> {
    return this.wake.promise;
  }

  private ring(): void {
    this.wake.resolve();
    this.wake = Promise.withResolvers();
  }
}
