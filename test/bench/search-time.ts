/**
 * What a search costs when its index is in memory, in processor time beside a loop of `includes` over the same
 * strings: `node test/bench/search-time.ts`. Also what it costs to load an index and to change it, how large its document
 * is, and, with `--expose-gc`, its memory. With `long` a tenth of the contacts have notes of 2,000 characters, and a
 * hundredth of 20,000.
 */
import { ContactIndex } from "../../shared/search/contact-index.ts";
import { decodeDocument, encodeDocument } from "../../shared/search/document.ts";
import { decodeEntry, encodeEntry, type SearchEntry, searchEntryOf } from "../../shared/search/entry.ts";
import { fold } from "../../shared/text/fold.ts";
import { recordOf } from "../support/contact-calls.ts";
import { type Dice, diceOf } from "../support/realistic/dice.ts";
import { syllables } from "../support/realistic/phrases.ts";
import { realisticBody } from "../support/realistic-contact.ts";

/** What people type, of each kind. */
export const usualQueries = [
  ...["a", "e", "anna", "lindqvist", "mar", "berlin", "zzzz"],
  ...["anna nowak", "maria manager berlin", "anna@", "555", "+49 151 123", "0049151"],
  ...["mullr", "lindkvist", "archtect"],
  ...["анна", "ivanov", "παπαδόπουλος", "nikos", "山田", "محمد", "https://www.linkedin.com/in/anna-nowak"],
] as const;

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
/** Different words of two letters, as many as 500 characters hold. */
const pairs = Array.from({ length: 166 }, (_, at) => `${alphabet[at % 26]}${alphabet[Math.floor(at / 26)]}`);

/** What nobody types. */
export const hostileQueries: readonly string[] = [
  alphabet.join(" "),
  pairs.join(" "),
  "e ".repeat(250),
  "e".repeat(500),
  `${"a".repeat(499)}b`,
  alphabet.slice(0, 12).join(" "),
  "ma an na ri ar el le en er in ne la",
  "- . @ ' ( ) + / _ , & 1",
  "щхгъ".repeat(125),
  "1-2-3 ".repeat(83),
];

export interface SearchTime {
  query: string;
  matches: number;
  /** Of the processor. */
  milliseconds: number;
  /** To the loop's time. */
  ratio: number;
}

const warmUps = 15;
const runs = 31;

/**
 * Medians for each query, without an order. The loop looks through names and text of every entry for one word, the
 * longest: it neither orders, nor ranks, nor returns what it finds.
 */
export function searchTimes(entries: readonly SearchEntry[], queries: readonly string[] = usualQueries): SearchTime[] {
  const index = new ContactIndex(entries);
  const haystacks = entries.map(({ first, middle, last, text }) => flat(`${first} ${middle} ${last}\n${text}`));
  return queries.map((query) => {
    const words = fold(query).split(" ");
    const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
    const loop = () => haystacks.reduce((count, haystack) => count + Number(haystack.includes(longest)), 0);
    const search = () => index.find({ search: query, keepInTouch: false }, null).length;
    const [milliseconds = 0, floor = 0] = medians([search, loop]);
    return { query, matches: search(), milliseconds, ratio: milliseconds / floor };
  });
}

const accountId = "0190b6a4-0000-7abc-8def-000000000000";

/** Entries as a new process has them. */
export function realisticEntries(count: number, bodyOf: typeof realisticBody = realisticBody): SearchEntry[] {
  const entries = Array.from({ length: count }, (_, n) => searchEntryOf(recordOf(accountId, bodyOf(n))));
  return JSON.parse(JSON.stringify(entries.map(encodeEntry))).map(decodeEntry);
}

function longBody(n: number): ReturnType<typeof realisticBody> {
  const body = realisticBody(n);
  if (n % 100 === 0) return { ...body, notes: prose(20_000, diceOf(n)) };
  return n % 10 === 1 ? { ...body, notes: prose(2_000, diceOf(n)) } : body;
}

