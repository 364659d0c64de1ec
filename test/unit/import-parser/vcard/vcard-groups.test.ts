import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../../../functions/import-parser/files/import-file.ts";
import { ImportFilesError } from "../../../../functions/import-parser/files/import-file-error.ts";
import { maxGroups } from "../../../../functions/import-parser/vcard/map/property-mapping.ts";
import { readVcards } from "../../../../functions/import-parser/vcard/read-vcards.ts";
import type { RawRow } from "../../../../shared/import/row/raw-row.ts";
import { normaliseRows, type ParsedFile } from "../../../support/files/normalise-rows.ts";
import { card, importText, rowsOf } from "../../../support/files/vcard.ts";

async function rowsOfFiles(files: readonly (string | Uint8Array)[]): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  const opened = files.map((content) => fileOf(Buffer.from(content)));
  for await (const row of readVcards(opened, { strategy: "following" })) rows.push(row);
  return rows;
}

async function importFiles(...files: (string | Uint8Array)[]): Promise<ParsedFile> {
  return normaliseRows(await rowsOfFiles(files));
}

/** The refusal of files, by their index. */
async function refusal(...files: string[]): Promise<[index: number, reason: string, message: string][]> {
  const error = await rowsOfFiles(files).catch((fault: unknown) => fault);
  if (!(error instanceof ImportFilesError)) throw new Error("the files are not refused");
  return error.faults.map(({ index, error: { reason, message } }) => [index, reason, message]);
}

function group(name: string, ...members: string[]): string {
  return card("VERSION:4.0", "KIND:group", `FN:${name}`, ...members.map((member) => `MEMBER:${member}`));
}

/** A name and the groups of every contact. */
function memberships({ contacts }: ParsedFile) {
  return contacts.map(({ firstName, groups }) => [firstName, ...groups]);
}

/** The messages about groups of each contact. */
function groupMessages({ contacts }: ParsedFile): string[][] {
  return contacts.map(({ issues }) => issues.filter(({ field }) => field === "groups").map(({ message }) => message));
}

const ana = card("FN:Ana", "UID:urn:uuid:A-1");
const ben = card("FN:Ben", "UID:b-2");

describe("a group", () => {
  it.each([
    ["before its members", [group("Choir", "urn:uuid:a-1", "B-2"), ana, ben]],
    ["behind its members", [ana, ben, group("Choir", "urn:uuid:a-1", "B-2")]],
    ["between its members", [ana, group("Choir", "urn:uuid:a-1", "B-2"), ben]],
  ])("of a file %s is a label of the members in all files, and no contact", async (_where, files) => {
    const file = await importFiles(...files);
    expect(memberships(file)).toEqual(["Ana", "Ben"].map((name) => [name, "Choir"]));
    expect(file).toMatchObject({ totalCount: 2, skippedCount: 1, coverage: 1 });
    expect(groupMessages(file)).toEqual([[], []]);
  });

  it("names its members by UID with and without a scheme, and by e-mail address, in any case", async () => {
    const people = ["UID:A-1", "UID:URN:UUID:b-2", "EMAIL:Cleo@Example.org", "EMAIL:dan@example.org"];
    const choir = group("Choir", "URN:UUID:a-1", "B-2", "mailto:cleo@example.org", "Dan@example.org");
    const file = await importText([choir, ...people.map((line) => card("FN:Ana", line))].join(""));
    expect(memberships(file)).toEqual(people.map(() => ["Ana", "Choir"]));
  });

  it.each(["N:Choir;;;;", "ORG:Choir", "NICKNAME:Choir"])("without FN is called by its %s", async (name) => {
    expect(memberships(await importText(card("KIND:group", name, "MEMBER:a-1") + ana))).toEqual([["Ana", "Choir"]]);
  });

  it("of 3.0 has properties of Apple's address book", async () => {
    const lines = ["X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:A-1"];
    expect(memberships(await importText(card("FN:Choir", ...lines) + ana))).toEqual([["Ana", "Choir"]]);
  });

  it("is no card whose texts only look like one", async () => {
    const looks = card("FN:Kind: group", "NOTE:KIND:group");
    const file = await importText(looks + card("KIND:group", "MEMBER:a-1") + ana);
    expect(memberships(file)).toEqual([["Kind: group"], ["Ana"]]);
    expect(file.skippedCount).toBe(1);
  });

  it("of another file is read in the encoding of its own", async () => {
    const file = await importFiles(Buffer.from(group("Café", "a-1"), "latin1"), card("FN:Zoë", "UID:a-1"));
    expect(memberships(file)).toEqual([["Zoë", "Café"]]);
  });
});

