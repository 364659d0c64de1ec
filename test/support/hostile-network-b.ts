import { describe, expect, it } from "vitest";
import { fileOf, type ImportFile } from "../../functions/import-parser/import-file.ts";
import { readNetworkB } from "../../functions/import-parser/network-b.ts";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import { createNormaliser } from "../../shared/imports/normalise.ts";
import { followStrategies, parsedContactSchema } from "../../shared/imports/parsed-contact.ts";
import { Chance, mutations } from "./mutate.ts";
import { archive, bytesOf, closeFriends, followers, following, labelEntry, someTime, titleEntry } from "./network-b.ts";

const seed = 20_260_102;
/** Milliseconds of computing, so that other work of the machine does not count. */
const longest = 1_000;

/** Every form and encoding once. */
function jsonFiles(): Uint8Array[] {
  const texts = [
    ...[followers("anna.schmidt", "Berta_92"), following("anna.schmidt", "flower.shop"), closeFriends("carl")],
    [
      titleEntry("dora"),
      labelEntry({ URL: "https://www.instagram.com/emil", Nom: "Ã‰mil", Benutzername: "emil" }, "x"),
    ],
    { timestamp: someTime, media: [], label_values: [{ label: "Username", value: "frida" }], fbid: "17" },
    {
      followers: { gerd: "2020-06-21T04:16:30+00:00" },
      following: { hanna: "2020-06-21" },
      blocked_users: { ida: "" },
    },
    { relationships_blocked_users: followers("ida"), contacts_contact_info: [{ string_map_data: {} }] },
    { relationships_following: titleEntry("jan") },
  ].map((content) => JSON.stringify(content, null, 1));
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${texts[0]}`, "utf16le"));
  return [...texts.map(bytesOf), utf16];
}

async function archives(): Promise<Uint8Array[]> {
  const files = [
    await archive({ "a/followers_1.json": followers("anna", "berta"), "a/following.json": following("anna") }),
    await archive({ "connections.json": { followers: { gerd: "2020-06-21T04:16:30Z" } }, "close_friends.json": [] }),
    await archive({ "followers_1.html": "<html>", "no-data.txt": "" }),
  ];
  return Promise.all(files.map((file) => file.read(0, file.size)));
}

/** Rows that keep their form, or what is wrong with the files; and what that took, in milliseconds of computing. */
async function readOrRefuse(files: readonly ImportFile[], chance: Chance): Promise<number> {
  const start = process.cpuUsage();
  const { add } = createNormaliser();
  try {
    for await (const row of readNetworkB(files, { strategy: chance.from(followStrategies) })) {
      const contact = add(row);
      if (contact) expect(parsedContactSchema.safeParse(contact).error).toBeUndefined();
    }
  } catch (error) {
    if (!(error instanceof ImportFilesError)) throw error;
    expect(error.faults.length).toBeGreaterThan(0);
    for (const { index } of error.faults) expect(files[index]).toBeDefined();
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** `count` damaged files of each kind, always the same ones: no crash, no hang, always rows or a refusal. */
export function describeHostileExports(count: number): void {
  const names = ["followers_1.json", "following.json", "close_friends.json", "connections.json", "blocked.json", ""];

  describe("a damaged export", () => {
    it("of bare files gives rows or a refusal, within a second", async () => {
      const chance = new Chance(seed);
      let slowest = 0;
      for (const bytes of mutations(jsonFiles(), { seed, count })) {
        const files = [fileOf(bytes, chance.from(names))];
        if (chance.below(3) === 0) files.push(fileOf(chance.from(jsonFiles()), chance.from(names)));
        slowest = Math.max(slowest, await readOrRefuse(files, chance));
      }
      expect(slowest).toBeLessThan(longest);
    });

    it("in an archive gives rows or a refusal, within a second", async () => {
      const chance = new Chance(seed);
      let slowest = 0;
      for (const bytes of mutations(await archives(), { seed, count })) {
        slowest = Math.max(slowest, await readOrRefuse([fileOf(bytes, "export.zip")], chance));
      }
      expect(slowest).toBeLessThan(longest);
    });

    it("that was packed after the damage gives rows or a refusal, within a second", async () => {
      const chance = new Chance(seed);
      let slowest = 0;
      for (const bytes of mutations(jsonFiles(), { seed: seed + 1, count: count / 10 })) {
        const zip = await archive({ [chance.from(names) || "a.json"]: bytes, "following.json": following("anna") });
        slowest = Math.max(slowest, await readOrRefuse([zip], chance));
      }
      expect(slowest).toBeLessThan(longest);
    });
  });
}
