import { describe, expect, it } from "vitest";
import { signOfNoPerson } from "../../../../functions/import-parser/network-b/account-row.ts";
import { importEntry, issuesOf, labelEntry, valueEntry } from "../../../support/files/network-b.ts";

describe("the name of an account", () => {
  it("is the handle if the file has no name, with an issue", async () => {
    const contact = await importEntry(valueEntry("anna.schmidt_92"));
    expect(contact).toMatchObject({ isValid: true, firstName: "anna.schmidt_92", lastName: "" });
    expect(contact.issues).toContainEqual(expect.objectContaining({ code: "name_is_handle", field: "firstName" }));
  });

  it.each([
    ["Anna-Lena Weiß", "Anna-Lena", "Weiß", []],
    ["Anna Lena van der Weiß", "Anna Lena van der Weiß", "", []],
    ["Flower Shop", "Flower Shop", "", ["likely_no_person"]],
    ["🎲 𝓐𝓷𝓷𝓪 Berg 👩🏽‍💻🇵🇹 ★", "Anna", "Berg", ["name_signs_removed"]],
    ["🚀⭐", "🚀⭐", "", []],
    ["می‌خواهم", "می‌خواهم", "", []],
  ])("is split only if it has two words, and loses only signs that are no letters: %s", async (...expected) => {
    const [name, firstName, lastName, codes] = expected;
    const contact = await importEntry(labelEntry({ Name: name, Username: "flying.fox" }));
    expect(contact).toMatchObject({ network_b: "flying.fox", firstName, lastName });
    expect(contact.issues.map(({ code }) => code)).toEqual(codes);
    expect(contact.likelyPerson).toBe(!codes.includes("likely_no_person" as never));
  });

  it("is in the issue about its signs", async () => {
    const contact = await importEntry(labelEntry({ Name: "Anna 🚀", Username: "flying.fox" }));
    expect(issuesOf(contact, "name_signs_removed")).toEqual([
      'Signs that are no letters were taken out of the name "Anna 🚀".',
    ]);
  });
});

describe("an account", () => {
  it.each([
    ["a word of trade", "roses.shop", ""],
    ["a word of trade before digits", "studio54", ""],
    ["such a word in another language", "la_tienda_rosa", ""],
    ["one with an accent in its name", "la.rosa", "Café Rosa"],
    ["a long one at the end of the handle", "berlinphotography", ""],
    ["a long one at its start", "officialanna", ""],
    ["more digits than letters", "ab123456", ""],
  ])("with %s probably belongs to no person", (_what, handle, name) => {
    expect(signOfNoPerson(handle, name)).not.toBeNull();
  });

  it.each([
    ["anna_1992", ""],
    ["john.bishop", ""],
    ["bishopjohn", ""],
    ["ab123456", "Anna Berg"],
    ["pressley.c", "Carla Newson"],
    ["kclubb", ""],
  ])("like %s probably belongs to a person", (handle, name) => {
    expect(signOfNoPerson(handle, name)).toBeNull();
  });
});
