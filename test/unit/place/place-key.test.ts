import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeKey, regionKey } from "../../../shared/place/place-key.ts";
import { fold } from "../../../shared/platform/text/fold.ts";

describe("the key of a place", () => {
  it.each([
    ["München", "MUNCHEN", "munchen"],
    ["İstanbul", "istanbul", "istanbul"],
    ["Łódź", "Lodz", "lodz"],
    ["’s-Hertogenbosch", "'s Hertogenbosch", "s hertogenbosch"],
    ["L'Aquila", "L’Aquila", "laquila"],
    ["Θεσσαλονίκη", "ΘΕΣΣΑΛΟΝΙΚΗ", "θεσσαλονικη"],
    ["Bakı", "Baki", "baki"],
    ["  Praha   6 ", "praha 6", "praha 6"],
    ["Halle (Saale)", "Halle/Saale", "halle saale"],
  ])("of %s is that of %s", (one, other, key) => {
    expect(placeKey(one)).toBe(key);
    expect(placeKey(other)).toBe(key);
  });

  it.each(["", " ", "!?", "…", "'", "🌍"])("of a text without letters and digits is empty (%j)", (text) => {
    expect(placeKey(text)).toBe("");
  });

  it("of a key is that key, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const key = placeKey(text);
        expect(placeKey(key)).toBe(key);
        expect(key).toBe(key.trim());
      }),
    );
  });

  it("of ASCII text is the same without folding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        // With the accent, the text is folded.
        const [, ...rest] = placeKey(`é ${text}`).split(" ");
        expect(placeKey(`e ${text}`).split(" ").slice(1)).toEqual(rest);
        expect(placeKey(text)).toBe(placeKey(fold(text)));
      }),
    );
  });

  it("of a region has no words for kinds of regions", () => {
    expect(regionKey(placeKey("Uppsala County"))).toBe("uppsala");
    expect(regionKey(placeKey("Provincia de Córdoba"))).toBe("cordoba");
    expect(regionKey(placeKey("Land"))).toBe("");
    expect(regionKey(placeKey("Maryland"))).toBe("maryland");
  });
});
