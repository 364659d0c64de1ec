/**
 * Contacts for tests of lists and searches, and searches of their words. They have few words in many spellings and scripts, so
 * that different names are often equal after folding.
 */
import fc from "fast-check";
import type { ModelContact } from "./list-model.ts";
import { inLatin, plainText, spell } from "./plain-letters.ts";
import type { ModelBody } from "./search-model.ts";

const words = [
  ...["a", "ann", "anna", "annak", "anton", "nina", "tina", "oslo", "stra", "strasse", "lodz", "efisa", "taeza"],
  ...["αννα", "νικοσ", "анна", "антон", "нина"],
  ...["漢", "漢山", "가", "ع", "क", "﷽", "﷽a", "🎻", "👩", "👩a", "a1"],
];

const seed = fc.nat(30);
const word = fc.oneof(
  fc.constantFrom(...words),
  fc.array(fc.constantFrom("a", "n", "o", "t"), { minLength: 1, maxLength: 5 }).map((letters) => letters.join("")),
);
const text = fc
  .tuple(word, fc.array(fc.tuple(fc.constantFrom(" ", " ", "-", "'"), word), { maxLength: 1 }), seed)
  .map(([first, more, chosen]) => spell([first, ...more.flat()].join(""), chosen));
const slug = fc.constantFrom("anna-o", "nina.t", "anton2", "strasse");
const number = fc.constantFrom("1701234567", "305550100", "305550199");

const fields: { [Name in keyof ModelBody]: fc.Arbitrary<ModelBody[Name]> } = {
  firstName: text,
  lastName: fc.oneof(fc.constant(""), text),
  middleName: sometimes(text),
  headline: sometimes(text),
  position: sometimes(text),
  location: sometimes(text),
  addresses: fc.array(fc.record({ type: fc.constantFrom("home", "work"), addressLine1: text, addressCity: text }), {
    maxLength: 1,
  }),
  notes: sometimes(fc.tuple(text, text).map((lines) => lines.join("\n"))),
  emails: fc
    .subarray(["anna@example.org", "nt.oslo@example.org"], { maxLength: 1 })
    .map((values) => values.map((value) => ({ preferred: false, type: "home", value }))),
  phones: fc
    .uniqueArray(number, { maxLength: 1 })
    .map((values) => values.map((value) => ({ preferred: false, type: "home", prefix: "+49", value }))),
  network_a: sometimes(
    slug.filter((handle) => !handle.includes(".")).map((handle) => `https://www.linkedin.com/in/${handle}`),
  ),
  network_b: sometimes(slug.filter((handle) => !handle.includes("-"))),
  network_d: sometimes(number.map((value) => `+49${value}`)),
  website: sometimes(slug.map((host) => `https://${host}.example`)),
  keepFrequencyDays: sometimes(fc.constantFrom(1, 30)),
  lastInteraction: sometimes(
    fc.constantFrom("2026-01-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z", "0987-01-01T00:00:00.000Z"),
  ),
};

export function arbitraryListed(): fc.Arbitrary<ModelBody> {
  return fc.record(fields);
}

/** What happens to an account: `at` chooses the contact. */
export type ListedWrite =
  | { does: "create"; body: ModelBody }
  | { does: "patch"; at: number; patch: Partial<ModelBody> }
  | { does: "remove"; at: number };

export function arbitraryWrites(max: number): fc.Arbitrary<ListedWrite[]> {
  const at = fc.nat(200);
  const write = fc.oneof<fc.Arbitrary<ListedWrite>[]>(
    arbitraryListed().map((body) => ({ does: "create", body })),
    fc
      .tuple(at, fc.record(fields, { requiredKeys: [] }))
      .map(([chosen, patch]) => ({ does: "patch", at: chosen, patch })),
    at.map((chosen) => ({ does: "remove", at: chosen })),
  );
  return fc.array(write, { minLength: 1, maxLength: max, size: "max" });
}

/** A search of words of one contact: whole words, parts, other spellings, or words with one edit. */
export interface SearchRecipe {
  at: number;
  words: { field: number; word: number; from: number; length: number; slip: string; place: number; seed: number }[];
  blanks: string;
}

export function arbitrarySearch(): fc.Arbitrary<SearchRecipe> {
  const slip = fc.constantFrom("", "", "", "", "change", "omit", "add", "swap", "latin");
  const place = fc.nat(6);
  const from = fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, fc.nat(3));
  const length = fc.oneof(fc.constant(99), fc.integer({ min: 1, max: 6 }));
  const typed = fc.record({ field: fc.nat(20), word: fc.nat(1), from, length, slip, place, seed });
  const lines = fc.oneof({ arbitrary: fc.tuple(typed), weight: 3 }, fc.array(typed, { minLength: 2, maxLength: 3 }));
  return fc.record({ at: fc.nat(200), words: lines, blanks: fc.constantFrom("", " ", "  ") });
}

export function searchText({ at, words: typed, blanks }: SearchRecipe, contacts: readonly ModelContact[]): string {
  const body = contacts[at % Math.max(1, contacts.length)]?.body;
  const names = body ? [body.firstName, body.lastName, body.middleName ?? ""] : ["anna"];
  const others = body
    ? [
        body.headline,
        body.position,
        body.location,
        body.network_a,
        body.network_b,
        body.network_d,
        body.website,
      ].concat(
        [...body.emails, ...body.phones].map(({ value }) => value),
        body.addresses.flatMap(({ addressLine1, addressCity }) => [addressLine1, addressCity]),
        body.notes?.split("\n") ?? [],
      )
    : [];
  // Names three times: they are what people search for.
  const texts = [...names, ...names, ...names, ...others].flatMap((field) => (field ? [plainText(field)] : []));
  const found = typed.map(({ field, word: chosen, from, length, slip, place, seed: spelling }) => {
    const parts = (texts[field % texts.length] ?? "").split(" ");
    const letters = [...(parts[chosen % parts.length] ?? "")];
    const start = from % letters.length;
    return spell(slipped(letters.slice(start, start + length), slip, place), spelling);
  });
  return `${blanks}${found.join(` ${blanks}`)}${blanks}`;
}

function slipped(letters: readonly string[], slip: string, place: number): string {
  const at = place % letters.length;
  const [before, here, next = "", after] = [
    letters.slice(0, at).join(""),
    letters[at],
    letters[at + 1],
    letters.slice(at + 2).join(""),
  ];
  switch (slip) {
    case "change":
      return `${before}d${next}${after}`;
    case "omit":
      return letters.length > 1 ? before + next + after : letters.join("");
    case "add":
      return `${before}d${here}${next}${after}`;
    case "swap":
      return `${before}${next}${here}${after}`;
    case "latin":
      return inLatin(letters.join(""));
    default:
      return letters.join("");
  }
}

function sometimes<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { freq: 2 });
}
