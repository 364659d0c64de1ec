import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankContact } from "../../shared/contact/record.ts";
import { contactPatchSchema } from "../../shared/contact/schema.ts";
import { contactToItem } from "../../shared/table/contact.ts";
import { cutToBytes } from "../../shared/text/cut.ts";
import { fold, foldAlike } from "../../shared/text/fold.ts";
import { arbitraryContact } from "../support/arbitrary-contact.ts";

describe("folding", () => {
  it.each([
    ["Straße", "STRASSE", "strasse"],
    ["Øre", "øre", "ore"],
    ["Łukasz", "łukasz", "lukasz"],
    ["Đặng", "đặng", "dang"],
    ["İpek", "ipek", "ipek"],
    ["ılgaz", "ILGAZ", "ilgaz"],
    ["Ægir", "ægir", "aegir"],
    ["Œuvre", "œuvre", "oeuvre"],
    ["Þór", "þór", "thor"],
    ["ΣΊΣΥΦΟΣ", "Σίσυφος", "σισυφοσ"],
    ["Жанна Ё", "ЖАННА Е", "жанна е"],
    ["ﬁn", "FIN", "fin"],
    ["Ｗｉｄｅ", "wide", "wide"],
    ["ｶﾞ", "ガ", "カ"],
    ["E\u0301mile", "\u00c9mile", "emile"],
    ["שָׁלוֹם", "שלום", "שלום"],
    ["مُحَمَّد", "محمد", "محمد"],
    ["  Anna \u00a0 Lee ", "anna lee", "anna lee"],
    ["An\u00adna", "Anna", "anna"],
    ["O’Brien", "O'Brien", "o'brien"],
    ["O‘Brien", "O‛Brien", "o'brien"],
    ["Oʼahu", "Oʻahu", "o'ahu"],
    ["O′Brien", "O＇Brien", "o'brien"],
    ["O´Brien", "O`Brien", "o'brien"],
    ["Соловʹёв", "Солов'ев", "солов'ев"],
    ["Anna‐Lena", "Anna‑Lena", "anna-lena"],
    ["Anna-Lena  Lee", "ANNA-LENA LEE", "anna-lena lee"],
  ])("%s is as %s", (one, other, folded) => {
    expect(fold(one)).toBe(folded);
    expect(fold(other)).toBe(folded);
  });

  it("vowel signs are letters, not accents: these are different names", () => {
    expect(fold("राम")).not.toBe(fold("रमा"));
    expect(fold("กิน")).not.toBe(fold("กัน"));
  });

  it("plain text folds as it does beside a character that shows nothing", () => {
    const ascii = fc.string({ unit: fc.constantFrom(..."aZ09  .-'`´~!_@") });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(fold(text)).toBe(fold(`${text}\u00ad`));
      }),
    );
  });

  it("folding twice is folding once, for every character there is", () => {
    const unstable = everyCharacter().filter((character) => fold(fold(character)) !== fold(character));
    expect(unstable).toEqual([]);
  });

  it("case never counts, but for the Greek iota subscript, which stands alone as a letter", () => {
    const unequal = everyCharacter().filter((character) => fold(character.toUpperCase()) !== fold(character));
    expect(unequal.filter((character) => !character.normalize("NFD").includes("\u0345"))).toEqual(cyrillicVariants);
  });

  it("composed and decomposed text is the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(fold(text.normalize("NFD"))).toBe(fold(text));
        expect(fold(text.normalize("NFC"))).toBe(fold(text));
      }),
    );
  });
});

/** Historic letter forms that no keyboard has; their capitals are those of today's letters. */
const cyrillicVariants = [..."ᲀᲁᲂᲃᲄᲅᲆᲇᲈ"];

function everyCharacter(): string[] {
  const characters: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code < 0xd800 || code > 0xdfff) characters.push(String.fromCodePoint(code));
  }
  return characters;
}

describe("cutting to bytes", () => {
  it("keeps the longest start that fits, and never half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(40), (text, max) => {
        const cut = cutToBytes(text, max);
        expect(text.startsWith(cut)).toBe(true);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max);
        const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
        if (cut !== text) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(max);
      }),
    );
  });
});

describe("keys of the orders by name", () => {
  const account = "0190b6a4-0000-7abc-8def-000000000000";
  const keys = (firstName: string, lastName: string) => {
    const id = "0190b6a4-1111-7abc-8def-0123456789ab";
    return contactToItem({ ...blankContact(account, id, new Date(0)), firstName, lastName }) as Record<string, string>;
  };
  const bytes = (key: string | undefined) => Buffer.byteLength(key ?? "");

  it.each(["\ufdfa", "ﷺ", "漢", "㌀", "\u{1d15f}", "ß", "ΐ", "ﬃ", "a"])(
    "stay within the 1,024 bytes of a sort key for names full of %s",
    (character) => {
      const name = character.repeat(100).slice(0, 100);
      const { nameKey, surnameKey } = keys(name, name);
      expect(bytes(nameKey)).toBeLessThanOrEqual(1_024);
      expect(bytes(surnameKey)).toBeLessThanOrEqual(1_024);
    },
  );

  it("stay within their bytes for any contact", () => {
    fc.assert(
      fc.property(arbitraryContact(account), (contact) => {
        const item = contactToItem(contact) as Record<string, string>;
        for (const key of ["nameKey", "surnameKey", "interactionKey", "sk"]) {
          expect(bytes(item[key])).toBeLessThanOrEqual(1_024);
        }
      }),
    );
  });

  it("a shorter name comes before a longer one that starts with it, whatever follows", () => {
    const order = [
      ["Ann", ""],
      ["Ann", "Zoe"],
      ["Ann Lee", "Abe"],
      ["Ann-Lee", "Abe"],
      ["Anna", "Abe"],
    ].map(([first = "", last = ""]) => keys(first, last).nameKey ?? "");
    expect(order.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))).toEqual(order);
  });

  it("the character that separates names can be in no name", () => {
    expect(contactPatchSchema.safeParse({ firstName: "Ann\u0001" }).success).toBe(false);
    expect(contactPatchSchema.safeParse({ lastName: "\u0001" }).success).toBe(false);
  });

  it("the account's own contact has none", () => {
    const item = contactToItem({ ...blankContact(account, account, new Date(0)), firstName: "Me" });
    expect(Object.keys(item).filter((name) => name.endsWith("Key") || name.endsWith("Geohash"))).toEqual([]);
    expect(item.sk).toBe("MYSELF");
  });
});

describe("folding alike", () => {
  const part = fc.constantFrom(
    "a",
    "A",
    "é",
    "e\u0301",
    "\u0301",
    "ß",
    "ss",
    "İ",
    "Ａ",
    "\u00ad",
    " ",
    "’",
    "`",
    "9",
    "K",
    "-",
  );
  const text = fc.string({ unit: part, maxLength: 6 });

  it("is to fold to the same", () => {
    const pairs = fc.oneof(
      fc.tuple(text, text),
      text.map((one) => [one, fold(one)] as const),
      text.map((one) => [one, one.toUpperCase()] as const),
    );
    fc.assert(fc.property(pairs, ([one, other]) => foldAlike(one, other) === (fold(one) === fold(other))));
  });
});
