import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { archive, file, followers, following, refusal, refusals } from "../../../support/files/network-b.ts";

async function refusalOf(contents: Readonly<Record<string, unknown>>) {
  return (await refusals([await archive(contents)]))[0];
}

describe("an archive is refused", () => {
  it("when it is the network's, in HTML: the owner learns to choose JSON", async () => {
    const fault = await refusalOf({
      "connections/followers_and_following/followers_1.html": "<html></html>",
      "index.html": "",
    });
    expect(fault?.reason).toBe("file_kind");
    expect(fault?.message).toContain("choose JSON");
  });

  it("when that part of the export is missing, or without data", async () => {
    const missing = await refusalOf({ "media/posts_1.json": [], "profile.json": {} });
    expect(missing).toMatchObject({ reason: "nobody_found", message: expect.stringContaining("was not chosen") });
    const empty = await refusalOf({ "connections/followers_and_following/no-data.txt": "", "profile.json": {} });
    expect(empty).toMatchObject({ reason: "nobody_found", message: expect.stringContaining("has no data") });
  });

  it("when it has nothing of the network", async () => {
    expect(await refusalOf({ "notes.txt": "hello" })).toMatchObject({ reason: "file_kind" });
  });

  it("when its lists name nobody but blocked accounts", async () => {
    const fault = await refusalOf({
      "connections.json": { relationships_blocked_users: followers("blocked_b") },
    });
    expect(fault).toMatchObject({ reason: "nobody_found", message: expect.stringContaining("blocked users (1)") });
  });

  it("when a needed list in it is broken, with the list's path", async () => {
    const zip = { "a/following.json": following("anna"), "a/followers_1.json": '[{"title": "anna"}' };
    const [fault] = Object.values(await refusals([await archive(zip)], "mutual_following"));
    expect(fault?.message).toMatch(/^"a\/followers_1\.json": The JSON ends in the middle/);
  });
});

describe("a file is refused", () => {
  it.each([
    ["empty", "", "file_empty", "empty"],
    ["nothing but blanks", " \r\n\t", "file_empty", "empty"],
    ["a byte-order mark alone", "\ufeff", "file_empty", "empty"],
    ["a page", "<!DOCTYPE html><html></html>", "file_kind", "choose JSON"],
    ["a page behind a mark and blanks", "\ufeff \n<html></html>", "file_kind", "choose JSON"],
    ["a vCard", "BEGIN:VCARD\r\n", "file_kind", "neither a ZIP archive nor JSON"],
    ["a table", "First Name,Last Name\r\n", "file_kind", "neither a ZIP archive nor JSON"],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47]), "file_kind", "neither a ZIP archive nor JSON"],
    ["JSON of another kind", { playlists: [{ name: "x" }] }, "file_kind", "no list of followers"],
    ["a list of another kind", [{ name: "x" }, 5, "anna"], "file_kind", "no list of followers"],
    ["an object with nothing in it", {}, "file_kind", "no list of followers"],
    [
      "the phone book",
      { contacts_contact_info: [{ string_map_data: {} }] },
      "nobody_found",
      "contacts contact info (1)",
    ],
    [
      "pending requests",
      { relationships_follow_requests_sent: followers("a") },
      "nobody_found",
      "follow requests sent (1)",
    ],
    ["a list of the future", { relationships_admirers: followers("a") }, "nobody_found", "admirers (1)"],
    ["an empty list", [], "nobody_found", "found: followers (0)"],
    ["entries without accounts", [{ title: "", string_list_data: [] }], "nobody_found", "found: followers (1)"],
  ])("that is %s", async (_what, content, reason, words) => {
    const fault = await refusal("data.json", content);
    expect(fault).toMatchObject({ reason, message: expect.stringContaining(words) });
  });

  it.each([
    ["cut off in an entry", '[\n{"title": "anna"},\n{"title": "ber', "ends in the middle, at line 3"],
    ["cut off between entries", '[\n{"title": "anna"},', "ends in the middle, at line 2"],
    ["cut off in its object", '{"relationships_following": [{"title": "anna"}]', "ends in the middle, at line 1"],
    ["with a comma too many", '[\n{"title": "anna"},\n]', "damaged at line 3"],
    ["with a comma missing", '[\n{"title": "anna"}\n{"title": "berta"}]', "damaged at line 2"],
    ["with a colon missing", '{"relationships_following" []}', "damaged at line 1"],
    ["with a wrong bracket", '[\n{"title": "anna"}\n}', "damaged at line 2"],
    ["with a wrong bracket in an entry", '[\n{"title": ["anna"}}]', "damaged at line 2"],
    ["with no JSON in an entry", '[\n{"title": "anna",\n "timestamp": NaN}]', "damaged at line 2"],
    ["with a line break in a text", '[\n{"title": "an\nna"}]', "damaged at line 2"],
    ["with more behind its end", '[{"title": "anna"}]\n[]', "damaged at line 2"],
  ])("%s, with the line", async (_what, text, words) => {
    const fault = await refusal("followers_1.json", text);
    expect(fault).toMatchObject({ reason: "file_unreadable", message: expect.stringContaining(words) });
  });
});

describe("several files", () => {
  it("are refused with what is wrong with each", async () => {
    const files = [
      file("a.json", "<html></html>"),
      file("following.json", following("anna")),
      file("followers_1.json", '[{"title'),
    ];
    const faults = await refusals(files);
    expect(Object.entries(faults).map(([index, { reason }]) => [index, reason])).toEqual([
      ["0", "file_kind"],
      ["2", "file_unreadable"],
    ]);
  });

  it("are refused one by one where none has a list of follows", async () => {
    const files = [file("a.json", {}), await archive({ "profile.json": {} })];
    const faults = Object.values(await refusals(files));
    expect(faults.map(({ reason }) => reason)).toEqual(["file_kind", "nobody_found"]);
  });
});
