import { describe, expect, it } from "vitest";
import { ContactIndex } from "../../../shared/search/contact-index.ts";
import { type SearchEntry, searchEntryOf } from "../../../shared/search/entry.ts";
import { TextFilter } from "../../../shared/search/text-filter.ts";
import { recordOf } from "../../support/contact/contact-calls.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { diceOf } from "../../support/realistic/dice.ts";

const accountId = "0190b6a4-0000-7abc-8def-000000000000";
/** Two blocks of the table and a part of one. */
const entries = Array.from({ length: 1_300 }, (_, n) => searchEntryOf(recordOf(accountId, realisticBody(n))));
/** With fewer contacts, an account has no table. */
const untabled = 500;
const { below, pick } = diceOf(28);

/** Parts of words of the texts, in ones and twos, and words that nobody has. */
const searches = [
  ...["555", "49151", "+49 151 12", "anna", "anna 555", "instagram.com/mei", "https://www.acme.example", "zqxj"],
  ...Array.from({ length: 150 }, () => Array.from({ length: 1 + below(2) }, partOfWord).join(" ")),
];

function partOfWord(): string {
  const word = pick(pick(entries).text.split(/\s+/));
  return word.slice(below(3)).slice(0, 2 + below(6));
}

/** Indexes of the parts of an account that are too small for a table. */
function inParts(all: readonly SearchEntry[]): ContactIndex[] {
  const starts = Array.from({ length: Math.ceil(all.length / untabled) }, (_, part) => part * untabled);
  return starts.map((from) => new ContactIndex(all.slice(from, from + untabled)));
}

function expectSame(index: ContactIndex, parts: readonly ContactIndex[]): void {
  const found = (all: readonly ContactIndex[], search: string) =>
    all.flatMap((each) => each.find({ search, keepInTouch: false }, null)).sort();
  for (const search of searches) expect([search, found([index], search)]).toEqual([search, found(parts, search)]);
}

describe("the table of texts", () => {
  it("changes nothing that a search finds", () => {
    expectSame(new ContactIndex(entries), inParts(entries));
  });

  it("changes nothing after contacts got other texts, were deleted and were added", () => {
    const index = new ContactIndex(entries);
    index.find({ search: "555", keepInTouch: false }, null);
    const texts = entries.map(({ text }) => text).toReversed();
    const changed = entries.flatMap((entry, at) => (at % 3 === 0 ? [] : { ...entry, text: texts[at] ?? "" }));
    const added = Array.from({ length: 300 }, (_, n) => searchEntryOf(recordOf(accountId, realisticBody(9_000 + n))));
    index.apply(entries.map(({ id }) => ({ id, entry: changed.find((entry) => entry.id === id) ?? null })));
    index.apply(added.map((entry) => ({ id: entry.id, entry })));
    expectSame(index, inParts([...changed, ...added]));
  });

  it("selects few contacts that don't have the text, and none for three digits", () => {
    const filter = new TextFilter(entries);
    filter.extend();
    const selected = (text: string) =>
      entries.slice(0, 1_024).filter((_, slot) => hasBitAt(filter.select([text]).bits, slot));
    for (const text of ["555", "151"])
      expect(selected(text)).toEqual(entries.slice(0, 1_024).filter((entry) => entry.text.includes(text)));
    const superfluous = selected("anna").filter((entry) => !entry.text.includes("anna"));
    expect(superfluous.length).toBeLessThan(1_024 / 20);
  });
});

function hasBitAt(bits: Uint32Array, slot: number): boolean {
  return (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
}
