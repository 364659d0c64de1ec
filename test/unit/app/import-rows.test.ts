import { describe, expect, it } from "vitest";
import { choiceOf, type Filter, findRows, summarise } from "../../../functions/app/browser/import/preview-rows.ts";
import { describeRow } from "../../../functions/app/browser/import/row-values.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { parsedContact } from "../../support/import/imports.ts";

const issue = (severity: "error" | "warning" | "info") => ({
  code: "value_cut" as const,
  severity,
  message: `A ${severity}.`,
});
const rowOf = (tempId: string, changes: Partial<ParsedContact> = {}) =>
  summarise(parsedContact({ tempId, ...changes }));

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
  const finds = (search: string) => findRows([lind], "all", search, new Set()).length > 0;

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

  it.each<[Filter, string[]]>([
    ["all", ["plain", "bad", "cut", "known", "twice"]],
    ["error", ["bad"]],
    ["warning", ["cut"]],
    ["info", ["bad", "cut"]],
    ["duplicate", ["known", "twice"]],
    ["leftOut", ["plain", "bad"]],
  ])("%s shows %j", (filter, ids) => {
    expect(findRows(rows, filter, "", new Set(["plain"])).map(({ tempId }) => tempId)).toEqual(ids);
  });

  it("show the worst issue of a row first", () => {
    expect(rows[1]).toMatchObject({ issue: { severity: "error", message: "A error." }, issueCount: 2 });
  });
});

describe("the choice of rows", () => {
  const people = Array.from({ length: 5 }, (_, at) => rowOf(`p${at}`));
  const rows = [...people, rowOf("twice", { duplicateInFile: "p0" }), rowOf("bad", { isValid: false })];
  const choose = (leftOut: string[], isComplete = true) => choiceOf(rows, new Set(leftOut), isComplete);

  it("is that of the service, with duplicates in the file, while none is left out", () => {
    expect(choose([])).toEqual({});
  });

  it("names the rows that are left out, or the chosen ones if all rows are loaded and these are fewer, never an invalid one", () => {
    expect(choose(["p1"])).toEqual({ exclude: ["p1"] });
    expect(choose(["p0", "p1", "p2", "p3"])).toEqual({ include: ["p4", "twice"] });
    expect(choose(["p0", "p1", "p2", "p3"], false)).toEqual({ exclude: ["p0", "p1", "p2", "p3"] });
    expect(choose(["p0", "p1", "p2", "p3", "p4", "twice"])).toEqual({ include: [] });
  });
});

describe("a row beside the contact that it joins", () => {
  const mail = (value: string) => ({ value, type: "home", preferred: false });
  const row = parsedContact({ tempId: "1", lastName: "Lind", position: "Captain", emails: [mail("new@x.example")] });
  const contact = {
    ...row,
    id: "",
    timezone: "UTC",
    language: "en",
    addresses: [],
    importantDates: [],
    lastName: "",
    position: "Pilot",
    emails: [mail("old@x.example")],
    location: null,
  };
  const merged = { ...contact, lastName: "Lind", emails: [mail("old@x.example"), mail("new@x.example")] };

  it("says of each field what the contact has, what the row brings, and what happens", () => {
    const described = describeRow(row, { contact, merged, differing: ["position"] });
    expect(described).toMatchObject([
      { label: "First name", outcome: { kind: "same", text: "Stays" } },
      { label: "Last name", outcome: { text: "Filled in" } },
      { label: "Position", outcome: { kind: "kept", text: "Stays; the row's value is left out" } },
      { label: "E-mail", outcome: { kind: "changed", text: "Added\nnew@x.example (home)" } },
    ]);
  });

  it("shows only the values of the row if it joins none", () => {
    const described = describeRow(row, null);
    expect(described.map(({ label, brings }) => [label, brings])).toEqual([
      ["First name", ["Ada"]],
      ["Last name", ["Lind"]],
      ["Position", ["Captain"]],
      ["E-mail", ["new@x.example (home)"]],
    ]);
  });
});
