import { describe, expect, it } from "vitest";
import { createMatcher, createSelection, summarise } from "../../../functions/docs/browser/import-rows.js";
import { describeRow } from "../../../functions/docs/browser/import-values.js";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { parsedContact } from "../../support/import/imports.ts";

const issue = (severity: "error" | "warning" | "info") => ({
  code: "value_cut" as const,
  severity,
  message: `A ${severity}.`,
});
const rowOf = (tempId: string, given: Partial<ParsedContact> = {}, at = 0) =>
  summarise(parsedContact({ tempId, ...given }), at);

describe("the search of the preview", () => {
  const lind = rowOf("1", {
    firstName: "Åsa",
    lastName: "Lind",
    headline: "Pilot, Fjord",
    location: "Göteborg",
    emails: [{ value: "asa@x.example", type: "home", preferred: false }],
    phones: [{ prefix: "+46", value: "70-123 45 67", type: "mobile", preferred: false }],
    groups: ["Climbing"],
  });
  const finds = (search: string) => createMatcher("all", search, () => true)(lind);

  it("finds a row by all words of its name, organisation, address, number, town or group", () => {
    for (const text of ["asa lind", "LIND Åsa", "fjord", "asa@x", "+46 70", "0-123 45", "(70)", "goteborg", "climb"]) {
      expect(finds(text), text).toBe(true);
    }
    for (const text of ["asa berg", "70124", "asa@y"]) expect(finds(text), text).toBe(false);
  });
});

describe("the filters of the preview", () => {
  const rows = [
    rowOf("plain"),
    rowOf("bad", { isValid: false, issues: [issue("info"), issue("error")] }),
    rowOf("cut", { issues: [issue("info"), issue("warning")] }),
    rowOf("known", { duplicateOf: { contactId: crypto.randomUUID(), matchedOn: "email" }, alreadyExists: true }),
    rowOf("twice", { duplicateInFile: "plain" }),
  ];
  const { isChosen } = createSelection();

  it.each([
    ["all", ["plain", "bad", "cut", "known", "twice"]],
    ["error", ["bad"]],
    ["warning", ["cut"]],
    ["info", ["bad", "cut"]],
    ["duplicate", ["known", "twice"]],
    ["leftOut", ["bad"]],
  ])("%s shows %j", (filter, ids) => {
    expect(rows.filter(createMatcher(filter, "", isChosen)).map(({ tempId }) => tempId)).toEqual(ids);
  });

  it("show the worst issue of a row first", () => {
    expect(rows[1]?.issues).toEqual([{ severity: "error", message: "A error." }]);
  });
});

describe("the choice of rows", () => {
  const people = Array.from({ length: 5 }, (_, at) => rowOf(`p${at}`, {}, at));
  const twice = rowOf("twice", { duplicateInFile: "p0" }, 5);
  const bad = rowOf("bad", { isValid: false }, 6);
  const rows = [...people, twice, bad];

  function choose(changes: [number, boolean][], isComplete = true, all = rows) {
    const selection = createSelection();
    selection.count(all);
    for (const [at, chosen] of changes) selection.choose(all[at], chosen);
    return selection.choice(all, isComplete);
  }

  it("is that of the service, with duplicates in the file, until it is changed, and after a change was taken back", () => {
    expect(choose([])).toEqual({ isComplete: true, chosen: 6 });
    expect(
      choose([
        [1, false],
        [5, false],
        [1, true],
        [5, true],
      ]),
    ).toEqual({ isComplete: true, chosen: 6 });
  });

  it("names the rows that are left out, or the chosen ones if all rows are loaded and these are fewer", () => {
    const most = [0, 1, 2, 3].map((at): [number, boolean] => [at, false]);
    expect(choose(most.slice(1, 2))).toEqual({ isComplete: true, chosen: 5, exclude: ["p1"] });
    expect(choose(most)).toEqual({ isComplete: true, chosen: 2, include: ["p4", "twice"] });
    expect(choose(most, false)).toEqual({ isComplete: false, chosen: 2, exclude: ["p0", "p1", "p2", "p3"] });
    expect(choose([...most, [4, false], [5, false]])).toEqual({ isComplete: true, chosen: 0, include: [] });
  });

  it("waits for all rows if more are left out than a commit accepts ids", () => {
    const many = Array.from({ length: 40_001 }, (_, at) => ({ ...rowOf("m"), at }));
    const all = many.map(({ at }): [number, boolean] => [at, false]);
    expect(choose(all, false, many)).toEqual({
      isComplete: false,
      chosen: 0,
      problem: "Wait until all rows are loaded.",
    });
    expect(choose(all.slice(1), false, many)).toHaveProperty("exclude.length", 40_000);
    expect(choose(all, true, many)).toEqual({ isComplete: true, chosen: 0, include: [] });
  });

  it("never has an invalid row", () => {
    expect(choose([[6, true]])).toEqual({ isComplete: true, chosen: 6 });
  });
});

describe("a row beside the contact that it joins", () => {
  const mail = (value: string) => ({ value, type: "home", preferred: false });
  const row = parsedContact({ tempId: "1", lastName: "Lind", position: "Captain", emails: [mail("new@x.example")] });
  const contact = { ...row, lastName: "", position: "Pilot", emails: [mail("old@x.example")], location: null };
  const merged = { ...contact, lastName: "Lind", emails: [mail("old@x.example"), mail("new@x.example")] };

  it("says of each field what the contact has, what the row brings, and what happens", () => {
    const told = describeRow({ row, contact, merged, differing: ["position"] });
    expect(told).toMatchObject([
      { label: "First name", outcome: { text: "Stays" }, adds: [] },
      { label: "Last name", outcome: { text: "Filled in" }, adds: [] },
      { label: "Position", outcome: { text: "Stays; the row's value is left out" }, adds: [] },
      { label: "E-mail", outcome: { text: "Added" }, adds: ["new@x.example (home)"] },
    ]);
  });

  it("shows only the values of the row if it joins none", () => {
    const told = describeRow({ row });
    expect(told.map(({ label, brings }) => [label, brings])).toEqual([
      ["First name", ["Ada"]],
      ["Last name", ["Lind"]],
      ["Position", ["Captain"]],
      ["E-mail", ["new@x.example (home)"]],
    ]);
  });
});
