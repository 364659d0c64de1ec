import fc from "fast-check";
import { expect, it } from "vitest";
import { cutToBytes, cutToCodePoints, cutToUnits, isWithinCodePoints } from "../../../shared/platform/text/cut.ts";
import { line } from "../../../shared/platform/text/schema.ts";

const pieces = ["a", "é", "漢", "e\u0301", "𝒜", "🎻"];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(""));
const loneSurrogates = fc
  .array(fc.constantFrom("a", "\ud835", "\udc9c", "🎻"), { maxLength: 12 })
  .map((all) => all.join(""));
const max = fc.nat(30);

it.each([
  ["code points", cutToCodePoints, (cut: string) => [...cut].length],
  ["UTF-16 code units", cutToUnits, (cut: string) => cut.length],
  ["bytes", cutToBytes, (cut: string) => Buffer.byteLength(cut)],
])("text cut to %s is the longest start that fits and splits no character", (_unit, cutTo, sizeOf) => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary" })), max, (given, most) => {
      const cut = cutTo(given, most);
      expect(given.startsWith(cut)).toBe(true);
      expect(sizeOf(cut)).toBeLessThanOrEqual(most);
      const next = String.fromCodePoint(given.codePointAt(cut.length) ?? 0);
      if (cut !== given) expect(sizeOf(cut + next)).toBeGreaterThan(most);
      if (given.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

it("a lone surrogate counts as a code point", () => {
  fc.assert(
    fc.property(loneSurrogates, max, (given, most) => {
      expect(cutToCodePoints(given, most)).toBe([...given].slice(0, most).join(""));
      expect(isWithinCodePoints(given, most)).toBe([...given].length <= most);
    }),
  );
});

it("text cut to code points has exactly the length that the API accepts", () => {
  fc.assert(
    fc.property(text, max, (given, most) => {
      const cut = cutToCodePoints(given, most);
      expect(line(most).safeParse(cut)).toEqual({ success: true, data: cut });
      expect(line(most).safeParse(given).success).toBe(cut === given);
    }),
  );
});
