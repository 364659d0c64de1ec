import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankContact } from "../../../shared/contact/record.ts";
import { contactPatchSchema } from "../../../shared/contact/schema.ts";
import { contactToItem } from "../../../shared/contact/store/contact.ts";
import { fold } from "../../../shared/platform/text/fold.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";

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
  ])("%s folds like %s", (one, other, folded) => {
    expect(fold(one)).toBe(folded);
    expect(fold(other)).toBe(folded);
  });

  it("names that differ in vowel signs fold differently", () => {
    expect(fold("राम")).not.toBe(fold("रमा"));
    expect(fold("กิน")).not.toBe(fold("กัน"));
  });

  it("plain ASCII text folds like the same text with an invisible character", () => {
    const ascii = fc.string({ unit: fc.constantFrom(..."aZ09  .-'`´~!_@") });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(fold(text)).toBe(fold(`${text}\u00ad`));
      }),
    );
  });

  it("folding a folded character again changes nothing", () => {
    const unstable = everyCharacter.filter((character) => fold(fold(character)) !== fold(character));
    expect(unstable).toEqual([]);
  });

  it("upper and lower case fold equally, except for the Greek iota subscript, which is a letter in upper case", () => {
    const unequal = everyCharacter.filter((character) => fold(character.toUpperCase()) !== fold(character));
    expect(unequal.filter((character) => !character.normalize("NFD").includes("\u0345"))).toEqual(cyrillicVariants);
  });

  it("composed and decomposed text fold equally", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(fold(text.normalize("NFD"))).toBe(fold(text));
        expect(fold(text.normalize("NFC"))).toBe(fold(text));
      }),
    );
  });
});

/** Historic letter forms. Their capitals are the capitals of today's letters. */
const cyrillicVariants = [..."ᲀᲁᲂᲃᲄᲅᲆᲇᲈ"];

/** Every assigned character except ideographs and those for private use, which have neither case nor marks. */
const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  /[\p{Assigned}--[\p{Unified_Ideograph}\p{Co}\p{Cs}]]/v.test(character),
);

describe("sort keys of names", () => {
  const account = "0190b6a4-0000-7abc-8def-000000000000";
  const keys = (firstName: string, lastName: string) => {
    const id = "0190b6a4-1111-7abc-8def-0123456789ab";
    return contactToItem({ ...blankContact(account, id, new Date(0)), firstName, lastName }) as Record<string, string>;
  };
  const bytes = (key: string | undefined) => Buffer.byteLength(key ?? "");

  it.each(["\ufdfa", "ﷺ", "漢", "㌀", "\u{1d15f}", "ß", "ΐ", "ﬃ", "a"])(
    "have at most 1,024 bytes for names that consist of %s",
    (character) => {
      const name = character.repeat(100).slice(0, 100);
      const { nameKey, surnameKey } = keys(name, name);
      expect(bytes(nameKey)).toBeLessThanOrEqual(1_024);
      expect(bytes(surnameKey)).toBeLessThanOrEqual(1_024);
    },
  );

  it("have at most 1,024 bytes for any contact", () => {
    fc.assert(
      fc.property(arbitraryContact(account), (contact) => {
        const item = contactToItem(contact) as Record<string, string>;
        for (const key of ["nameKey", "surnameKey", "interactionKey", "sk"]) {
          expect(bytes(item[key])).toBeLessThanOrEqual(1_024);
        }
      }),
    );
  });

  it("sort a name before every longer name that starts with it", () => {
    const order = [
      ["Ann", ""],
      ["Ann", "Zoe"],
      ["Ann Lee", "Abe"],
      ["Ann-Lee", "Abe"],
      ["Anna", "Abe"],
    ].map(([first = "", last = ""]) => keys(first, last).nameKey ?? "");
    expect(order.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))).toEqual(order);
  });

  it("use a separator that no name can contain", () => {
    expect(contactPatchSchema().safeParse({ firstName: "Ann\u0001" }).success).toBe(false);
    expect(contactPatchSchema().safeParse({ lastName: "\u0001" }).success).toBe(false);
  });

  it("are not on the account's own contact", () => {
    const item = contactToItem({ ...blankContact(account, account, new Date(0)), firstName: "Me" });
    expect(Object.keys(item).filter((name) => name.endsWith("Key") || name.endsWith("Geohash"))).toEqual([]);
    expect(item.sk).toBe("MYSELF");
  });
});
