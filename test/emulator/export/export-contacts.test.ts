import { parse } from "csv-parse/sync";
import fc from "fast-check";
import JSZip from "jszip";
import { parse as parseCards } from "vcard4";
import VCard from "vcf";
import { beforeEach, describe, expect, it } from "vitest";
import { contactAnswer } from "../../../shared/contact/answer/answer.ts";
import { contactPatchSchema } from "../../../shared/contact/schema.ts";
import { noteStoring } from "../../../shared/picture/store/unshown-pictures.ts";
import { arbitraryContact } from "../../support/contact/arbitrary-contact.ts";
import { contactCalls, fullestBody, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { fullBody } from "../../support/contact/exported-contact.ts";
import { afterImport, saysADayTwice, written } from "../../support/contact/written-contact.ts";
import { createExportStand, type ExportStand } from "../../support/export/export-stand.ts";
import { importText, rowsOf } from "../../support/files/vcard.ts";
import { contactsOf, importRows } from "../../support/import/imported-cards.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

let stand: ExportStand;
beforeEach(() => {
  stand = createExportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
});

/** A picture that differs from others. */
const pictureOf = (n: number) =>
  Buffer.from(`ffd8ffc0000b08${"0010".repeat(2)}01011100ffda0008010100003f00${n}0ffd9`, "hex");

async function accountOf(names: readonly string[]): Promise<string> {
  const accountId = await seedAccount(store);
  await storeAll(
    store,
    accountId,
    names.map((firstName) => recordOf(accountId, { firstName, notes: `about ${firstName}` })),
  );
  return accountId;
}

const namesIn = (file: Buffer | undefined) => [...String(file).matchAll(/^FN:(.*)\r$/gm)].map(([, name]) => name);

describe("exported vCards", () => {
  it.each(["4.0", "3.0"])("of version %s come back from an import as the same contacts", async (version) => {
    await fc.assert(
      fc.asyncProperty(arbitraryContact("0190a8b2-1111-7000-8000-000000000001"), async (given) => {
        fc.pre(!saysADayTwice(given));
        const accountId = await seedAccount(store);
        const contact = { ...given, accountId, id: recordOf(accountId, { firstName: "x" }).id };
        await storeAll(store, accountId, [contact]);
        const [file = Buffer.of()] = await stand.exported(accountId, { version });
        const target = await seedAccount(store);
        await importRows(store, target, "vcard", (await importText(String(file))).contacts);
        const [imported] = await contactsOf(store, target);
        expect(imported && written(imported)).toEqual(afterImport(contact));
      }),
      { numRuns: 25 },
    );
  });

  it("of many contacts come back with all fields, groups and pictures", async () => {
    const accountId = await seedAccount(store);
    const bodies = [fullBody, ...["a", "b", "c", "d", "e"].map((mark) => fullestBody(mark))];
    const contacts = bodies.map((body, n) => ({ ...recordOf(accountId, body), photoVersion: `photo-${n}` }));
    for (const n of contacts.keys()) stand.pictures.set(`photo-${n}`, pictureOf(n));
    for (const { photoVersion } of contacts) await noteStoring(store, { accountId, photoVersion, storedAt: null });
    await storeAll(store, accountId, contacts);
    const groups = groupCalls(store, accountId);
    const { id } = await groups.createGroup({ label: "Crew, 2019; old" });
    await groups.add(id, { contactIds: contacts.slice(1, 3).map((contact) => contact.id) });
    const [file = Buffer.of()] = await stand.exported(accountId, { sort: "createdAtAsc" });
    const rows = await rowsOf(file);
    expect(rows.map(({ picture }) => Buffer.from(picture ?? []))).toEqual(contacts.map((_, n) => pictureOf(n)));
    const target = await seedAccount(store);
    const { rows: preview } = await importRows(store, target, "vcard", (await importText(String(file))).contacts);
    expect(preview.map(({ groups: labels }) => labels)).toEqual([
      [],
      ["Crew, 2019; old"],
      ["Crew, 2019; old"],
      [],
      [],
      [],
    ]);
    const imported = await contactsOf(store, target);
    expect(imported.map((contact) => written(contact))).toEqual(contacts.map((contact) => afterImport(contact)));
  });

  it("are read by other programs", async () => {
    const accountId = await seedAccount(store);
    await storeAll(store, accountId, [recordOf(accountId, fullBody), recordOf(accountId, { firstName: "Bo" })]);
    const [four = ""] = (await stand.exported(accountId)).map(String);
    const read = parseCards(four);
    const shown = (Array.isArray(read) ? read : [read]).map((card) => card.getProperty("FN")[0]?.value);
    expect(shown.toSorted()).toEqual(["Bo", "Zoë M. Łęcka"]);
    const [three = ""] = (await stand.exported(accountId, { version: "3.0" })).map(String);
    for (const text of [three, four]) {
      const cards = VCard.parse(text);
      expect(cards.map((card) => String(card.get("fn").valueOf())).toSorted()).toEqual(["Bo", "Zoë M. Łęcka"]);
    }
  });

  it("beyond the limits of an import are parts of an archive, each within the limits", async () => {
    const names = Array.from({ length: 7 }, (_, n) => `P${n}`);
    const accountId = await accountOf(names);
    const limits = { cards: { cards: 3, bytes: 1_000_000 }, archives: { entries: 100, bytes: 1_000_000 } };
    const [file = Buffer.of()] = await stand.exported(accountId, {}, { limits });
    const archive = await JSZip.loadAsync(file);
    expect(Object.keys(archive.files)).toEqual(["contacts-1.vcf", "contacts-2.vcf", "contacts-3.vcf"]);
    const parts = await Promise.all(Object.values(archive.files).map((entry) => entry.async("nodebuffer")));
    expect(parts.map((part) => namesIn(part))).toEqual([names.slice(0, 3), names.slice(3, 6), names.slice(6)]);
    // The parts are only in the archive.
    expect([...stand.files.objects.keys()].filter((key) => key.includes(accountId))).toHaveLength(1);
    const short = { ...limits, cards: { cards: 100, bytes: 500 } };
    await contactCalls(store, accountId).create({ firstName: "Z" });
    const [other = Buffer.of()] = await stand.exported(accountId, {}, { limits: short });
    for (const entry of Object.values((await JSZip.loadAsync(other)).files)) {
      expect((await entry.async("nodebuffer")).length).toBeLessThanOrEqual(500);
    }
  });
});

describe("an export", () => {
  it.each([
    [{}, ["Ann", "Ben", "Cid"]],
    [{ sort: "nameDesc" }, ["Cid", "Ben", "Ann"]],
    [{ sort: "createdAtAsc" }, ["Cid", "Ann", "Ben"]],
    [{ search: "ben" }, ["Ben"]],
    [{ search: "nobody" }, []],
    [{ keepInTouch: "true" }, ["Ann"]],
    [{ groupId: "{group}" }, ["Ben", "Cid"]],
    [{ groupId: "{group}", search: "about", sort: "nameDesc" }, ["Cid", "Ben"]],
    [{ tagId: "{tag}" }, ["Ann"]],
  ])("has the contacts of the list in its order: %j", async (query, expected) => {
    const accountId = await accountOf(["Cid", "Ann", "Ben"]);
    const [cid, ann, ben] = await contactsOf(store, accountId);
    const calls = contactCalls(store, accountId);
    await calls.patch(ann?.id ?? "", { keepFrequencyDays: 7 });
    const groups = groupCalls(store, accountId);
    const [group, tag] = [await groups.createGroup({ label: "G" }), await groups.createTag({ label: "T" })];
    await groups.add(group.id, { contactIds: [ben?.id, cid?.id] });
    await groups.tag(tag.id, { contactIds: [ann?.id] });
    const filled = JSON.parse(JSON.stringify(query).replace("{group}", group.id).replace("{tag}", tag.id));
    expect(namesIn((await stand.exported(accountId, filled))[0])).toEqual(expected);
  });

  it("has every contact once, although contacts change their places while they are read", async () => {
    const names = Array.from({ length: 60 }, (_, n) => `N${String(n).padStart(2, "0")} ${"x".repeat(90)}`);
    const accountId = await accountOf(names);
    const contacts = await contactsOf(store, accountId);
    const calls = contactCalls(store, accountId);
    let pages = 0;
    const watched = watchedStore(store, async ({ name, input }, send) => {
      const query = input as { IndexName?: string; Limit?: number };
      if (name !== "QueryCommand" || query.IndexName !== "byName") return send();
      query.Limit = 20;
      pages++;
      // The last one moves to the part that was read, and the first one to the end.
      if (pages === 2) await calls.patch(contacts.at(-1)?.id ?? "", { firstName: "A" });
      if (pages === 2) await calls.patch(contacts[0]?.id ?? "", { firstName: "Z" });
      return send();
    });
    const [file] = await stand.exported(accountId, {}, { store: watched });
    const ids = [...String(file).matchAll(/^UID:urn:uuid:(.*)\r$/gm)].map(([, id]) => id);
    expect(pages).toBeGreaterThan(2);
    expect(ids.toSorted()).toEqual(contacts.map(({ id }) => id).toSorted());
  });

  it("as JSON has the contacts as the list answers all their fields", async () => {
    const accountId = await seedAccount(store);
    await storeAll(store, accountId, [recordOf(accountId, fullBody), recordOf(accountId, { firstName: "Bo" })]);
    const [file] = await stand.exported(accountId, { format: "json" });
    const { contacts } = JSON.parse(String(file));
    const shown = contactAnswer().omit({ groups: true, tags: true });
    const fields = Object.keys(shown.shape).join();
    expect(contacts).toEqual((await contactCalls(store, accountId, { now: stand.now }).list({ fields })).body.contacts);
    expect(shown.required().array().parse(contacts)).toHaveLength(2);
    expect(JSON.parse(String((await stand.exported(accountId, { format: "json", search: "no one" }))[0]))).toEqual({
      contacts: [],
    });
  });

  it("as CSV is read by another reader as it was written", async () => {
    const accountId = await seedAccount(store);
    const notes = '=1+1, "quoted"\nand a second line';
    await storeAll(store, accountId, [
      recordOf(accountId, { ...contactPatchSchema().parse(fullBody), notes, firstName: "@Zoë" }),
    ]);
    const [file = Buffer.of()] = await stand.exported(accountId, { format: "csv" });
    expect(file.subarray(0, 3)).toEqual(Buffer.of(0xef, 0xbb, 0xbf));
    const [row] = parse(file, { bom: true, columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];
    expect(row).toMatchObject({
      "First Name": "'@Zoë",
      "Last Name": "Łęcka",
      "Organization Title": "Engineer",
      Birthday: " --02-29",
      Notes: `'${notes}`,
      "E-mail 1 - Label": "* work",
      "E-mail 1 - Value": "zoe@example.org",
      "Phone 1 - Value": "+48 601234567",
      "Phone 2 - Label": "* work fax",
      "Address 1 - Label": "Summer",
      "Address 1 - City": "Gdańsk",
      "Address 1 - Street": "ul. Długa 1",
      "Address 2 - Street": "The red house behind the harbour",
      "Event 1 - Label": "anniversary",
      "Event 1 - Value": "2015-06-20",
      "Website 1 - Value": "https://example.org/zoe?a=1,2;b",
    });
    const custom = Object.entries(row ?? {}).filter(([name]) => name.startsWith("Custom Field"));
    const labels = custom.filter(([name]) => name.endsWith("Label")).map(([, label]) => label);
    expect(labels).toEqual(expect.arrayContaining(["headline", "location", "network_a", "network_e", "language"]));
  });
});
