import { describe, expect, it } from "vitest";
import type { FollowStrategy } from "../../../../shared/import/row/parsed-contact.ts";
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
  refusals,
  someTime,
  titleEntry,
  valueEntry,
} from "../../../support/files/network-b.ts";

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

describe("a strategy", () => {
  const selected: [FollowStrategy, string[]][] = [
    ["following", ["dora", "carl", "berta"]],
    ["followers", ["anna", "berta", "carl"]],
    ["following_and_followers", ["dora", "carl", "berta", "anna"]],
    ["mutual_following", ["carl", "berta"]],
    ["close_friends", ["berta", "emil"]],
  ];

  it.each(selected)(
    "%s uses the accounts of its lists, the followed ones first, in the order of the files",
    async (strategy, all) => {
      const zip = await archive({
        "followers_1.json": followers("anna", "berta"),
        "followers_2.json": followers("carl"),
        "following.json": following("dora", "carl", "berta"),
        "close_friends.json": closeFriends("berta", "emil"),
      });
      const { contacts } = await importFiles([zip], strategy);
      expect(handlesOf(contacts)).toEqual(all);
      const berta = contacts.find(({ network_b }) => network_b === "berta");
      expect(berta?.sources).toEqual(["following", "followers", "close_friends"]);
      expect(berta?.connectedAt).toBe(iso(someTime + 100));
    },
  );

  it.each(selected.slice(0, 4))("%s finds all lists of the flat form, whichever comes first", async (strategy, all) => {
    const date = "2020-06-21T04:16:30+00:00";
    const flat = {
      followers: { anna: date, berta: date, carl: date },
      following: { dora: date, carl: date, berta: date },
    };
    const { contacts } = await importFiles([file("connections.json", flat)], strategy);
    expect(handlesOf(contacts)).toEqual(all);
    const berta = contacts.find(({ network_b }) => network_b === "berta");
    expect(berta?.sources).toEqual(["following", "followers"]);
  });

  it("for two lists reads one of them if the other is missing, with an issue", async () => {
    const [contact] = await importFile("following.json", following("anna"));
    expect(contact && issuesOf(contact, "list_missing")).toEqual(["No list followers was read, only the other one."]);
  });

  const one = followers("anna");
  it.each<[FollowStrategy, Readonly<Record<string, object>>, string]>([
    ["following", { "followers_1.json": one }, "a list of the strategy following; found: followers (1)"],
    ["following", { "following.json": following(), "followers_1.json": one }, "found: following (0), followers (1)"],
    [
      "mutual_following",
      { "following.json": following("anna") },
      "both lists of the strategy mutual_following; found:",
    ],
    [
      "mutual_following",
      { "following.json": following("ben"), "followers_1.json": one },
      "following (1), followers (1)",
    ],
    ["close_friends", { "followers_1.json": one }, "a list of the strategy close_friends; found: followers (1)"],
  ])("%s is refused if it selects no account, with what was found: %j", async (strategy, lists, words) => {
    const message = expect.stringMatching(/^No account is on .*Choose another strategy/);
    const faults = await refusals([await archive(lists)], strategy);
    expect(faults).toEqual({ 0: { reason: "nobody_found", message } });
    expect(faults[0]?.message).toContain(words);
  });

  it("is not harmed by damaged lists that only add details to its accounts", async () => {
    const files = [file("followers_1.json", '[{"title": "bro'), file("following.json", following("anna"))];
    const { contacts } = await importFiles(files, "following");
    expect(handlesOf(contacts)).toEqual(["anna"]);
    expect(contacts[0] && issuesOf(contacts[0], "list_not_read")[0]).toContain("sources may lack followers");
    expect(Object.keys(await refusals(files, "mutual_following"))).toEqual(["0"]);
  });

  it("is not refused for a damaged list if another one is whole, with a warning", async () => {
    const lists = {
      "following.json": following("anna"),
      "followers_1.json": followers("berta"),
      "followers_2.json": `${JSON.stringify(followers("carl", "dora")).slice(0, -20)}`,
    };
    const files = Object.entries(lists).map(([name, content]) => file(name, content));
    for (const given of [files, [await archive(lists)]]) {
      const { contacts } = await importFiles(given);
      expect(handlesOf(contacts)).toEqual(["anna", "berta", "carl"]);
      expect(contacts[0]?.issues).toContainEqual({
        code: "list_not_read",
        severity: "warning",
        message: expect.stringMatching(
          /^"followers_2\.json" was read only as far as it is whole, so that accounts are missing: The JSON ends/,
        ),
      });
    }
  });

  it.each(["<html></html>", '{"relationships_following": x}'])(
    "does not say that a list is missing if it can't be read: %s",
    async (content) => {
      const zip = await archive({ "following.json": content, "followers_1.json": followers("anna") });
      const { contacts } = await importFiles([zip]);
      expect(contacts[0] && issuesOf(contacts[0], "list_not_read")).toHaveLength(1);
      expect(contacts[0] && issuesOf(contacts[0], "list_missing")).toEqual([]);
    },
  );

  it("is refused for a damaged list if no other list that it uses is whole", async () => {
    const cut = JSON.stringify(followers("anna", "berta")).slice(0, -20);
    const empty = file("following.json", following());
    expect(Object.keys(await refusals([file("followers_1.json", cut)]))).toEqual(["0"]);
    expect(Object.keys(await refusals([empty, file("followers_1.json", cut)]))).toEqual(["1"]);
    const other = file("following.json", following("carl"));
    expect(Object.keys(await refusals([other, file("followers_1.json", cut)], "followers"))).toEqual(["1"]);
  });
});

describe("connectedAt", () => {
  it("is the time of following if there is one, and the other time is in the notes", async () => {
    const files = [
      file("following.json", { relationships_following: [titleEntry("anna", someTime + 5), titleEntry("berta", 0)] }),
      file("followers_1.json", [valueEntry("anna"), valueEntry("berta"), valueEntry("carl", undefined)]),
    ];
    const { contacts, coverage } = await importFiles(files);
    expect(contacts.map(({ connectedAt }) => connectedAt)).toEqual([iso(someTime + 5), iso(someTime), iso(someTime)]);
    const day = (seconds: number) => iso(seconds).slice(0, 10);
    expect(contacts.map(({ notes }) => notes)).toEqual([
      `Follows since: ${day(someTime + 5)}\nIn followers since: ${day(someTime)}\nLists: following, followers`,
      `Follows since: ${day(someTime)}\nLists: following, followers`,
      `Follows since: ${day(someTime)}\nLists: followers`,
    ]);
    expect(coverage).toBe(1);
  });

  it("is when somebody became a close friend if the file has no other time, with an issue", async () => {
    const [contact] = await importFile("close_friends.json", closeFriends("anna"), "close_friends");
    expect(contact?.connectedAt).toBe(iso(someTime + 200));
    expect(contact && issuesOf(contact, "connected_at_close_friends")).toHaveLength(1);
  });
});
