/** Initials and tints of people without a picture. */
import { expect, it } from "vitest";
import { initialsOf, tintOf } from "../../../functions/app/browser/parts/avatar-words.ts";

it.each([
  ["Ada King Lovelace", "AL"],
  ["ada", "A"],
  ["Élodie 李", "É李"],
  ["  ", ""],
  ["👩‍🔬 Noor", "👩‍🔬N"],
])("%s has the initials %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it("tints of names that differ by a letter are far from each other", () => {
  for (const [name, other] of [
    ["Ann Lee", "Ann Lef"],
    ["Bo", "Bp"],
  ] as const) {
    expect(tintOf(name)).toBe(tintOf(name));
    expect(Math.abs(tintOf(name) - tintOf(other))).toBeGreaterThan(30);
  }
});
