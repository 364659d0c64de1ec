import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../functions/import-parser/import-file.ts";
import { maxGroups } from "../../functions/import-parser/vcard/property-places.ts";
import { readVcards } from "../../functions/import-parser/vcard.ts";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { normaliseRows, type ParsedFile } from "../support/normalise-rows.ts";
import { card, importText, rowsOf } from "../support/vcard.ts";

async function rowsOfFiles(...texts: string[]): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  const files = texts.map((text) => fileOf(Buffer.from(text)));
  for await (const row of readVcards(files, { strategy: "following" })) rows.push(row);
  return rows;
}

async function importFiles(...texts: string[]): Promise<ParsedFile> {
  return normaliseRows(await rowsOfFiles(...texts));
}

/** The refusal of files, by their index. */
async function refusal(...texts: string[]): Promise<[index: number, reason: string, message: string][]> {
  const error = await rowsOfFiles(...texts).catch((fault: unknown) => fault);
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

function remarks({ contacts }: ParsedFile): string[][] {
  return contacts.map(({ issues }) => issues.filter(({ field }) => field === "groups").map(({ message }) => message));
}

const ana = card("FN:Ana", "UID:urn:uuid:A-1");
const ben = card("FN:Ben", "UID:b-2");

describe("a group", () => {
  it.each([
    ["before its members", [group("Choir", "urn:uuid:a-1", "B-2"), ana, ben]],
    ["behind its members", [ana, ben, group("Choir", "urn:uuid:a-1", "B-2")]],
    ["between its members", [ana, group("Choir", "urn:uuid:a-1", "B-2"), ben]],
  ])("of a file %s reaches the members of all files", async (_where, files) => {
    const file = await importFiles(...files);
    expect(memberships(file)).toEqual([
      ["Ana", "Choir"],
      ["Ben", "Choir"],
    ]);
    expect(file).toMatchObject({ totalCount: 2, skippedCount: 1, coverage: 1 });
    expect(remarks(file)).toEqual([[], []]);
  });

  it("names its members by UID with and without a scheme, and by e-mail address, whatever the case", async () => {
    const people = [
      card("FN:Ana", "UID:A-1"),
      card("FN:Ben", "UID:URN:UUID:b-2"),
      card("FN:Cleo", "EMAIL:Cleo@Example.org"),
      card("FN:Dan", "EMAIL:dan@example.org"),
    ];
    const choir = group("Choir", "URN:UUID:a-1", "B-2", "mailto:cleo@example.org", "Dan@example.org");
    const file = await importText([choir, ...people].join(""));
    expect(file.contacts.map(({ groups }) => groups)).toEqual([["Choir"], ["Choir"], ["Choir"], ["Choir"]]);
  });

  it("has the name of its N, its company or its nickname where it has no FN", async () => {
    const named = ["N:Choir;;;;", "ORG:Choir", "NICKNAME:Choir"];
    for (const name of named) {
      const file = await importText(card("KIND:group", name, "MEMBER:a-1") + ana);
      expect(file.contacts.map(({ groups }) => groups)).toEqual([["Choir"]]);
    }
  });

  it("without any name is said at a person", async () => {
    const file = await importText(card("KIND:group", "MEMBER:a-1", "MEMBER:b-2") + ana);
    expect(remarks(file)).toEqual([["2 memberships in groups without a name are left out."]]);
  });

  it("of other files is read in the encoding of its own", async () => {
    const latin = Buffer.from(group("Café", "a-1"), "latin1");
    const rows: RawRow[] = [];
    const files = [fileOf(latin), fileOf(Buffer.from(card("FN:Zoë", "UID:a-1")))];
    for await (const row of readVcards(files, { strategy: "following" })) rows.push(row);
    expect(rows.map(({ formattedName, groups }) => [formattedName, ...groups])).toContainEqual(["Zoë", "Café"]);
  });
});

describe("what a group's card has beyond its name and members", () => {
  it("is said at a person, and counted", async () => {
    const values = ["EMAIL:choir@example.org", "TEL:+34612345678", "NOTE:on Mondays", "REV:20200101T000000Z"];
    const choir = card("KIND:group", "FN:Choir", "N:Choir;;;;", "MEMBER:a-1", ...values);
    const file = await importText(ana + choir + ben);
    const said = file.contacts[1]?.issues.filter(({ code }) => code === "group_values_without_place");
    expect(said).toMatchObject([{ severity: "info", field: "groups" }]);
    expect(remarks(file)[1]).toEqual([
      'A group is a label only: 3 values (EMAIL, TEL, NOTE) of the group "Choir" have no place.',
    ]);
    expect(file.coverage).toBe(0.5);
  });

  it("is said of groups without a name, and of further names", async () => {
    const groups = [card("KIND:group", "NOTE:x"), card("KIND:group", "FN:Choir", "ORG:Church")];
    expect(remarks(await importText(ana + groups.join("")))).toEqual([
      [
        "A group is a label only: 1 value (NOTE) of a group without a name has no place.",
        'A group is a label only: 1 value (ORG) of the group "Choir" has no place.',
      ],
    ]);
  });

  it("is told together where there are many groups", async () => {
    const groups = Array.from({ length: 30 }, (_, index) => card("KIND:group", `FN:${index}`, "NOTE:x", "TEL:1"));
    const [said = []] = remarks(await importText(ana + groups.join("")));
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe("Nor have 20 values of further groups.");
  });
});

describe("members that no card is of", () => {
  it("are counted by group, at the last person of the import", async () => {
    const choir = group("Choir", "a-1", "c-3", "C-3", "urn:uuid:d-4");
    const band = group("Band", "b-2", "c-3");
    const all = group("All", "a-1", "b-2");
    const file = await importFiles(choir + ana, ben + band, all);
    expect(memberships(file)).toEqual([
      ["Ana", "Choir", "All"],
      ["Ben", "Band", "All"],
    ]);
    expect(remarks(file)).toEqual([
      [],
      [
        'No card of the import is that of 2 members of the group "Choir".',
        'No card of the import is that of 1 member of the group "Band".',
      ],
    ]);
    const said = file.contacts[1]?.issues.filter(({ code }) => code === "group_members_missing");
    expect(said).toMatchObject([{ severity: "warning" }, { severity: "warning" }]);
  });

  it("are told together where there are many groups", async () => {
    const groups = Array.from({ length: 30 }, (_, index) => group(`Group ${index}`, "x", "y"));
    const [said = []] = remarks(await importText(groups.join("") + ana));
    expect(said).toHaveLength(21);
    expect(said.at(-1)).toBe("Nor is any that of 20 members of 10 more groups.");
  });

  it("are there where an id is too long to be one", async () => {
    const [said] = remarks(await importText(ana + group("Choir", "a-1", "x".repeat(301))));
    expect(said).toEqual(['No card of the import is that of 1 member of the group "Choir".']);
  });
});

describe("rows", () => {
  it("stay in the order of their cards, the groups among them", async () => {
    const rows = await rowsOf([group("One", "x"), ana, group("Two", "y"), group("Three", "z"), ben].join(""));
    expect(rows.map(({ noPerson }) => noPerson)).toEqual([true, false, true, true, false]);
  });

  it("come for every group, however many follow a person", async () => {
    const rows = await rowsOf(ana + group("One", "a-1").repeat(2_500));
    expect(rows.filter(({ noPerson }) => noPerson)).toHaveLength(2_500);
    expect(rows.filter(({ noPerson }) => !noPerson).map(({ formattedName }) => formattedName)).toEqual(["Ana"]);
  });

  it("of groups have no picture to keep", async () => {
    const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    const rows = await rowsOf(card("FN:Choir", "KIND:group", `PHOTO;ENCODING=b:${gif}`) + ana);
    expect(rows.map(({ picture }) => picture)).toEqual([undefined, undefined]);
  });

  it("have so many labels, and it is said how many more there would be", async () => {
    const groups = Array.from({ length: maxGroups + 5 }, (_, index) => group(`Group ${index}`, "a-1"));
    const [row] = (await rowsOf(groups.join("") + ana)).filter(({ noPerson }) => !noPerson);
    expect(row).toMatchObject({ valuesSeen: maxGroups + 6, valuesLost: 5 });
    expect(row?.issues.map(({ message }) => message)).toContain(
      `5 memberships in groups, beyond the ${maxGroups} of a card, are left out.`,
    );
  });
});

describe("files without a person", () => {
  it("are refused, with what they hold", async () => {
    const advice = "Export the members themselves too.";
    expect(await refusal(group("Choir", "a-1"))).toEqual([
      [0, "nobody_found", `The file holds only a group, "Choir", and no card of a person. ${advice}`],
    ]);
    expect(await refusal(card("KIND:group"))).toEqual([
      [0, "nobody_found", `The file holds only a group and no card of a person. ${advice}`],
    ]);
    expect(await refusal(group("Choir", "a-1"), group("Band", "a-1"))).toEqual(
      [0, 1].map((index) => [index, "nobody_found", `The file holds only groups and no card of a person. ${advice}`]),
    );
  });

  it("are refused beside files that can't be read, in the files' order", async () => {
    const faults = await refusal("Dear Ana", group("Choir", "a-1"), "");
    expect(faults.map(([index, reason]) => [index, reason])).toEqual([
      [0, "file_kind"],
      [1, "nobody_found"],
      [2, "file_empty"],
    ]);
  });

  it("are read where another file has a person, whom they need not know", async () => {
    const file = await importFiles(group("Choir", "x"), ana);
    expect(memberships(file)).toEqual([["Ana"]]);
  });
});
