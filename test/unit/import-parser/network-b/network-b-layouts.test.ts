import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import {
  archive,
  closeFriends,
  file,
  followers,
  following,
  handlesOf,
  importFile,
  importFiles,
  issuesOf,
  labelEntry,
  titleEntry,
  valueEntry,
} from "../../../support/files/network-b.ts";

const flat2020 = {
  blocked_users: { blocked_b: "2020-06-01T18:32:14+00:00" },
  followers: { anna_s: "2020-06-21T04:16:30+00:00", carl: "2020-06-20T06:46:46+02:00" },
  following: { Anna_S: "2020-05-24T17:45:55+00:00", dora: "2020-05-29T10:13:53+00:00" },
  dismissed_suggested_users: { suggested_b: "2020-06-10T11:40:03+00:00" },
};

describe("an archive", () => {
  it.each([
    ["of 2021 to 2023", "followers_and_following/"],
    ["since 2024", "connections/followers_and_following/"],
    ["packed again with its folder", "instagram-someone-2025-12-20-AbCdEfGh/connections/followers_and_following/"],
  ])("%s is searched by the end of its paths", async (_when, folder) => {
    const zip = await archive({
      [`${folder}followers_1.json`]: followers("anna", "berta"),
      [`${folder}following.json`]: following("Berta", "carl"),
      [`${folder}close_friends.json`]: closeFriends("carl"),
      [`${folder}blocked_profiles.json`]: { relationships_blocked_users: followers("blocked_b") },
      [`${folder}pending_follow_requests.json`]: { relationships_follow_requests_sent: followers("pending_p") },
      [`${folder}recently_unfollowed_profiles.json`]: { relationships_unfollowed_users: followers("left_l") },
      [`${folder}following_hashtags.json`]: { relationships_following_hashtags: followers("hashtag_h") },
      [`__MACOSX/${folder}._followers_1.json`]: "no JSON",
      "media/posts/202109/no-data.txt": "",
    });
    const { contacts } = await importFiles([zip]);
    expect(contacts.map(({ network_b, sources }) => [network_b, sources])).toEqual([
      ["Berta", ["following", "followers"]],
      ["carl", ["following", "close_friends"]],
      ["anna", ["followers"]],
    ]);
  });

  it("of 2020 has everything in one file, flat", async () => {
    const bare = await importFile("connections.json", flat2020);
    const { contacts } = await importFiles([await archive({ "connections.json": JSON.stringify(flat2020) })]);
    expect(handlesOf(bare)).toEqual(handlesOf(contacts));
    expect(contacts.map(({ network_b, connectedAt }) => [network_b, connectedAt])).toEqual([
      ["anna_s", "2020-05-24T17:45:55.000Z"],
      ["dora", "2020-05-29T10:13:53.000Z"],
      ["carl", "2020-06-20T04:46:46.000Z"],
    ]);
  });

  it("may have followers in many files, also in the older single one, and keeps their order", async () => {
    const parts = [10, 2, 1].map((part) => [`followers_${part}.json`, followers(`part_${part}`)]);
    const zip = await archive({ ...Object.fromEntries(parts), "old/followers.json": followers("older") });
    expect(handlesOf((await importFiles([zip])).contacts)).toEqual(["part_1", "part_2", "part_10", "older"]);
  });

  it("may mix the forms, and is recognised by its bytes", async () => {
    const contents = {
      "followers_1.json": [...followers("anna"), labelEntry({ Benutzername: "berta" }), titleEntry("carl")],
      "following.json": following("dora"),
    };
    const { contacts } = await importFiles([await archive(contents, "close_friends.json")]);
    expect(handlesOf(contacts)).toEqual(["dora", "anna", "berta", "carl"]);
  });

  it("may be one of several of an export, of which others have no lists", async () => {
    const files = [
      await archive({ "media/posts/1.json": [] }, "part-1.zip"),
      await archive({ "following.json": following("anna") }, "part-2.zip"),
      await archive({ "followers_1.json": followers("ANNA", "berta") }, "part-3.zip"),
    ];
    const { contacts } = await importFiles(files);
    expect(contacts.map(({ network_b, sources }) => [network_b, sources])).toEqual([
      ["anna", ["following", "followers"]],
      ["berta", ["followers"]],
    ]);
    const [first] = contacts;
    expect(first && issuesOf(first, "file_passed_over")).toEqual([expect.stringMatching(/^The archive "part-1\.zip"/)]);
  });
});

