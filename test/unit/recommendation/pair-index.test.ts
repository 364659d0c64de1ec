import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidateOf } from "../../../functions/merge-recommendations/pairs/candidate.ts";
import { compareContacts } from "../../../functions/merge-recommendations/pairs/compare-contacts.ts";
import { maxSharing, PairIndex } from "../../../functions/merge-recommendations/pairs/pair-index.ts";
import { type SearchEntry, searchEntryOf } from "../../../shared/search/entry.ts";
import { recordOf } from "../../support/contact/contact-calls.ts";

const ownId = "0190b6a4-0000-7abc-8def-000000000000";
const idOf = (n: number) => `0190b6a4-1111-7abc-8def-${String(n).padStart(12, "0")}`;

function entryOf(n: number, body: object): SearchEntry {
  return { ...searchEntryOf(recordOf(ownId, { firstName: "x", ...body })), id: idOf(n) };
}

function pairsOf(entries: readonly SearchEntry[]) {
  const index = new PairIndex(ownId);
  index.update(entries);
  return index.list();
}

const copy = { firstName: "Ann", lastName: "Bell", emails: [{ value: "ann@example.org" }] };

/** Few values, so that many are shared. */
const arbitraryBody = fc.record({
  firstName: fc.constantFrom(
    "Anna",
    "Ana",
    "Hannah",
    "Иван",
    "Ivan",
    "Bob",
    "Robert",
    "R.",
    "Maria Luisa",
    "王伟",
    "Dr. Anna",
  ),
  lastName: fc.constantFrom("", "Schmidt", "Schmitt", "Schmidt-Berg", "Петров", "Petrov", "Wang", "Jr.", "Smith Jr."),
  emails: fc.subarray(["a@example.org", "info@example.org"].map((value) => ({ value }))),
  phones: fc.subarray([
    { prefix: "+49", value: "30123456" },
    { prefix: "", value: "030123456" },
  ]),
  network_b: fc.constantFrom(null, "anna.b", "ivan.b"),
  importantDates: fc.subarray([{ type: "birthday", date: "1990-01-02" }]),
});

