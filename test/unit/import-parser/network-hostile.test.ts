/** Damaged files of the networks, always the same ones: no crash, no hang, always rows or a refusal. */
import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { fileOf, type ImportFile, type RowReader } from "../../../functions/import-parser/files/import-file.ts";
import { ImportFilesError } from "../../../functions/import-parser/files/import-file-error.ts";
import { readNetworkA } from "../../../functions/import-parser/network-a/read-network-a.ts";
import { readNetworkB } from "../../../functions/import-parser/network-b/read-network-b.ts";
import { createNormaliser } from "../../../functions/import-parser/normalise/normalise.ts";
import {
  type FollowStrategy,
  followStrategies,
  parsedContactSchema,
} from "../../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { Chance, inPieces, mutations } from "../../support/files/mutate.ts";
import { csv, fileOfPieces, header, preamble } from "../../support/files/network-a.ts";
import {
  archive,
  bytesOf,
  closeFriends,
  followers,
  following,
  labelEntry,
  titleEntry,
} from "../../support/files/network-b.ts";
import { quickly } from "../../support/process/quickly.ts";
import { tries } from "../../support/seed.ts";

const seed = 20_260_106;
const count = tries(200, 5_000);
/** Milliseconds for all of them. */
const timeout = 600_000;

/** All rows before the end or a refusal. Every contact made of them keeps its form. */
async function readOrRefuse(reader: RowReader, files: readonly ImportFile[], chance = new Chance(seed)) {
  const strategy = chance.from(followStrategies);
  return quickly(1_000, () => readOnce(reader, files, strategy));
}

async function readOnce(reader: RowReader, files: readonly ImportFile[], strategy: FollowStrategy) {
  const read: RawRow[] = [];
  const { add } = createNormaliser();
  let isRefused = false;
  try {
    for await (const row of reader(files, { strategy })) {
      read.push(structuredClone(row));
      const contact = add(row);
      if (contact) expect(parsedContactSchema().safeParse(contact).error).toBeUndefined();
      expect(row.valuesLost).toBeLessThanOrEqual(row.valuesSeen);
    }
  } catch (error) {
    if (!(error instanceof ImportFilesError)) throw error;
    isRefused = true;
    expect(error.faults.length).toBeGreaterThan(0);
    for (const { index } of error.faults) expect(files[index]).toBeDefined();
  }
  expect(isRefused || read.some(({ noPerson }) => !noPerson)).toBe(true);
  return { read, isRefused };
}

/** One file of each layout, form and encoding of network_a. */
function connectionsFiles(): Buffer[] {
  const rows = [
    "Anna,Silva,https://www.linkedin.com/in/anna-silva,anna@example.com,Acme,Engineer,15 Jan 2026",
    'Dr. Ben,"Okafor, MBA, PMP®",https://www.linkedin.com/in/ben%C3%A9,,"Acme, ""Labs""","Head, Sales",14 Jan 2026',
    "CHLOÉ,O’NEIL,https://www.linkedin.com/in/chloe,,Société,Ingénieur 🚀,4/5/18",
    '"Ján 🎲","Novák (she/her)",,,"Acme\r\nLabs",CEO,"25/5/18, 10:35 AM"',
    "李,明,,liming@example.com,测试公司,工程师,2024年1月15日",
    ",,,,,,18 Jul 2018",
  ];
  const usual = csv(...preamble, header, ...rows);
  const outlook = csv(
    '"Title","First Name","Last Name","Suffix","E-mail Address","Business Street","Mobile Phone","Birthday","Notes"',
    '"Dr.","Zoë","Müller","Jr.","zoe@example.com","Rua A 1","+351 910 000 003","5/25/75","Met in ""Lisbon"",\n2012"',
  );
  const french = csv("Notes :", '"', "Prénom;Nom;Entreprise;Date de connexion", "Zoé;Martin;Société;12 mars 2023");
  return [
    Buffer.from(usual),
    Buffer.from(`\ufeff${usual.replaceAll("\n", "\r\n")}`),
    Buffer.from(`\ufeff${usual}`, "utf16le"),
    Buffer.from(outlook, "latin1"),
    Buffer.from(french.replaceAll("\n", "\r")),
    Buffer.from(csv("First Name\tLast Name", "Anna\tSilva")),
  ];
}

/** One file of each form and encoding of network_b. */
function listFiles(): Uint8Array[] {
  const named = labelEntry({ URL: "https://www.instagram.com/emil", Nom: "Ã‰mil", Benutzername: "emil" }, "x");
  const texts = [
    ...[followers("anna.schmidt", "Berta_92"), following("anna.schmidt", "flower.shop"), closeFriends("carl")],
    [titleEntry("dora"), named],
    {
      followers: { gerd: "2020-06-21T04:16:30+00:00" },
      following: { hanna: "2020-06-21" },
      blocked_users: { ida: "" },
    },
    { relationships_blocked_users: followers("ida"), contacts_contact_info: [{ string_map_data: {} }] },
  ].map((content) => JSON.stringify(content, null, 1));
  return [...texts.map(bytesOf), new Uint8Array(Buffer.from(`\ufeff${texts[0]}`, "utf16le"))];
}

async function bytesOfArchives(...contents: Readonly<Record<string, unknown>>[]): Promise<Uint8Array[]> {
  const files = await Promise.all(contents.map((content) => archive(content)));
  return Promise.all(files.map((file) => file.read(0, file.size)));
}

it("a damaged connections file is read or refused, with the same result in chunks of any size", {
  timeout,
}, async () => {
  let index = 0;
  for (const bytes of mutations(connectionsFiles(), { seed, count })) {
    const whole = await readOrRefuse(readNetworkA, [fileOf(bytes)]);
    index += 1;
    if (index % 10 !== 0 || bytes.length === 0) continue;
    const pieces = fileOfPieces(inPieces(bytes, seed + index));
    expect(await readOrRefuse(readNetworkA, [pieces])).toEqual(whole);
  }
});

it("damaged lists are read or refused", { timeout }, async () => {
  const chance = new Chance(seed);
  const names = ["followers_1.json", "following.json", "close_friends.json", "connections.json", "blocked.json", ""];
  for (const bytes of mutations(listFiles(), { seed, count })) {
    const files = [fileOf(bytes, chance.from(names))];
    if (chance.below(3) === 0) files.push(fileOf(chance.from(listFiles()), chance.from(names)));
    await readOrRefuse(readNetworkB, files, chance);
    if (chance.below(10) > 0) continue;
    const zip = await archive({ [chance.from(names) || "a.json"]: bytes, "following.json": following("anna") });
    await readOrRefuse(readNetworkB, [zip], chance);
  }
});

it.each([
  [
    "network_a",
    readNetworkA,
    [{ "Contacts.csv": "Source,FirstName\n", "data/Connections.csv": connectionsFiles()[0] }],
  ],
  [
    "network_b",
    readNetworkB,
    [
      { "a/followers_1.json": followers("anna", "berta"), "a/following.json": following("anna") },
      { "connections.json": { followers: { gerd: "2020-06-21T04:16:30Z" } }, "close_friends.json": [] },
      { "followers_1.html": "<html>", "no-data.txt": "" },
    ],
  ],
] as const)("a damaged archive of %s gives rows or a refusal", { timeout }, async (_source, reader, contents) => {
  const chance = new Chance(seed);
  for (const bytes of mutations(await bytesOfArchives(...contents), { seed, count })) {
    await readOrRefuse(reader, [fileOf(bytes, "export.zip")], chance);
  }
});
