/** People who do not exist, for those who look around in an empty account. The same number makes the same people. */
import type { Import, ImportReceipt } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { readToEnd } from "../data/work.ts";
import "../shared-parts.ts";

const firstNames =
  "Ada Amir Ana Astrid Bo Carla Chen Dana Elif Emil Farah Greta Hana Hugo Ines Ivo Jun Kofi Lena Luca Maja Mateo Mei Nadia Noah Olga Priya Rafael Sara Tomás Yuki Zoe".split(
    " ",
  );
const lastNames =
  "Abe Almeida Bauer Berg Costa Demir Dubois Eriksen Fischer Garcia Haddad Ito Jansen Kaya Kim Larsen Lopez Mensah Moreau Nowak Okafor Patel Quist Rossi Sato Silva Tanaka Weber Yilmaz".split(
    " ",
  );
const towns = [
  ["Berlin", "Germany", "+49 30 55500"],
  ["Lisbon", "Portugal", "+351 21 555 0"],
  ["Oslo", "Norway", "+47 22 55 5"],
  ["Paris", "France", "+33 1 55 50 0"],
  ["Istanbul", "Turkey", "+90 212 555 0"],
  ["Accra", "Ghana", "+233 30 255 5"],
  ["Tokyo", "Japan", "+81 3 5550 0"],
  ["Mumbai", "India", "+91 22 5550 0"],
  ["Sydney", "Australia", "+61 2 5550 0"],
  ["São Paulo", "Brazil", "+55 11 5550 0"],
  ["Mexico City", "Mexico", "+52 55 5550 0"],
  ["Toronto", "Canada", "+1 416 555 0"],
] as const;
const works = "Architect,Baker,Carpenter,Doctor,Engineer,Gardener,Journalist,Musician,Pilot,Teacher".split(",");
const groups = "Family,Neighbours,School,Sailing,Work,Work,Work".split(",");

/** Begins an import like any other. Resolves to the id of its receipt. */
export async function importMadeUpPeople(): Promise<string> {
  const source = "vcard";
  const file = new File([madeUpCards(200)], "200 made-up people.vcf");
  const { importId } = (await call("parseImport", { source, file: [file] })).body;
  const isReading = ({ status }: Pick<Import, "status">) => status === "waiting" || status === "parsing";
  await readToEnd(async () => (await call("getImport", { source, importId, limit: 1 })).body, isReading);
  const { body } = await call("startImportCommit", { source, importId });
  return body.receipt.id;
}

/** Waits until the import, or its undo, has ended. */
export async function finishImport(id: string): Promise<ImportReceipt> {
  const read = async () => (await call("getImportReceipt", { id, limit: 1 })).body.receipt;
  return readToEnd(read, ({ status }) => status === "running" || status === "undoing");
}

/** A vCard for each person, with a town, an e-mail address at example.com, a job, a group, and mostly a birthday and a phone. */
function madeUpCards(count: number): string {
  return Array.from({ length: count }, (_, at) => cardOf(at)).join("");
}

function cardOf(at: number): string {
  // Steps without a common divisor with the lengths of the lists mix them, without a pattern that one sees.
  const pick = <Item>(list: readonly Item[], step: number, from = 0): Item =>
    list[(at * step + from) % list.length] as Item;
  const [first, last] = [pick(firstNames, 7), pick(lastNames, 11, Math.floor(at / firstNames.length))];
  const [town, country, prefix] = pick(towns, 5, Math.floor(at / towns.length));
  const address = `${first}.${last}${at}@example.com`.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  const birthday = `${1944 + ((at * 17) % 60)}-${twoDigits(1 + ((at * 5) % 12))}-${twoDigits(1 + ((at * 13) % 28))}`;
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${last};${first};;;`,
    `FN:${first} ${last}`,
    `TITLE:${pick(works, 3)}`,
    `EMAIL;TYPE=home:${address}`,
    `ADR;TYPE=home:;;;${town};;;${country}`,
    `CATEGORIES:${pick(groups, 3)}`,
    ...(at % 4 === 0 ? [] : [`BDAY:${birthday}`]),
    ...(at % 3 === 0 ? [] : [`TEL;TYPE=home:${prefix}${String(at).padStart(3, "0")}`]),
    "END:VCARD",
  ];
  return `${lines.join("\r\n")}\r\n`;
}