describe("the pairs of an account", () => {
  it("are the same after any changes as in a new index", () => {
    const slot = fc.nat({ max: maxSharing + 8 });
    const changes = fc.array(fc.tuple(slot, fc.option(arbitraryBody, { nil: null })), { maxLength: 5 });
    const filler = Array.from({ length: 110 }, (_, n) => entryOf(1_000 + n, { lastName: `Filler${n}` }));
    fc.assert(
      fc.property(
        fc.array(arbitraryBody, { maxLength: maxSharing + 4 }),
        fc.array(changes, { maxLength: 4 }),
        (bodies, steps) => {
          const entries = new Map(
            [...filler, ...bodies.map((body, n) => entryOf(n, body))].map((entry) => [entry.id, entry]),
          );
          const index = new PairIndex(ownId);
          index.update([...entries.values()]);
          for (const step of steps) {
            for (const [n, body] of step) {
              if (body) entries.set(idOf(n), entryOf(n, body));
              else entries.delete(idOf(n));
            }
            index.update([...entries.values()]);
            expect(index.list()).toEqual(pairsOf([...entries.values()]));
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it("are those of the oldest of many copies, which may be another one after a change", () => {
    const filler = Array.from({ length: 50 }, (_, n) => entryOf(1_000 + n, { lastName: `Filler${n}` }));
    const all = [...filler, ...Array.from({ length: maxSharing + 3 }, (_, n) => entryOf(n, copy))];
    const index = new PairIndex(ownId);
    for (const without of [-1, 0, 5, 0]) {
      const entries = all.filter(({ id }) => id !== idOf(without));
      index.update(entries);
      expect(index.list()).toEqual(pairsOf(entries));
    }
  });

  it("do not depend on which contact is compared with which", () => {
    fc.assert(
      fc.property(arbitraryBody, arbitraryBody, (one, other) => {
        const [left, right] = [candidateOf(entryOf(1, one)), candidateOf(entryOf(2, other))];
        expect(compareContacts(left, right)?.score).toBe(compareContacts(right, left)?.score);
      }),
    );
  });

  it("have the older contact at the left, and the account's own always", () => {
    const emails = [{ value: "ann@example.org" }];
    const entries = [entryOf(2, { emails }), entryOf(1, { emails }), { ...entryOf(3, { emails }), id: ownId }];
    const sides = pairsOf(entries).map(({ left, right }) => [left, right]);
    expect(sides).toEqual([
      [ownId, idOf(1)],
      [ownId, idOf(2)],
      [idOf(1), idOf(2)],
    ]);
  });

  it.each([
    ["an e-mail address", { emails: [{ value: "ann@example.org" }] }, 1],
    ["a number", { phones: [{ prefix: "+44", value: "7700900123" }] }, 1],
    ["a profile", { network_b: "ann.bell" }, 1],
    ["a website", { website: "https://ann.example" }, 1],
    ["nothing", {}, 0],
  ])("with birthdays of two days, of one name and %s in common", (_what, shared, count) => {
    const born = ["1960-01-11", "1964-10-20"].map((date) => ({ importantDates: [{ type: "birthday", date }] }));
    const name = { firstName: "Ann", lastName: "Bell" };
    expect(pairsOf(born.map((dates, n) => entryOf(n, { ...name, ...shared, ...dates })))).toHaveLength(count);
  });

  it.each([
    ["Neto", "Sobrinho", 0],
    ["père", "fils", 0],
    ["Neto", "neto", 1],
  ])("with the suffixes %s and %s", (left, right, count) => {
    const suffixed = [left, right].map((suffix) => ({ ...copy, notes: `Suffix: ${suffix}` }));
    expect(pairsOf(suffixed.map((body, n) => entryOf(n, body)))).toHaveLength(count);
  });

  it("say what both contacts have in common, the strongest first", () => {
    const body = { firstName: "Liz", lastName: "Moss", emails: [{ value: "moss@example.org" }] };
    const phones = [{ prefix: "+44", value: "7700900123" }];
    const [pair] = pairsOf([
      entryOf(1, { ...body, phones, network_a: "liz-moss" }),
      entryOf(2, { ...body, firstName: "Elizabeth", phones, network_a: "liz-moss" }),
    ]);
    expect(pair).toMatchObject({
      score: 0.99,
      reasons: [
        { kind: "network_a", value: "liz-moss" },
        { kind: "email", value: "moss@example.org" },
        { kind: "phone", value: "+447700900123" },
        { kind: "name", value: "nickname" },
      ],
    });
  });

  it("are not made of a value that too many contacts have, except copies of the oldest contact", () => {
    const emails = [{ value: "team@example.org" }];
    const namesakes = (count: number) => Array.from({ length: count }, (_, n) => entryOf(n, { ...copy, emails }));
    const names = "Abel Bruno Carla Dieter Edith Fabian Gisela Horst Inga Jonas Kurt Lola".split(" ");
    const others = names.map((firstName, n) => entryOf(100 + n, { firstName, lastName: "Vale", emails }));
    expect(pairsOf(namesakes(maxSharing))).toHaveLength((maxSharing * (maxSharing - 1)) / 2);
    expect(pairsOf([...namesakes(1), ...others])).toEqual([]);
    const pairs = pairsOf([...namesakes(maxSharing + 1), ...others]);
    expect(pairs.map(({ left }) => left)).toEqual(Array.from({ length: maxSharing }, () => idOf(0)));
  });

  it("are made of values if a name has no letters", () => {
    const entries = ["🦊", "Ann"].map((firstName, n) => entryOf(n, { ...copy, firstName, lastName: "" }));
    expect(pairsOf(entries)).toMatchObject([{ reasons: [{ kind: "email" }, { kind: "name", value: "only a value" }] }]);
  });
});
