import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meaningOfLabel } from "../../functions/import-parser/network-b/labels.ts";
import { signOfNoPerson } from "../../functions/import-parser/network-b/likely-person.ts";
import { guessName } from "../../functions/import-parser/network-b/name-guess.ts";
import { csv, importRows } from "../support/network-a.ts";
import { importEntry, issuesOf, labelEntry, valueEntry } from "../support/network-b.ts";

describe("a name guessed from a handle", () => {
  it.each([
    ["anna.schmidt_92", "Anna", "Schmidt"],
    ["anna_maria.schmidt", "Anna", "Maria Schmidt"],
    ["_anna_", "Anna", ""],
    ["anna_92", "Anna", ""],
    ["j.smith", "J", "Smith"],
    ["__anna..schmidt__", "Anna", "Schmidt"],
    ["ANNA_SCHMIDT", "Anna", "Schmidt"],
    ["92_anna.7schmidt", "Anna", "Schmidt"],
  ])("%s is %s %s", (handle, given, family) => {
    expect(guessName(handle)).toEqual({ given, family });
  });

  it.each([
    ["of one word, whose parts nothing tells", "annaschmidt"],
    ["of one word with digits", "annaschmidt92"],
    ["of letters", "a.b.c"],
    ["of one letter", "_x_"],
    ["of digits", "1_2"],
    ["with digits within a word", "an2na.schmidt"],
    ["of too many words", "we.all.live.in.a_house"],
    ["of separators", "._."],
  ])("is none for a handle %s", (_what, handle) => {
    expect(guessName(handle)).toBeNull();
  });

  it("has nothing but the handle's letters", () => {
    const handles = fc.stringMatching(/^[a-z0-9._]{1,30}$/);
    fc.assert(
      fc.property(handles, (handle) => {
        const name = guessName(handle);
        if (name === null) return;
        expect(`${name.given}${name.family}`.replaceAll(" ", "").toLowerCase()).toBe(handle.replace(/[^a-z]/g, ""));
      }),
    );
  });

  it("is said to be one", async () => {
    const guessed = await importEntry(valueEntry("anna.schmidt_92"));
    expect(guessed).toMatchObject({ isValid: true, firstName: "Anna", lastName: "Schmidt", likelyPerson: true });
    expect(guessed.issues).toContainEqual(expect.objectContaining({ code: "name_guessed", field: "firstName" }));
    const whole = await importEntry(valueEntry("annaschmidt"));
    expect(whole).toMatchObject({ isValid: true, firstName: "annaschmidt", lastName: "" });
    expect(whole.issues).toContainEqual(expect.objectContaining({ code: "name_is_handle", field: "firstName" }));
  });

  it("gives way to a name in the file", async () => {
    const named = await importEntry(labelEntry({ Name: "Anna-Lena Weiß", Username: "flying.fox" }));
    expect(named).toMatchObject({ firstName: "Anna-Lena", lastName: "Weiß" });
    expect(named.issues.filter(({ code }) => code.startsWith("name_"))).toEqual([]);
    const long = await importEntry(labelEntry({ Name: "Anna Lena van der Weiß", Username: "flying.fox" }));
    expect(long).toMatchObject({ firstName: "Anna Lena van der Weiß", lastName: "" });
  });

  it("is not parted where it is probably no person's", async () => {
    const shop = await importEntry(valueEntry("rosas.flower_shop"));
    expect(shop).toMatchObject({ firstName: "Rosas Flower Shop", lastName: "", likelyPerson: false });
    expect(issuesOf(shop, "likely_no_person")).toEqual(['This is probably no person: its name says "shop".']);
  });
});

describe("signs in a name that are no letters", () => {
  it.each([
    ["Anna 🚀 Berg", "Anna", "Berg"],
    ["🎲 Anna Berg 👩🏽‍💻🇵🇹", "Anna", "Berg"],
    ["𝓐𝓷𝓷𝓪 𝗕𝗲𝗿𝗴", "Anna", "Berg"],
    ["“Anna Berg” ★", "Anna", "Berg"],
  ])("are taken out and said to be, as in the other network: %s", async (name, firstName, lastName) => {
    const contact = await importEntry(labelEntry({ Name: name, Username: "flying.fox" }));
    expect(contact).toMatchObject({ firstName, lastName, network_b: "flying.fox" });
    const { contacts } = await importRows(csv("Full Name,Company", `${name},Acme`));
    const [other] = contacts;
    expect(other?.firstName).toBe(`${firstName} ${lastName}`);
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

describe("labels", () => {
  it("mean the same in every language, in any case and with any accent", () => {
    for (const label of ["Username", "NOM D’UTILISATEUR", "nazwa uzytkownika", "Имя пользователя", "ユーザーネーム"]) {
      expect(meaningOfLabel(label)).toBe("handle");
    }
    for (const label of ["Name", "nombre", "Имя", "名前"]) expect(meaningOfLabel(label)).toBe("name");
    for (const label of ["URL", "constructor", "", "x".repeat(1_000)]) expect(meaningOfLabel(label)).not.toBe("handle");
  });
});