describe("the last person of an import has an issue about", () => {
  it.each([
    [
      "values of groups other than names and members",
      [
        card("KIND:group", "FN:Choir", "N:Choir;;;;", "MEMBER:a-1", "TEL:+34612345678", "REV:20200101", "ORG:Church"),
        card("KIND:group", "NOTE:x"),
      ],
      "Groups become labels. Their other values are left out: TEL, ORG, NOTE.",
    ],
    [
      "members of a group without a name",
      [card("KIND:group", "MEMBER:a-1", "MEMBER:b-2")],
      "2 memberships are left out: of groups without a name, or too many for a member or an import.",
    ],
    [
      "members that have no card",
      [group("Choir", "a-1", "c-3", "C-3", "urn:uuid:d-4"), group("Band", "b-2", "x".repeat(301)), group("All", "a-1")],
      'Members of groups have no card in the import (3). Their groups: "Choir", "Band".',
    ],
    [
      "a member without an id, which is not a card without a UID",
      [group("Choir", "urn:uuid:"), card("FN:Cleo")],
      'Members of groups have no card in the import (1). Their groups: "Choir".',
    ],
  ])("%s", async (_what, groups, message) => {
    const file = await importFiles(ana, ...groups, ben);
    expect(groupMessages(file).flat()).toEqual([message]);
    expect(groupMessages(file).at(-1)).toEqual([message]);
  });

  it("at most twenty groups", async () => {
    const groups = Array.from({ length: 30 }, (_, index) => group(`Group ${index}`, "x", "y"));
    const [[message = ""] = []] = groupMessages(await importText(groups.join("") + ana));
    expect(message.match(/"Group \d+"/g)).toHaveLength(20);
  });

  it("a member of more groups than a card may have", async () => {
    const groups = Array.from({ length: maxGroups + 5 }, (_, index) => group(`Group ${index}`, "a-1"));
    const row = (await rowsOf(groups.join("") + ana)).at(-1);
    expect(row?.groups).toHaveLength(maxGroups);
    expect(row?.issues[0]?.message).toMatch(/^5 memberships are left out: /);
  });

  it("and the coverage counts the values", async () => {
    expect((await importText(ana + card("KIND:group", "FN:Choir", "MEMBER:a-1", "NOTE:x"))).coverage).toBe(0.6667);
  });
});

describe("rows", () => {
  it("stay in the order of their cards, the groups among them", async () => {
    const rows = await rowsOf([group("One", "x"), ana, group("Two", "y"), group("Three", "z"), ben].join(""));
    expect(rows.map(({ noPerson }) => noPerson)).toEqual([true, false, true, true, false]);
  });

  it("include every group, even thousands after a person", async () => {
    const rows = await rowsOf(ana + group("One", "a-1").repeat(2_500));
    expect(rows.filter(({ noPerson }) => noPerson)).toHaveLength(2_500);
    expect(rows.filter(({ noPerson }) => !noPerson)).toMatchObject([{ formattedName: "Ana" }]);
  });

  it("of groups have no picture to keep", async () => {
    const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    const rows = await rowsOf(card("FN:Choir", "KIND:group", `PHOTO;ENCODING=b:${gif}`) + ana);
    expect(rows.map(({ picture }) => picture)).toEqual([undefined, undefined]);
  });
});

describe("files that can't be read, or without a person,", () => {
  const message = "The file holds only groups and no card of a person. Export the members themselves too.";

  it.each([
    [[group("Choir", "a-1"), card("KIND:group")], [0, 1].map((index) => [index, "nobody_found", message])],
    [
      [ana, "", "Dear Ana"],
      [
        [1, "file_empty", expect.anything()],
        [2, "file_kind", expect.anything()],
      ],
    ],
    [
      ["Dear Ana", group("Choir", "a-1"), ""],
      [
        [0, "file_kind", expect.anything()],
        [1, "nobody_found", expect.anything()],
        [2, "file_empty", expect.anything()],
      ],
    ],
  ])("are refused with what they hold, in their order (%#)", async (files, faults) => {
    expect(await refusal(...files)).toEqual(faults);
  });

  it("are read if another file has a person, even without a membership", async () => {
    expect(memberships(await importFiles(group("Choir", "x"), ana))).toEqual([["Ana"]]);
  });
});
