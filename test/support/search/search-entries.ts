/** Entries of the search index for property tests: few letters, so that words meet, start and nearly meet each other. */
import fc from "fast-check";
import { blankAddress } from "../../../shared/contact/address.ts";
import { blankFields } from "../../../shared/contact/record.ts";
import { fold } from "../../../shared/platform/text/fold.ts";
import type { SearchEntry } from "../../../shared/search/entry.ts";
import { searchedText } from "../../../shared/search/searched-text.ts";

/** Latin, Cyrillic and Greek letters that are each other's spellings, and letters beyond U+FFFF and U+E000. */
const letters = [..."aannotskäßанανγёх𐐨𠮷ﺎ1"];
const between = ["-", "'", " ", "."];

/** A word as people write it. */
function arbitraryWord(): fc.Arbitrary<string> {
  const oneScript = ["anotsk", "анотск", "ανοτσκ"].map((alphabet) =>
    fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 7 }),
  );
  const any = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 });
  const own = fc.oneof(...oneScript, any).map((word) => word.join(""));
  return fc.oneof({ arbitrary: own, weight: 2 }, fc.constantFrom("Anna", "nat", "tan", "анна", "ανναν"));
}

function text(maxWords: number): fc.Arbitrary<string> {
  const more = fc.array(fc.tuple(fc.constantFrom(...between), arbitraryWord()), { maxLength: maxWords - 1 });
  return fc.tuple(arbitraryWord(), more).map(([first, rest]) => first + rest.flat().join(""));
}

const email = { preferred: false, type: "home", value: "nat.sokat@example.org" };
const phone = { preferred: false, type: "home", prefix: "+49", value: "30 1234" };

function addressIn(addressCity: string) {
  const id = "0190b6a4-1111-7abc-8def-0123456789cd";
  return { ...blankAddress, id, type: "home" as const, addressLine1: "Nato 12", addressCity };
}

/** An entry with this id. */
export function arbitraryEntryOf(id: string): fc.Arbitrary<SearchEntry> {
  const optional = (value: fc.Arbitrary<string>) => fc.option(value, { nil: null });
  return fc
    .record({
      first: text(2),
      middle: fc.oneof(fc.constant(""), text(1)),
      last: fc.oneof(fc.constant(""), text(2)),
      headline: optional(text(3)),
      position: optional(text(1)),
      location: optional(text(1)),
      addresses: fc.array(arbitraryWord().map(addressIn), { maxLength: 2 }),
      notes: optional(fc.array(text(2), { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"))),
      emails: fc.subarray([email, { ...email, value: "ana@example.org" }]),
      phones: fc.subarray([phone, { ...phone, value: "30 99", prefix: "" }, { ...phone, value: "15121234567" }]),
      network_a: optional(arbitraryWord().map((word) => `https://www.linkedin.com/in/${word}`)),
      network_b: optional(fc.constantFrom("nat", "anna.k")),
      website: optional(fc.constantFrom("https://www.nat.example/ana", "http://sokat.example")),
      keepInTouch: fc.boolean(),
      lastInteraction: fc.constantFrom("", "2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"),
    })
    .map(({ first, middle, last, keepInTouch, lastInteraction, ...searched }) => ({
      id,
      first: fold(first),
      middle: fold(middle),
      last: fold(last),
      text: searchedText({ ...blankFields, ...searched }),
      keepInTouch,
      lastInteraction,
      marks: "",
      version: 1,
    }));
}

/** Entries with ids of their own, in no order. */
export function arbitraryEntries(maxLength = 12, minLength = 0): fc.Arbitrary<SearchEntry[]> {
  return fc
    .uniqueArray(fc.uuid({ version: 7 }), { minLength, maxLength })
    .chain((ids) => (ids.length === 0 ? fc.constant([]) : fc.tuple(...ids.map(arbitraryEntryOf))));
}

/** A search for one of the entries: its words, parts of them, words with an edit, numbers, or any text. */
export function arbitrarySearchOf(entries: readonly SearchEntry[]): fc.Arbitrary<string> {
  const theirs = entries.flatMap(({ first, last, text: other }) => `${first} ${last} ${other}`.split(/\s+/));
  const taken = fc
    .tuple(fc.constantFrom("a", ...theirs.filter((word) => word !== "")), fc.nat(3), fc.nat(9), fc.nat(9))
    .map(([word, from, length, slip]) => slipped([...word].slice(from, from + length + 1), slip));
  const numbers = fc.constantFrom("+49", "(0)30", "030", "1234", "30-12", "12", "0049", "99", "1/2");
  const other = fc.constantFrom("sokat.example", "https://www.linkedin.com/in/ann", "www.nat.example", "@nat", "-");
  const plain = fc.oneof({ arbitrary: taken, weight: 5 }, arbitraryWord(), numbers, other);
  const beside = fc.constantFrom("", "", "", "", ",", "(", ")", "“", '"', ".", "!", " - ", " , ");
  const word = fc.tuple(beside, plain, beside).map((parts) => parts.join(""));
  // A slash at the end of an address is passed over, which the plain search does not know.
  return fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((words) => words.map((some) => some.replace(/\/$/, "")).join(" "));
}

function slipped(letters: readonly string[], slip: number): string {
  const at = slip % Math.max(1, letters.length);
  if (slip === 7) return letters.toSpliced(at, 1).join("");
  if (slip === 8) return letters.toSpliced(at, 0, "k").join("");
  if (slip === 9) return letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed()).join("");
  return letters.join("");
}
