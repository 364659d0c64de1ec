import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { archive, file, followers, following, refusal, refusals } from "../../../support/files/network-b.ts";

describe("an archive is refused", () => {
  it.each([
    ["it has web pages only", { "followers_1.html": "<html></html>" }, "file_kind", "choose JSON"],
    ["it has nothing of the network", { "notes.txt": "hello" }, "file_kind", "choose JSON"],
    ["the part with follows is missing", { "media/posts_1.json": [] }, "nobody_found", "was not chosen, has no data"],
    [
      "its lists have only blocked accounts",
      { "connections.json": { relationships_blocked_users: followers("blocked_b") } },
      "nobody_found",
      "It has the lists: blocked users (1).",
    ],
  ])("if %s", async (_when, contents, reason, words) => {
    const faults = await refusals([await archive(contents)]);
    expect(faults).toEqual({ 0: { reason, message: expect.stringContaining(words) } });
  });

  it("if a needed list in it is damaged, with the path of the list", async () => {
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
    ["a page behind a mark and blanks", "\ufeff \n<html></html>", "file_kind", "choose JSON"],
    ["prose", "Well, yes", "file_kind", "neither a ZIP archive nor JSON. Ask the network"],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47]), "file_kind", "This is a picture. Ask the network"],
    ["an object with nothing in it", {}, "file_kind", "has no followers or followed accounts"],
    [
      "the phone book",
      { contacts_contact_info: [{ string_map_data: {} }] },
      "nobody_found",
      "contacts contact info (1)",
    ],
    ["pending requests", { relationships_requests: followers("a") }, "nobody_found", "requests (1)"],
    ["a single entry of an unnamed list", followers("a")[0], "nobody_found", "unnamed (1)"],
  ])("that is %s", async (_what, content, reason, words) => {
    const fault = await refusal("data.json", content);
    expect(fault).toMatchObject({ reason, message: expect.stringContaining(words) });
  });

  it("if its name does not show that it is a list of follows", async () => {
    const fault = await refusal("blocked_profiles.json", followers("blocked_b"));
    expect(fault).toMatchObject({ reason: "nobody_found", message: expect.stringContaining("unnamed (1)") });
  });

  it.each([[[]], [[{ title: "", string_list_data: [] }]], [[{ name: "x" }, 5]]])(
    "if its list has no accounts: %j",
    async (list) => {
      const fault = await refusal("followers_1.json", list);
      expect(fault).toMatchObject({
        reason: "nobody_found",
        message: expect.stringContaining(`found: followers (${list.length})`),
      });
    },
  );

  it.each([
    ["cut off in an entry", '[\n{"title": "anna"},\n{"title": "ber', "ends in the middle, at line 3"],
    ["cut off between entries", '[\n{"title": "anna"},', "ends in the middle, at line 2"],
    ["cut off in its object", '{"relationships_following": [{"title": "anna"}]', "ends in the middle, at line 1"],
    ["with a comma too many", '[\n{"title": "anna"},\n]', "damaged at line 3"],
    ["with a comma missing", '[\n{"title": "anna"}\n{"title": "berta"}]', "damaged at line 2"],
    ["with a wrong bracket in an entry", '[\n{"title": ["anna"}}]', "damaged at line 2"],
    ["with more behind its end", '[{"title": "anna"}]\n[]', "damaged at line 2"],
  ])("if it is %s, with the line", async (_what, text, words) => {
    const fault = await refusal("followers_1.json", text);
    expect(fault).toMatchObject({ reason: "file_unreadable", message: expect.stringContaining(words) });
  });
});

describe("several files", () => {
  it("are refused with the fault of each", async () => {
    const files = [
      file("a.json", "<html></html>"),
      file("following.json", following("anna")),
      file("followers_1.json", '[{"title'),
    ];
    expect(await refusals(files)).toMatchObject({ 0: { reason: "file_kind" }, 2: { reason: "file_unreadable" } });
  });

  it("are refused one by one if none has a list of follows", async () => {
    const files = [file("a.json", {}), await archive({ "profile.json": {} })];
    expect(await refusals(files)).toMatchObject({ 0: { reason: "file_kind" }, 1: { reason: "nobody_found" } });
  });
});
