import { expect, it } from "vitest";
import { mergeRows, resolutionsOf } from "../../../functions/app/browser/duplicates/merge-rows.ts";
import { labelOf, linesOf } from "../../../functions/app/browser/parts/value-lines.ts";
import type { Contact, MergeConflict } from "../../../shared/client/types.ts";

const email = (value: string, type = "other") => ({ value, type, preferred: false });
const left = {
  ...{ firstName: "Ada", lastName: "Lee", headline: "Engineer", emails: [email("ada@x.example")], groups: ["g1"] },
  ...{ latitude: 50, longitude: 14, gisPoint: {}, avatar: "a.jpg", notes: "Met in Prague", timezone: "Europe/Prague" },
  lastInteraction: "2026-03-01T10:00:00.000Z",
} as unknown as Contact;
const right = {
  ...{ firstName: "Ada", lastName: "Lee", headline: "Pilot", emails: [email("ada@x.example", "work")], groups: [] },
  ...{ latitude: 50, longitude: 15, gisPoint: {}, avatar: "b.jpg", notes: "Plays chess", timezone: "Europe/Rome" },
  ...{ lastInteraction: "2026-02-01T10:00:00.000Z", website: "https://ada.example" },
} as unknown as Contact;

const conflict = (field: MergeConflict["field"], taken: MergeConflict["taken"], leftOut?: unknown[]) => ({
  ...{ field, left: left[field], right: right[field], taken },
  ...(leftOut && { leftOut }),
});
const rowsOf = (conflicts: MergeConflict[]) => mergeRows({ left, right }, conflicts, new Map([["g1", "Friends"]]));

it.each<{ what: string; found: MergeConflict; options: string[]; leftOut: string[] }>([
  { what: "the other value", found: conflict("headline", "left"), options: ["left", "right"], leftOut: ["Pilot"] },
  { what: "the first value", found: conflict("headline", "right"), options: ["left", "right"], leftOut: ["Engineer"] },
  {
    what: "nothing of a united list",
    found: conflict("emails", "both"),
    options: ["left", "right", "both"],
    leftOut: [],
  },
  {
    what: "no entry that got more details",
    found: conflict("emails", "right"),
    options: ["left", "right", "both"],
    leftOut: [],
  },
  {
    what: "what had no room",
    found: conflict("notes", "both", ["chess"]),
    options: ["left", "right", "both"],
    leftOut: ["chess"],
  },
  {
    what: "the other notes",
    found: conflict("notes", "left"),
    options: ["left", "right", "both"],
    leftOut: ["Plays chess"],
  },
  {
    what: "no interaction, of which the later one stays",
    found: conflict("lastInteraction", "left"),
    options: [],
    leftOut: [],
  },
  { what: "other coordinates", found: conflict("longitude", "left"), options: ["left", "right"], leftOut: ["50, 15"] },
  { what: "the other picture", found: conflict("avatar", "left"), options: ["left", "right"], leftOut: ["Picture"] },
])("a merge leaves out $what", ({ found, options, leftOut }) => {
  const { differing } = rowsOf([found]);
  expect(differing.map((row) => [[...row.options], row.leftOut])).toEqual([[options, leftOut]]);
});

it("differences stand before what only one has, and what is the same is apart", () => {
  const { differing, onlyOne, same } = rowsOf([conflict("headline", "left"), conflict("timezone", "left")]);
  const labels = (rows: readonly { label: string }[]) => rows.map(({ label }) => label);
  expect(labels(differing)).toEqual(["Headline", "Time zone"]);
  expect(labels(same)).toEqual(["First name", "Last name"]);
  expect(onlyOne.find(({ label }) => label === "Website")).toMatchObject({ left: [], right: ["https://ada.example"] });
  expect(onlyOne.find(({ label }) => label === "Groups")).toMatchObject({ left: ["Friends"], right: [] });
});

it("the service unites both without a choice", () => {
  expect(resolutionsOf({ headline: "right", emails: "both" })).toEqual({ headline: "right" });
});

it.each([
  ["firstName", "First name"],
  ["network_b", "Photo-sharing network"],
])("the field %s is called as the form of a contact calls it: %s", (field, label) => {
  expect(labelOf(field)).toBe(label);
});

it("lists of words have a line for each", () => {
  expect(linesOf(["one", "two"])).toEqual(["one", "two"]);
});
