/** What the list of people asks for, which rows of it exist, and what they say. */
import { describe, expect, it } from "vitest";
import {
  type ChosenPeople,
  choiceOf,
  choose,
  countChosen,
  isChosen,
  membersOf,
  nobody,
} from "../../../functions/app/browser/people/chosen-people.ts";
import { changedAddress, filterOf, pageInput, readQuery } from "../../../functions/app/browser/people/people-query.ts";
import { createPace, pagesOf, rowsOnPage, windowOf } from "../../../functions/app/browser/people/row-window.ts";
import { lineOf, markWords, searchWords } from "../../../functions/app/browser/people/row-words.ts";

describe("the query", () => {
  it.each([
    ["", null, { sort: undefined }],
    ["", "createdAtDesc", { sort: "createdAtDesc" }],
    ["", "nonsense", { sort: undefined }],
    ["sort=nameDesc", "createdAtDesc", { sort: "nameDesc" }],
    ["search=+ann+", "createdAtDesc", { search: "ann", sort: undefined }],
    ["search=ann&sort=nameDesc", null, { search: "ann", sort: "nameDesc" }],
    ["search=+&groupId=g&tagId=&keepInTouch=false", null, { search: undefined, groupId: "g", tagId: undefined }],
    ["keepInTouch=true", null, { keepInTouch: true }],
  ])("of the address %j with the remembered order %j", (address, remembered, expected) => {
    expect(readQuery(new URLSearchParams(address), remembered)).toMatchObject(expected);
  });

  it("reads a page with what rows show, and with what a search finds", () => {
    const all = pageInput({ sort: "nameDesc" }, 2);
    expect(all).toMatchObject({ sort: "nameDesc", limit: 100, offset: 200 });
    expect(all.fields).not.toContain("notes");
    expect(pageInput({ search: "ann" }, 0).fields).toContain("notes");
  });

  it("is a filter without its order, which is empty for all", () => {
    const nothing = readQuery(new URLSearchParams("sort=nameDesc"), null);
    expect(filterOf(nothing)).toStrictEqual({});
    const some = readQuery(new URLSearchParams("sort=nameDesc&search=a&groupId=g&tagId=t&keepInTouch=true"), null);
    expect(filterOf(some)).toStrictEqual({ search: "a", groupId: "g", tagId: "t", keepInTouch: true });
  });

  it.each([
    [{ search: "b c" }, "/people?sort=nameDesc&search=b+c"],
    [{ search: "", sort: null }, "/people"],
    [{}, "/people?sort=nameDesc&search=a"],
  ])("changes the address by %j", (changes, expected) => {
    const query = new URLSearchParams("sort=nameDesc&search=a");
    expect(changedAddress({ path: "/people", query }, changes)).toBe(expected);
  });
});

describe("the rows that exist", () => {
  it.each([
    [0, 600, 50_000, { from: 0, to: 23 }, [0]],
    [5_970, 600, 50_000, { from: 95, to: 122 }, [0, 1]],
    [2_999_400, 600, 50_000, { from: 49_986, to: 50_000 }, [499]],
    [2_999_400, 600, 3, { from: 3, to: 3 }, []],
    [0, 600, 0, { from: 0, to: 0 }, []],
  ])("at %d pixels of a view of %d with %d people", (top, height, total, range, pages) => {
    expect(windowOf(top, height, total)).toEqual(range);
    expect(pagesOf(range)).toEqual(pages);
    expect(pages.flatMap((page) => rowsOnPage(range, page))).toHaveLength(range.to - range.from);
  });

  it("are read at most 60 times in a minute, however often the scroll rests, and at once in the beginning", () => {
    const pace = createPace();
    const reads: number[] = [];
    for (let now = 0; now < 180_000; ) {
      now += pace.pause(now, "scroll");
      pace.note(now);
      reads.push(now);
    }
    expect(reads[19]).toBeLessThan(3_000);
    const most = Math.max(...reads.map((from) => reads.filter((at) => at >= from && at < from + 60_000).length));
    expect(most).toBeLessThanOrEqual(60);
    for (let each = 0; each < 60; each++) pace.note(300_000);
    expect(pace.pause(300_000, "search"), "somebody who types waits less than a second").toBeLessThan(1_000);
  });
});

describe("a row", () => {
  it.each([
    ["Ann Lee", "ann", "[Ann] Lee"],
    ["Ann Lee", "lee an", "[An]n [Lee]"],
    ["Ann Lee", "nn", "A[nn] Lee"],
    ["Joanna Ann", "ann", "Joanna [Ann]"],
    ["Ødegård", "odeg", "[Ødeg]ård"],
    ["Jose\u0301 Mart\u00ed", "jose marti", "[Jose\u0301] [Mart\u00ed]"],
    ["Straße 5", "strasse", "[Straße] 5"],
    ["Ann", "bob", "Ann"],
    ["", "ann", ""],
  ])("marks in %j the words %j", (text, search, expected) => {
    const parts = markWords(text, searchWords(search));
    expect(parts.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join("")).toBe(expected);
  });

  const ann = { id: "1", firstName: "Ann", lastName: "Lee", avatar: null };
  it.each([
    [{ headline: "Pilot", location: "Oslo" }, "", "Pilot"],
    [{ headline: null, organisation: "Acme", location: "Oslo" }, "", "Acme"],
    [{ location: "Oslo" }, "ann", "Oslo"],
    [{ headline: "Pilot", location: "Oslo" }, "ann osl", "Oslo"],
    [
      { headline: "Pilot", emails: [{ preferred: false, type: "work", value: "al@acme.example" }] },
      "acme",
      "al@acme.example",
    ],
    [{ phones: [{ preferred: false, type: "work", prefix: "+49", value: "30 1234567" }] }, "+493012", "+49 30 1234567"],
    [{ headline: "Pilot", notes: `${"Once upon a time ".repeat(4)}in Prague` }, "prague", "…upon a time in Prague"],
    [{ headline: "Pilot" }, "bob", "Pilot"],
  ])("of %j searched by %j has a line", (more, search, expected) => {
    expect(lineOf({ ...ann, ...more }, searchWords(search))).toBe(expected);
  });
});

describe("the selected people", () => {
  const two = choose(nobody, ["a", "b"], true);
  const allButOne: ChosenPeople = choose({ filter: { search: "x" }, ids: new Set() }, ["a"], false);

  it("are those that were chosen one by one", () => {
    expect([isChosen(two, "a"), isChosen(two, "c"), countChosen(two, 9)]).toEqual([true, false, 2]);
    expect(choiceOf(choose(two, ["a"], false))).toEqual({ ids: ["b"] });
    expect(choose(two, ["a", "b"], false), "nobody is left").toBe(nobody);
    expect(membersOf(two)).toEqual({ contactIds: ["a", "b"] });
  });

  it("are all that a filter finds, but those who were taken out", () => {
    expect([isChosen(allButOne, "a"), isChosen(allButOne, "c"), countChosen(allButOne, 9)]).toEqual([false, true, 8]);
    expect(choiceOf(allButOne)).toEqual({ filter: { search: "x" }, excludeIds: ["a"] });
    expect(membersOf(choose(allButOne, ["a"], true))).toEqual({ filter: { search: "x" }, excludeIds: [] });
  });
});
