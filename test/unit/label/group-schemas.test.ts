import { describe, expect, it } from "vitest";
import { apiKeyCreate } from "../../../functions/api-keys/schemas.ts";
import { groupCreate, groupPatch, membersBody, tagCreate } from "../../../functions/groups/schemas.ts";

const id = "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";

describe("a group", () => {
  it.each(["🧗", "🧗🏽‍♀️", "👨‍👩‍👧‍👦", "🇨🇿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "❤️", "☕"])("can have the emoji %s", (emoji) => {
    expect(groupCreate().parse({ label: "x", emoji }).emoji).toBe(emoji);
  });

  it.each([
    ["❤", "❤️"],
    ["✈", "✈️"],
    [" 🧗 ", "🧗"],
    ["\u{1f3f3}\u200d\u{1f308}", "\u{1f3f3}\ufe0f\u200d\u{1f308}"],
    ["\u2764\u200d\u{1f525}", "\u2764\ufe0f\u200d\u{1f525}"],
    ["\u{1f575}\u200d\u2642", "\u{1f575}\ufe0f\u200d\u2642\ufe0f"],
    ["\u{1f575}\ufe0f\u200d\u2642", "\u{1f575}\ufe0f\u200d\u2642\ufe0f"],
    ["\u{1f575}\u{1f3fd}\u200d\u2642", "\u{1f575}\u{1f3fd}\u200d\u2642\ufe0f"],
    ["\u261d\ufe0f\u{1f3fb}", "\u261d\u{1f3fb}"],
    ["1\u20e3", "1\ufe0f\u20e3"],
    ["\u{1f389}\ufe0f", "\u{1f389}"],
  ])("converts %j to %j, which is one grapheme", (given, emoji) => {
    expect(groupPatch().parse({ emoji: given }).emoji).toBe(emoji);
    expect([...new Intl.Segmenter().segment(emoji)]).toHaveLength(1);
  });

  it("can have every recommended emoji of one character in both spellings, and keeps the qualified one", () => {
    let count = 0;
    for (let code = 0; code <= 0x1ffff; code++) {
      const bare = String.fromCodePoint(code);
      const qualified = [bare, `${bare}\ufe0f`].find((text) => /^\p{RGI_Emoji}$/v.test(text));
      if (qualified === undefined) continue;
      count++;
      for (const emoji of [bare, `${bare}\ufe0f`]) expect(groupPatch().parse({ emoji }).emoji).toBe(qualified);
    }
    expect(count).toBeGreaterThan(1_000);
  });

  it.each([
    ...["", " ", "a", "1", "🧗🧗", "🧗x", "x🧗", "🇨", "🇨🇿🇨🇿", "\u200d", "👨‍", "🧗 🧗", "\ufe0f", "\ufe0f🧗"],
    ...["❤\ufe0f\ufe0f", "❤\ufe0e", "❤\u200d❤\u200d❤", ":)", null, 7, "🧗".repeat(40)],
    // The flag of Texas is well formed, but Unicode doesn't recommend it.
    "🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}",
    "🏴\u{e0067}\u{e0062}\u{e007f}",
  ])("can't have the emoji %j", (emoji) => expect(groupCreate().safeParse({ label: "x", emoji }).success).toBe(false));

  it.each(["#fff", "2f6fed", "#2f6fe", "#2f6fedd", "#2f6feg", " #2f6fed"])("can't have the colour %j", (color) => {
    expect(groupCreate().safeParse({ label: "x", color }).success).toBe(false);
  });

  it("has a colour in lower case", () => expect(groupPatch().parse({ color: "#2F6FED" }).color).toBe("#2f6fed"));

  it("has a label of 1 to 100 characters", () => {
    for (const label of ["", "  ", "x".repeat(101), "a\u0000", "a\u2028b", "\ud800", null, 7, undefined]) {
      expect(groupCreate().safeParse({ label }).success, JSON.stringify(label)).toBe(false);
      expect(tagCreate().safeParse({ label }).success, JSON.stringify(label)).toBe(false);
    }
    expect(groupCreate().parse({ label: ` ${"x".repeat(100)} ` }).label).toHaveLength(100);
  });

  it.each(["\u200b", "\u115f", "\u202e", "\u00ad", "\u2800", "\u3164", "\ufe0f", " \u200d\u2060 \u{e0041}"])(
    "has a label that shows something, which %j does not",
    (label) => {
      for (const schema of [groupCreate, groupPatch, tagCreate, apiKeyCreate]) {
        const { error } = schema().safeParse({ label });
        expect(error?.issues).toMatchObject([{ path: ["label"], message: "Must have a character that shows" }]);
        expect(schema().parse({ label: `a${label}b` })).toMatchObject({ label: `a${label}b` });
      }
    },
  );
});

describe("members", () => {
  it.each([
    [{}],
    [{ contactIds: [], filter: {} }],
    [{ contactIds: [] }],
    [{ contactIds: [id], filter: {} }],
    [{ contactIds: [id], excludeIds: [id] }],
    [{ contactIds: Array(1_001).fill(id) }],
  ])("can't be %j", (body) => expect(membersBody().safeParse(body).success).toBe(false));

  it("are named by ids in any case, or by a filter", () => {
    expect(membersBody().parse({ contactIds: [id.toUpperCase()] })).toEqual({ contactIds: [id] });
    expect(membersBody().parse({ filter: {}, excludeIds: [id] })).toEqual({ filter: {}, excludeIds: [id] });
    expect(membersBody().safeParse({ contactIds: Array(1_000).fill(id) }).success).toBe(true);
  });
});
