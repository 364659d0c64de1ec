import { Buffer } from "node:buffer";
import JSZip from "jszip";
import { expect, it } from "vitest";
import { fileOf, type ImportFile } from "../../functions/import-parser/import-file.ts";
import { readNetworkA } from "../../functions/import-parser/network-a.ts";
import { ImportFilesError } from "../../shared/imports/import-file-error.ts";
import { createNormaliser } from "../../shared/imports/normalise.ts";
import { parsedContactSchema } from "../../shared/imports/parsed-contact.ts";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { inPieces, mutations } from "./mutate.ts";
import { csv, fileOfPieces, header, preamble } from "./network-a.ts";

const seed = 20_260_106;
/** Milliseconds of the processor: the machine has other work too. */
const longest = 1_000;
/** Milliseconds for all of them, of which there are up to 20,000. */
const timeout = 600_000;

const rows = [
  "Anna,Silva,https://www.linkedin.com/in/anna-silva,anna@example.com,Acme,Engineer,15 Jan 2026",
  'Dr. Ben,"Okafor, MBA, PMP®",https://www.linkedin.com/in/ben%C3%A9,,"Acme, ""Labs""","Head, Sales",14 Jan 2026',
  "CHLOÉ,O’NEIL,https://www.linkedin.com/in/chloe,,Société,Ingénieur 🚀,4/5/18",
  '"Ján 🎲","Novák (she/her)",,,"Acme\r\nLabs",CEO,"25/5/18, 10:35 AM"',
  "李,明,,liming@example.com,测试公司,工程师,2024年1月15日",
  ",,,,,,18 Jul 2018",
];

/** Every layout, form and encoding once. */
function seedFiles(): Buffer[] {
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

async function archives(): Promise<Buffer[]> {
  return Promise.all(
    (["DEFLATE", "STORE"] as const).map(async (compression) => {
      const zip = new JSZip();
      zip.file("Contacts.csv", "Source,FirstName,LastName\n");
      zip.file("data/Connections.csv", csv(...preamble, header, ...rows));
      return zip.generateAsync({ type: "nodebuffer", compression });
    }),
  );
}

/** All rows before the end or a refusal; of what went through, everything keeps its form. */
async function readOrRefuse(file: ImportFile): Promise<{ read: RawRow[]; refused: boolean }> {
  const read: RawRow[] = [];
  const { add } = createNormaliser();
  try {
    for await (const row of readNetworkA([file], { strategy: "followers" })) {
      read.push(structuredClone(row));
      const contact = add(row);
      if (contact) expect(parsedContactSchema.safeParse(contact).error).toBeUndefined();
      expect(row.valuesLost).toBeLessThanOrEqual(row.valuesSeen);
    }
  } catch (error) {
    if (!(error instanceof ImportFilesError)) throw error;
    return { read, refused: true };
  }
  expect(read.some(({ noPerson }) => !noPerson)).toBe(true);
  return { read, refused: false };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  return process.cpuUsage(start).user / 1_000;
}

/** `count` damaged files of each kind, always the same ones: no crash, no hang, always rows or a refusal. */
export function describeHostileConnections(count: number): void {
  it("a damaged connections file gives rows or a refusal, within a second, however its bytes come", {
    timeout,
  }, async () => {
    let slowest = 0;
    let index = 0;
    for (const bytes of mutations(seedFiles(), { seed, count })) {
      slowest = Math.max(slowest, await timeOf(() => readOrRefuse(fileOf(bytes))));
      index += 1;
      if (index % 10 !== 0 || bytes.length === 0) continue;
      const pieces = fileOfPieces(inPieces(bytes, seed + index));
      expect(await readOrRefuse(pieces)).toEqual(await readOrRefuse(fileOf(bytes)));
    }
    expect(slowest).toBeLessThan(longest);
  });

  it("a damaged archive gives rows or a refusal, within a second", async () => {
    let slowest = 0;
    for (const bytes of mutations(await archives(), { seed, count })) {
      slowest = Math.max(slowest, await timeOf(() => readOrRefuse(fileOf(bytes, "export.zip"))));
    }
    expect(slowest).toBeLessThan(longest);
  });
}
