import { describe, expect, it } from "vitest";
import { signOfNoPerson } from "../../../../functions/import-parser/network-b/likely-person.ts";
import { csv, importRows } from "../../../support/files/network-a.ts";
import { importEntry, issuesOf, labelEntry, valueEntry } from "../../../support/files/network-b.ts";

describe("a name", () => {
  it("is the handle where the file has none, and this is said", async () => {
    const whole = await importEntry(valueEntry("anna.schmidt_92"));
    expect(whole).toMatchObject({ isValid: true, firstName: "anna.schmidt_92", lastName: "" });
    expect(whole.issues).toContainEqual(expect.objectContaining({ code: "name_is_handle", field: "firstName" }));
  });

  it("of two words is a first and a last name, and a longer one is not parted", async () => {
    const named = await importEntry(labelEntry({ Name: "Anna-Lena Weiß", Username: "flying.fox" }));
    expect(named).toMatchObject({ firstName: "Anna-Lena", lastName: "Weiß" });
    expect(named.issues.filter(({ code }) => code.startsWith("name_"))).toEqual([]);
    const long = await importEntry(labelEntry({ Name: "Anna Lena van der Weiß", Username: "flying.fox" }));
    expect(long).toMatchObject({ firstName: "Anna Lena van der Weiß", lastName: "" });
  });

  it("is not parted where it is probably no person's", async () => {
    const shop = await importEntry(labelEntry({ Name: "Flower Shop", Username: "rosas" }));
    expect(shop).toMatchObject({ firstName: "Flower Shop", lastName: "", likelyPerson: false });
    expect(issuesOf(shop, "likely_no_person")).toEqual(['This is probably no person: its name says "shop".']);
  });
});

describe("signs in a name that are no letters", () => {
  it("are taken out and said to be, as in the other network", async () => {
    const name = "🎲 𝓐𝓷𝓷𝓪 Berg 👩🏽‍💻🇵🇹 ★";
    const contact = await importEntry(labelEntry({ Name: name, Username: "flying.fox" }));
    expect(contact).toMatchObject({ firstName: "Anna", lastName: "Berg", network_b: "flying.fox" });
    const [other] = (await importRows(csv("Full Name,Company", `${name},Acme`))).contacts;
    expect(other?.firstName).toBe("Anna Berg");
    const expected = [`Signs that are no letters were taken out of the name "${name}".`];
    expect(issuesOf(contact, "name_signs_removed")).toEqual(expected);
    expect(other && issuesOf(other, "name_signs_removed")).toEqual(expected);
  });

  it("are kept where there is nothing else, and marks that belong to letters always are", async () => {
    for (const name of ["🚀⭐", "می‌خواهم"]) {
      const contact = await importEntry(labelEntry({ Name: name, Username: "flying.fox" }));
      expect(contact.firstName).toBe(name);
      expect(issuesOf(contact, "name_signs_removed")).toEqual([]);
    }
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
    ["a place of learning", "someuniversity", ""],
    ["news", "city.news", ""],
    ["more digits than letters", "ab123456", ""],
  ])("with %s is probably no person's", (_what, handle, name) => {
    expect(signOfNoPerson(handle, name)).not.toBeNull();
  });

  it.each([
    ["anna.schmidt", ""],
    ["anna_1992", ""],
    ["john.bishop", ""],
    ["bishopjohn", ""],
    ["storey_k", ""],
    ["ab123456", "Anna Berg"],
    ["pressley.c", "Carla Newson"],
    ["marketa.n", ""],
    ["kclubb", ""],
  ])("like %s is probably a person's", (handle, name) => {
    expect(signOfNoPerson(handle, name)).toBeNull();
  });
});