/** Invented words, of which a few come all the time and most hardly ever, as in every language. */
function prose(length: number, { chance }: Dice): string {
  let text = "";
  while (text.length < length) text += `${wordOf(Math.floor(40_000 ** chance()))} `;
  return text.slice(0, length).trim();
}

/** By how common it is, from 1. */
function wordOf(rank: number): string {
  const shorter = Math.floor(rank / syllables.length);
  return (shorter > 0 ? wordOf(shorter) : "") + syllables[rank % syllables.length];
}

/** A string of its own; one that was put together is a tree of its pieces until something asks for its letters. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}

/** Milliseconds of the processor that each takes, measured in turns. */
function medians(tasks: readonly (() => unknown)[]): number[] {
  const times = tasks.map((): number[] => []);
  for (let run = -warmUps; run < runs; run++) {
    for (const [at, task] of tasks.entries()) {
      const before = process.cpuUsage();
      task();
      const { system, user } = process.cpuUsage(before);
      if (run >= 0) times[at]?.push((system + user) / 1000);
    }
  }
  return times.map((list) => list.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? 0);
}

function printTimes(times: readonly SearchTime[]): void {
  console.table(
    times.map(({ query, matches, milliseconds, ratio }) => ({
      query: query.length > 40 ? `${query.slice(0, 30)}… (${query.length})` : query,
      matches,
      "CPU ms": milliseconds.toFixed(2),
      "× loop": ratio.toFixed(2),
    })),
  );
}

/** Processor time and memory of a document, of a new index, of its first searches and of a change. */
function printLife(entries: readonly SearchEntry[]): void {
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const timed = <Result>(task: () => Result): [Result, number] => {
    const started = process.cpuUsage();
    const result = task();
    const { system, user } = process.cpuUsage(started);
    return [result, (system + user) / 1000];
  };
  const [document, encode] = timed(() => encodeDocument({ accountId, txid: 1, entries }));
  const [decoded, decode] = timed(() => decodeDocument(document, accountId));
  const before = heap();
  const [index, load] = timed(() => new ContactIndex(entries));
  const loaded = heap();
  const find = (search: string) => timed(() => index.find({ search, keepInTouch: false }, null))[1];
  const [first, foreign] = [find("anna"), find("анна")];
  for (const order of ["surname", "interaction", "createdAt"] as const) index.at(0, order, false);
  const searched = heap();
  const [entry] = entries;
  const change = (at: number) => entry && index.apply([{ id: entry.id, entry: { ...entry, first: `x${at}` } }]);
  const [, changes] = timed(() => {
    for (let at = 0; at < 100; at++) change(at);
  });
  console.table({
    "document (million characters)": ((decoded?.characters ?? 0) / 1e6).toFixed(1),
    "packed (MB)": (document.length / 1e6).toFixed(1),
    "pack (ms)": encode.toFixed(0),
    "unpack (ms)": decode.toFixed(0),
    "load (ms)": load.toFixed(0),
    "first search (ms)": first.toFixed(0),
    "first Cyrillic search (ms)": foreign.toFixed(0),
    "one change in four orders (ms)": (changes / 100).toFixed(2),
    ...(globalThis.gc && {
      "index (MB)": (loaded - before).toFixed(1),
      "with all orders (MB)": (searched - before).toFixed(1),
    }),
  });
}

if (import.meta.main) {
  const count = 50_000;
  const entries = realisticEntries(count, process.argv.includes("long") ? longBody : realisticBody);
  printLife(entries);
  printTimes(searchTimes(entries));
  printTimes(searchTimes(entries, hostileQueries));
  console.log("contacts that all have every word of the longest query:");
  const crowd = `${pairs.join("")} ${alphabet.join("")}`;
  const crowded = entries.map((entry) => ({ ...entry, text: flat(`${crowd} ${entry.text}`) }));
  printTimes(searchTimes(crowded, hostileQueries));
}
