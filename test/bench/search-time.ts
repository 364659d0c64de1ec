/** What a search costs when its index is in memory: processor time beside a loop of `includes`, and by the size of the account. */
import { newAccountHead } from "../../shared/account/store/account.ts";
import { contactToItem } from "../../shared/contact/store/contact.ts";
import { listQuery } from "../../shared/contact-list/list-query.ts";
import { readPage } from "../../shared/contact-list/read-page.ts";
import { createMembershipReader } from "../../shared/label/membership-reader.ts";
import { fold } from "../../shared/platform/text/fold.ts";
import { ContactIndex } from "../../shared/search/contact-index.ts";
import { decodeEntry, encodeEntry, type SearchEntry, searchEntryOf } from "../../shared/search/entry.ts";
import { recordOf } from "../support/contact/contact-calls.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";
import { benchTime, putItems } from "./account.ts";
import { onGround, openGround } from "./ground.ts";
import { type Target, thousands } from "./table.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";

/** The kinds of texts that people type. */
const queries = [
  ...["a", "e", "anna", "lindqvist", "mar", "berlin", "zzzz"],
  ...["anna nowak", "maria manager berlin", "anna@", "555", "+49 151 123", "0049151"],
  ...["mullr", "lindkvist", "archtect"],
  ...["анна", "ivanov", "παπαδόπουλος", "nikos", "山田", "محمد", "https://www.linkedin.com/in/anna-nowak"],
] as const;

/**
 * The time of a search in an account with this number of contacts, divided by that of the loop, by query. The loop looks
 * for the longest word of the query in names and text of every entry; it does not order, rank or return what it finds.
 */
export function searchRatios(contacts: number): Record<string, number> {
  const entries = realisticEntries(contacts);
  const index = new ContactIndex(entries);
  const texts = entries.map(({ first, middle, last, text }) => `${first} ${middle} ${last}\n${text}`);
  const ratios: Record<string, number> = {};
  for (const query of queries) {
    const words = fold(query).split(" ");
    const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
    const loop = () => texts.reduce((count, text) => count + Number(text.includes(longest)), 0);
    const search = () => index.find({ search: query, keepInTouch: false }, null).length;
    const [time = 0, loopTime = 0] = leastTimes([search, loop]);
    ratios[query] = time / loopTime;
  }
  return ratios;
}

/** Searches that find more contacts in larger accounts: common digits, the start of a common number, and a common name. */
const growing = ["555", "+49 151", "anna"] as const;
const sizes = [10_000, 100_000] as const;
const maxGrowth = 2;

/** The processor time of a first page of 50 at the larger size, divided by that at the smaller one. */
export function benchSearch(): Promise<Target[]> {
  return onGround(async (address) => {
    const { store } = openGround(address);
    const head = newAccountHead(accountId, "bench@example.com", new Date(benchTime));
    const accounts = sizes.map((size) => {
      const entries = realisticEntries(size);
      return { index: new ContactIndex(entries), numbers: new Map(entries.map(({ id }, n) => [id, n])) };
    });
    const targets: Target[] = [];
    for (const search of growing) {
      const query = listQuery().parse({ search });
      const finds = accounts.map(
        ({ index }) =>
          () =>
            index.find(query, null),
      );
      const pages = await Promise.all(
        accounts.map(async ({ index, numbers }) => {
          const shown = index.find({ search, keepInTouch: false }, null).slice(0, query.limit);
          const contacts = shown.map((id) => ({ ...recordOf(accountId, realisticBody(numbers.get(id) ?? 0)), id }));
          await putItems(store, contacts.map(contactToItem));
          const load = async () => index;
          const indexes = { load, loadStored: load, loadInTime: load };
          return () => readPage({ store, indexes, memberships: createMembershipReader(store) }, head, query);
        }),
      );
      const [small = 0, large = 0] = await medianTimes(pages);
      const [smallIndex = 0, largeIndex = 0] = await medianTimes(finds);
      const milliseconds = (time: number) => `${(time / 1000).toFixed(1)} ms`;
      const each = [small, large].map(milliseconds).join(" and ");
      const alone = [smallIndex, largeIndex].map(milliseconds).join(" and ");
      console.log(
        `"${search}" at ${sizes.map(thousands).join(" and ")} contacts: ${each}, of which the index ${alone}`,
      );
      targets.push({
        access: `processor time of a warm search for "${search}", ${sizes.toReversed().map(thousands).join(" : ")}`,
        limit: `at most ${maxGrowth} ×`,
        measured: `${(large / small).toFixed(2)} ×`,
        isReached: large / small <= maxGrowth,
      });
    }
    return targets;
  });
}

/** Microseconds of the processor. The tasks take turns, after the first runs have warmed them up. */
export async function medianTimes(tasks: readonly (() => unknown)[], runs = 41): Promise<number[]> {
  const times = tasks.map((): number[] => []);
  for (let run = -Math.floor(runs / 2); run < runs; run++) {
    for (const [at, task] of tasks.entries()) {
      const before = process.cpuUsage();
      await task();
      const { system, user } = process.cpuUsage(before);
      if (run >= 0) times[at]?.push(system + user);
    }
  }
  return times.map((each) => each.sort((one, other) => one - other)[each.length >> 1] ?? Number.NaN);
}

/** Entries as a new process decodes them. */
function realisticEntries(count: number): SearchEntry[] {
  const entries = Array.from({ length: count }, (_, n) => searchEntryOf(recordOf(accountId, realisticBody(n))));
  return JSON.parse(JSON.stringify(entries.map(encodeEntry))).map(decodeEntry);
}

/**
 * Microseconds of the processor that each task takes: the least of its runs, because other work of the machine only adds
 * time. The tasks take turns, and the first runs warm them up.
 */
function leastTimes(tasks: readonly (() => unknown)[]): number[] {
  const least = tasks.map(() => Number.POSITIVE_INFINITY);
  for (let run = -15; run < 31; run++) {
    for (const [at, task] of tasks.entries()) {
      const before = process.cpuUsage();
      task();
      const { system, user } = process.cpuUsage(before);
      if (run >= 0) least[at] = Math.min(least[at] ?? 0, system + user);
    }
  }
  return least;
}
