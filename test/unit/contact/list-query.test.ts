import { describe, expect, it } from "vitest";
import { listQuery } from "../../../shared/contact-list/list-query.ts";
import { faultPaths } from "../../support/described-values/fault-paths.ts";

describe("the query of a list", () => {
  it.each([
    ["limit", ["0", "201", "1.5", "10.0", "x", "", " 5", "+5", "-1", "1e1", "0x10", "NaN", "\u0665", "9".repeat(400)]],
    ["offset", ["-1", "9007199254740992", "99999999999999999999", "1e3", "0.5", "", "Infinity"]],
    ["sort", ["name", "", "nameasc", "nameAsc ", "nameAsc,surnameAsc", "__proto__", "constructor"]],
    ["keepInTouch", ["1", "0", "TRUE", "yes", ""]],
    ["avatarSize", ["huge", ""]],
    ["avatarQuality", ["0"]],
    ["search", ["a\u0000b", "a\nb", "\u007f", "\u0085", "x".repeat(501), "\u{1f3bb}".repeat(501)]],
    ["groupId", ["x", ""]],
    ["Limit", ["5"]],
    ["limit[]", ["5"]],
    ["constructor", ["1"]],
  ])("%s refuses malformed values", (name, values) => {
    for (const value of values)
      expect(faultPaths(listQuery, { [name]: value }, "query"), value).toEqual([`query.${name}`]);
  });

  it("accepts leading zeros, and any text as a search", () => {
    expect(listQuery().parse({ limit: "007" }).limit).toBe(7);
    for (const search of ["...", "\\", "(a+)+$", "__proto__", "%zz", "\u{1f3bb}".repeat(500), "\u0301"]) {
      expect(listQuery().parse({ search: `  ${search} ` }).search).toBe(search);
    }
  });
});
