import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToCodePoints, cutToUnits, isWithinCodePoints } from "../../shared/text/cut.ts";
import { line } from "../../shared/text/schema.ts";

/** Letters of one UTF-16 code unit and of two. */
const text = fc
  .array(fc.constantFrom("a", "é", "漢", "e\u0301", "𝒜", "🎻"), { maxLength: 12 })
  .map((all) => all.join(""));
/** Also halves of letters, which may meet. */
const broken = fc.array(fc.constantFrom("a", "\ud835", "\udc9c", "🎻"), { maxLength: 12 }).map((all) => all.join(""));
const max = fc.nat(12);

describe("a text cut to code points", () => {
  it("is the start of as many, and whole where it has no more", () => {
    fc.assert(
      fc.property(fc.oneof(text, broken), max, (given, most) => {
        expect(cutToCodePoints(given, most)).toBe([...given].slice(0, most).join(""));
        expect(isWithinCodePoints(given, most)).toBe([...given].length <= most);
      }),
    );
  });

  it("is as long as the API takes it, and no shorter than that", () => {
    fc.assert(
      fc.property(text, max, (given, most) => {
        const cut = cutToCodePoints(given, most);
        expect(line(most).safeParse(cut)).toEqual({ success: true, data: cut });
        expect(line(most).safeParse(given).success).toBe(cut === given);
      }),
    );
  });
});

describe("a text cut to units", () => {
  it("is the longest start of as many that halves no letter", () => {
    fc.assert(
      fc.property(text, max, (given, most) => {
        const cut = cutToUnits(given, most);
        expect(given.startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(most);
        const next = String.fromCodePoint(given.codePointAt(cut.length) ?? 0);
        if (cut !== given) expect(cut.length + next.length).toBeGreaterThan(most);
      }),
    );
  });
});
