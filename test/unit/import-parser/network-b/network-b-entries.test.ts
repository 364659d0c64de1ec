import { describe, expect, it } from "vitest";
import { readTime } from "../../../../functions/import-parser/network-b/accounts.ts";
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
  it("may name hundreds of accounts", async () => {
    const handles = Array.from({ length: 300 }, (_, index) => `person.${index}`);
    const entry = { title: "", string_list_data: handles.map((value) => ({ value })) };
    expect(handlesOf((await importFiles([file("followers_1.json", [entry])])).contacts)).toEqual(handles);
  });

  it("gives its account in the form with labels", async () => {
    const entry = labelEntry({ URL: "https://www.instagram.com/anna", Name: "Anna Schmidt", Username: "anna" });
    expect(await importEntry(entry)).toMatchObject({
      ...{ network_b: "anna", firstName: "Anna", lastName: "Schmidt", connectedAt: at, issues: [] },
    });
  });

  it.each([
    ["berta_r", { URL: "", Nombre: "Berta Ruiz", "Nombre de usuario": "berta_r" }],
    ["berta_r", { [latin1("Имя")]: "Berta Ruiz", [latin1("Имя пользователя")]: "berta_r" }],
    ["berta_r", { "": "berta_r" }],
    ["anna.sch", { Name: "anna", Username: "anna.sch" }],
  ])("gives the last value like a handle, %s, whatever the labels are: %j", async (handle, labels) => {
    expect((await importEntry(labelEntry(labels))).network_b).toBe(handle);
  });

  it.each([
    ["the link, whatever the value is", { value: "Anna Schmidt", href: "https://www.instagram.com/anna.s" }],
    ["the link without /_u/, query and slash", { href: "https://www.instagram.com/_u/anna.s/?igsh=x" }],
    ["the value if there is no link", { value: " anna.s " }],
    ["the value if the link leads to nobody", { value: "anna.s", href: "https://www.instagram.com/" }],
    ["the value if the link leads elsewhere", { value: "anna.s", href: "https://example.org/x" }],
    ["a link as the value", { value: "https://www.instagram.com/anna.s" }],
  ])("has its handle in %s", async (_where, item) => {
    expect((await importEntry({ title: "", string_list_data: [item] })).network_b).toBe("anna.s");
  });

  it.each([
    [
      { title: "anna.s", string_list_data: [{ timestamp: someTime }] },
      { network_b: "anna.s", connectedAt: at },
    ],
    [
      { title: "Anna S", string_list_data: [{ value: "anna.s" }] },
      { network_b: "anna.s", firstName: "Anna", lastName: "S" },
    ],
    [{ title: "anna.s" }, { network_b: "anna.s", connectedAt: null }],
  ])("has a handle or a name in its title: %j", async (entry, contact) => {
    expect(await importEntry(entry)).toMatchObject(contact);
  });

  it("with a name and without a handle becomes a person, with an issue", async () => {
    const contact = await importEntry({ title: "", string_list_data: [{ href: "", value: "Анна Шмидт" }] });
    expect(contact).toMatchObject({ isValid: true, network_b: null, firstName: "Анна", lastName: "Шмидт" });
    expect(issuesOf(contact, "handle_missing")).toHaveLength(1);
  });

  it("without an account counts as skipped", async () => {
    const gone = [
      { title: "gone_away", media_list_data: [], string_list_data: [] },
      { title: "", string_list_data: [{ href: "https://www.instagram.com/", value: "", timestamp: 1 }] },
      { timestamp: 0, label_values: [{ label: "URL", value: "" }] },
      { timestamp: 0, label_values: [null, { label: 1 }] },
      { string_list_data: [null, 5] },
      null,
    ];
    const read = await importFiles([file("followers_1.json", [...gone, valueEntry("anna")])]);
    expect(handlesOf(read.contacts)).toEqual(["anna"]);
    expect(read.skippedCount).toBe(gone.length);
  });

  it.each([
    ["media_list_data", { media_list_data: [{ uri: "a.jpg" }] }, {}],
    ["note", { fbid: "17", media_list_data: [] }, { note: "from school", empty: "" }],
    ["value", {}, { href: "https://www.instagram.com/anna.s", value: "anna.old" }],
    ["timestamp", {}, { timestamp: 12 }],
  ])("has an issue about its %s that no field fits, which counts as lost", async (property, members, more) => {
    const entry = { title: "Anna S", ...members, string_list_data: [{ value: "anna.s", ...more }] };
    const { contacts, coverage } = await importFiles([file("followers_1.json", [entry])], "followers");
    expect(contacts[0]).toMatchObject({ network_b: "anna.s", firstName: "Anna", connectedAt: null });
    expect(contacts.flatMap((contact) => issuesOf(contact, "property_without_place"))).toEqual([
      `No field of a contact fits "${property}".`,
    ]);
    expect(coverage).toBeCloseTo(2 / 3);
  });
});

describe("text that was written byte by byte", () => {
  it("is repaired string by string", async () => {
    const contact = await importEntry(labelEntry({ Name: latin1("Jürgen Þórsson 🐺"), Username: "jt" }));
    expect(contact).toMatchObject({ firstName: "Jürgen", lastName: "Þórsson" });
    expect(issuesOf(contact, "name_signs_removed")[0]).toContain('"Jürgen Þórsson 🐺"');
  });

  it.each(["Jürgen", "Ångström", "naïve ☺", "plain", "Ã", "\ud800"])("is not found in %s", (text) => {
    expect(repairMojibake(text)).toBe(text);
  });
});

describe("the time of a follow", () => {
  const noon = Date.UTC(2021, 2, 4, 12);

  it.each([noon / 1_000, "2021-03-04T14:00:00+02:00", "2021-03-04T12:00:00Z"])("is read: %j", (value) => {
    expect(readTime(value)).toBe(noon);
  });

  it.each([
    ...[0, "", null, undefined, -5, 1, 1e300, 4_200_000_000, noon, -noon / 1_000, true, [noon / 1_000]],
    ...["1970-01-01T00:00:00Z", "2021-03-04T25:00:00Z", "yesterday", "23.03.2025", { toString: 1, valueOf: 1 }],
  ])("is no time: %j", (value) => {
    expect(readTime(value)).toBeNull();
  });
});

function latin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}
