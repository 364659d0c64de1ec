/** What a search costs when its index is in memory: processor time beside a loop of `includes` over the same strings. */
import { fold } from "../../shared/platform/text/fold.ts";
import { ContactIndex } from "../../shared/search/contact-index.ts";
import { decodeEntry, encodeEntry, type SearchEntry, searchEntryOf } from "../../shared/search/entry.ts";
import { recordOf } from "../support/contact/contact-calls.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";

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

/** Entries as a new process decodes them. */
function realisticEntries(count: number): SearchEntry[] {
  const accountId = "0190b6a4-0000-7abc-8def-000000000000";
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
