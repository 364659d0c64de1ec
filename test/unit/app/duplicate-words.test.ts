import { expect, it } from "vitest";
import { reasonText } from "../../../functions/app/browser/duplicates/duplicate-words.ts";

it.each([
  ["phone", "+44 20 7946 0958", "Same phone number (+44 20 7946 0958)"],
  ["network_a", "ada", "Same profile on the professional network (ada)"],
  ["name", "typing error", "Nearly the same name"],
  ["name", "a way that is new", "Similar names (a way that is new)"],
] as const)("the reason %s %s is said in words", (kind, value, text) => {
  expect(reasonText({ kind, value })).toBe(text);
});