describe("a single file", () => {
  it.each([
    ["followers_1.json", "followers"],
    ["followers_1 (2).json", "followers"],
    ["Kopie von following.json", "following"],
    ["FOLLOWING-2.JSON", "following"],
  ])("named %s is a list of %s", async (name, list) => {
    const [contact] = await importFile(name, followers("anna"));
    expect(contact?.sources).toEqual([list]);
  });

  it.each([
    ["following", following("anna")],
    ["followers", { relationships_followers: followers("anna") }],
  ])("is the list of the key in it, %s, whatever its name is", async (list, content) => {
    const [contact] = await importFile("close_friends.json", content);
    expect(contact?.sources).toEqual([list]);
  });

  const one = labelEntry({ Benutzername: "anna" });
  it.each([
    ["following.json", one],
    ["following.json", titleEntry("anna")],
    ["following.json", valueEntry("anna")],
    ["a.json", { relationships_following: one }],
    ["a.json", { following: titleEntry("anna") }],
  ])("%s may have its only entry without a list: %j", async (name, content) => {
    for (const given of [file(name, content), await archive({ [name.replace("a.", "connections.")]: content })]) {
      const { contacts, coverage } = await importFiles([given, file("followers_1.json", followers("berta"))]);
      expect([handlesOf(contacts), coverage]).toEqual([["anna", "berta"], 1]);
      expect(contacts[0]?.issues.filter(({ code }) => /list|file/.test(code))).toEqual([]);
    }
  });

  it.each([
    [{ data: followers("anna"), count: 1 }, "file_passed_over", /^"following\.json" has no .*: data \(1\)\. It was/],
    [{ data: valueEntry("anna") }, "file_passed_over", /It has the lists: data \(1\)\. It was skipped\.$/],
    [{ data: following("anna", "ben") }, "file_passed_over", /It has the lists: data \(2\)\. It was skipped\.$/],
    [
      { ...following("carl"), data: { followers: followers("anna") } },
      "list_not_read",
      /no list that is read: data \(1\)\.$/,
    ],
    [["anna", "ben"], "list_not_read", /^"following\.json" has entries that can't be read: 2\.$/],
    [[{ string_list_data: { value: "anna" } }], "list_not_read", /has entries that can't be read: 1\.$/],
    [
      { ...following("carl"), anna: valueEntry("anna") },
      "list_not_read",
      /^"following\.json" also has entries of no list that is read: anna \(1\)\.$/,
    ],
  ])("named as a list tells which entries are outside of it, and counts them: %j", async (content, code, words) => {
    const lists = { "following.json": content, "followers_1.json": followers("berta") };
    const loose = Object.entries(lists).map(([name, list]) => file(name, list));
    for (const given of [loose, [await archive(lists)]]) {
      const { contacts, coverage } = await importFiles(given);
      const [first] = contacts;
      expect(first && issuesOf(first, code)).toEqual([expect.stringMatching(words)]);
      expect(first && issuesOf(first, "list_missing")).toEqual([]);
      expect(coverage).toBeLessThan(1);
    }
  });

  it.each([
    ["of entries", { "0": titleEntry("bea"), "1": titleEntry("cid") }, ["bea", "cid"], 0],
    ["of handles and a title", { title: "Following", bea: "2020-06-21T04:16:30+00:00" }, ["bea"], 1],
    ["of lists", { title: "Following", following: [titleEntry("bea"), titleEntry("cid")] }, [], 3],
    ["of a count and a list", { count: 2, title: "", following: [titleEntry("bea"), titleEntry("cid")] }, [], 4],
  ])("may have a list as an object %s, and invents nobody", async (_what, list, handles, unread) => {
    const files = [file("following.json", { relationships_following: list }), file("followers_1.json", followers("a"))];
    const { contacts, coverage } = await importFiles(files);
    expect(handlesOf(contacts)).toEqual([...handles, "a"]);
    const message = `"following.json" has entries that can't be read: ${unread}.`;
    expect(contacts[0] && issuesOf(contacts[0], "list_not_read")).toEqual(unread > 0 ? [message] : []);
    expect(coverage < 1).toBe(unread > 0);
  });

  it("among several is one part of the whole", async () => {
    const files = [file("followers_1.json", followers("anna", "berta")), file("following.json", following("anna"))];
    const { contacts } = await importFiles(files, "mutual_following");
    expect(handlesOf(contacts)).toEqual(["anna"]);
  });

  it("with another list is skipped beside lists of follows, with an issue", async () => {
    const files = [
      file("profiles_you've_favorited.json", { relationships_feed_favorites: followers("favourite_f") }),
      file("following.json", following("anna")),
    ];
    const { contacts } = await importFiles(files);
    expect(handlesOf(contacts)).toEqual(["anna"]);
    const [message, ...others] = contacts.flatMap((contact) => issuesOf(contact, "file_passed_over"));
    expect(others).toEqual([]);
    expect(message).toMatch(/It has the lists: feed favorites \(1\)\. It was skipped\.$/);
  });

  it.each([
    ["UTF-8 with a byte-order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["big-endian UTF-16 without a mark", (text: string) => Buffer.from(text, "utf16le").swap16()],
  ])("may be in %s", async (_encoding, encode) => {
    const list = JSON.stringify([labelEntry({ Name: "Zoë Ångström", Username: "zoe" })]);
    const [contact] = await importFile("followers_1.json", encode(list));
    expect(contact).toMatchObject({ network_b: "zoe", firstName: "Zoë", lastName: "Ångström" });
  });

  it("gives one row for each account, compared without case, with the first spelling", async () => {
    const entries = [valueEntry("Anna"), valueEntry("berta"), { string_list_data: [{ value: " ANNA " }] }];
    expect(handlesOf(await importFile("followers_1.json", entries))).toEqual(["Anna", "berta"]);
  });
});
