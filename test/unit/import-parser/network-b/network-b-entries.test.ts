import { describe, expect, it } from "vitest";
import { repairMojibake } from "../../../../functions/import-parser/network-b/entry.ts";
import {
  file,
  handlesOf,
  importEntry,
  importFiles,
  issuesOf,
  labelEntry,
  someTime,
  valueEntry,
} from "../../../support/files/network-b.ts";

const at = new Date(someTime * 1000).toISOString();

describe("an entry of a list", () => {
  it.each(["in a list", "by itself"])("%s may name hundreds of accounts, and loses none", async (place) => {
    const handles = Array.from({ length: 300 }, (_, index) => `person.${index}`);
    const entry = { title: "", string_list_data: handles.map((value) => ({ value })) };
    const read = await importFiles([file("followers_1.json", place === "in a list" ? [entry] : entry)]);
    expect(read.contacts.map((contact) => contact.network_b)).toEqual(handles);
  });

  it("gives its account in the form with labels", async () => {
    const entry = labelEntry({ URL: "https://www.instagram.com/anna", Name: "Anna Schmidt", Username: "anna" });
    expect(await importEntry(entry)).toMatchObject({
      ...{ network_b: "anna", firstName: "Anna", lastName: "Schmidt", connectedAt: at, issues: [] },
    });
  });

  it.each([
    ["Spanish", { URL: "", Nombre: "Berta Ruiz", "Nombre de usuario": "berta_r" }],
    ["Russian, written byte by byte", { [latin1("Имя")]: "Berta Ruiz", [latin1("Имя пользователя")]: "berta_r" }],
    ["no language at all", { "": "berta_r" }],
  ])("finds the handle under labels in %s", async (_language, labels) => {
    expect(await importEntry(labelEntry(labels))).toMatchObject({ network_b: "berta_r" });
  });

  it("takes the last of two values like handles, as the handle follows the name", async () => {
    const entry = labelEntry({ Name: "anna", Username: "anna.sch" });
    expect(await importEntry(entry)).toMatchObject({ network_b: "anna.sch", firstName: "anna" });
  });

  it.each([
    [
      "the link, whatever the value says",
      { value: "Anna Schmidt", href: "https://www.instagram.com/anna.s" },
      "anna.s",
    ],
    ["the link without /_u/, query and slash", { href: "https://www.instagram.com/_u/anna.s/?igsh=x" }, "anna.s"],
    ["a link without a scheme", { href: "instagram.com/anna.s/" }, "anna.s"],
    ["the value where there is no link", { value: "anna.s" }, "anna.s"],
    ["the value where the link leads to nobody", { value: "anna.s", href: "https://www.instagram.com/" }, "anna.s"],
    ["the value where the link is of another place", { value: "anna.s", href: "https://example.org/x" }, "anna.s"],
    ["the value without blanks and @", { value: " @anna.s " }, "anna.s"],
    ["a link that stands as the value", { value: "https://www.instagram.com/anna.s" }, "anna.s"],
    ["capitals as they are", { href: "https://www.instagram.com/Anna.S" }, "Anna.S"],
  ])("takes the handle from %s", async (_where, item, handle) => {
    const contact = await importEntry({ title: "", string_list_data: [item] });
    expect(contact.network_b).toBe(handle);
  });

  it("takes the handle from a title that looks like one, else the title is a name", async () => {
    expect(await importEntry({ title: "anna.s", string_list_data: [{ timestamp: someTime }] })).toMatchObject({
      ...{ network_b: "anna.s", connectedAt: at },
    });
    expect(await importEntry({ title: "Anna S", string_list_data: [{ value: "anna.s" }] })).toMatchObject({
      ...{ network_b: "anna.s", firstName: "Anna", lastName: "S" },
    });
    expect(await importEntry({ title: "anna.s" })).toMatchObject({ network_b: "anna.s", connectedAt: null });
  });

  it("with a name and no handle still gives a person, and says so", async () => {
    const contact = await importEntry({ title: "", string_list_data: [{ href: "", value: "Анна Шмидт" }] });
    expect(contact).toMatchObject({ isValid: true, network_b: null, firstName: "Анна", lastName: "Шмидт" });
    expect(issuesOf(contact, "handle_missing")).toHaveLength(1);
  });

  it("that names nobody counts as skipped", async () => {
    const gone = [
      { title: "gone_away", media_list_data: [], string_list_data: [] },
      { title: "", string_list_data: [{ href: "https://www.instagram.com/", value: "", timestamp: 1 }] },
      { timestamp: 0, label_values: [{ label: "URL", value: "" }] },
      { timestamp: 0, label_values: [null, { label: 1 }] },
      null,
    ];
    const read = await importFiles([file("followers_1.json", [...gone, valueEntry("anna")])]);
    expect(handlesOf(read.contacts)).toEqual(["anna"]);
    expect(read.skippedCount).toBe(gone.length);
  });

  it("names what has no place in a contact, and counts it in the coverage", async () => {
    const entry = {
      ...{ title: "", fbid: "17", media_list_data: [{ uri: "a.jpg" }] },
      string_list_data: [{ value: "anna", note: "from school", timestamp: someTime, empty: "" }],
    };
    const read = await importFiles([file("followers_1.json", [entry])]);
    expect(read.contacts.flatMap((contact) => issuesOf(contact, "property_without_place"))).toEqual([
      ...['"media_list_data" has no place in a contact.', '"note" has no place in a contact.'],
    ]);
    expect(read.coverage).toBe(0.5);
  });

  it("says when two texts claim to be the name or the handle", async () => {
    const item = { href: "https://www.instagram.com/anna.s", value: "anna.old" };
    const contact = await importEntry({ title: "Anna S", string_list_data: [item] });
    expect(contact).toMatchObject({ network_b: "anna.s", firstName: "Anna" });
    expect(issuesOf(contact, "property_without_place")).toEqual(['"value" has no place in a contact.']);
  });
});

describe("text that was written byte by byte", () => {
  it("is repaired string by string", async () => {
    const contact = await importEntry(labelEntry({ Name: latin1("Jürgen Þórsson 🐺"), Username: "jt" }));
    expect(contact).toMatchObject({ firstName: "Jürgen", lastName: "Þórsson" });
    expect(issuesOf(contact, "name_signs_removed")[0]).toContain('"Jürgen Þórsson 🐺"');
  });

  it("is left alone where it can't have come about so", () => {
    for (const text of ["Jürgen", "Ångström", "naïve ☺", "plain", "Ã", "\ud800"])
      expect(repairMojibake(text)).toBe(text);
  });
});

function latin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}
