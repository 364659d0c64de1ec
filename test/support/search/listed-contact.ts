/**
 * Contacts for tests of lists and searches. They have few words in many spellings and scripts, so that different names are often
 * equal after folding.
 */
import fc from "fast-check";
import type { ModelBody } from "./list-model.ts";
import { spell } from "./plain-letters.ts";

const words = [
  ...["a", "ann", "anna", "annak", "anton", "nina", "tina", "oslo", "stra", "strasse", "lodz", "efisa", "taeza"],
  ...["αννα", "νικοσ", "анна", "антон", "нина"],
  ...["漢", "漢山", "가", "ع", "क", "﷽", "﷽a", "🎻", "👩", "👩a", "a1"],
];

const seed = fc.nat(30);
/** A word that such contacts may have. */
export const listedWord = fc.oneof(
  fc.constantFrom(...words),
  fc.array(fc.constantFrom("a", "n", "o", "t"), { minLength: 1, maxLength: 5 }).map((letters) => letters.join("")),
);
const text = fc
  .tuple(listedWord, fc.array(fc.tuple(fc.constantFrom(" ", " ", "-", "'"), listedWord), { maxLength: 1 }), seed)
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

function sometimes<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { freq: 2 });
}
