/** What somebody chose instead of a vCard file, told by its first text, and what to do about it. */
import { TextDecoder } from "node:util";
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { addressBookAdvice, namesAddressBook, namesConnections } from "../address-tables.ts";
import { type FileFormat, formatOf } from "../file-formats.ts";
import type { ImportFile } from "../import-file.ts";
import { columnKeys } from "../network-a/header.ts";
import type { Survey } from "./survey.ts";

/** Bytes: some lines of a table, below a few of prose. */
const startLength = 4096;

/** The refusal of a file that has no card. */
export async function noCards(file: ImportFile, { utf16, markLength }: Survey): Promise<ImportFileError> {
  const bytes = await file.read(markLength, Math.min(file.size, markLength + startLength));
  return new ImportFileError("file_kind", words(new TextDecoder(utf16 ?? "windows-1252").decode(bytes)));
}

function words(start: string): string {
  const format = formatOf(start);
  if (format) return `This is ${format.words}. ${advice[format.kind] ?? choose}`;
  if (cardLine.test(start)) return `The file looks like a vCard, but nothing begins with BEGIN:VCARD. ${choose}`;
  if (tableLine.test(start)) return wordsOnTable(start);
  return `The file holds no vCard: nothing begins with BEGIN:VCARD. ${choose}`;
}

const choose = "Choose the .vcf file that an address book gives when it exports vCards.";
const unpack = "Unpack it and send the .vcf files in it.";
const advice: Readonly<Partial<Record<FileFormat["kind"], string>>> = {
  archive: unpack,
  json: `The lists of a photo network are imported as network_b. ${choose}`,
};

/** By the first line that names the columns of one or the other. */
function wordsOnTable(start: string): string {
  for (const line of start.split(/[\r\n]+/)) {
    const keys = columnKeys(line);
    if (namesConnections(keys)) return `${table} The connections of a professional network are imported as network_a.`;
    if (namesAddressBook(keys)) return addressBookAdvice;
  }
  return `${table} ${choose}`;
}

const table = "This seems to be a table, such as CSV.";

/** Lines that only cards have. */
const cardLine = /^(?:VERSION:[234]\.\d|END:VCARD|(?:FN|N|TEL|EMAIL|ADR|ORG)(?:;[^:\r\n]{0,200})?:)/im;

/** Three cells, with no blank behind the separators as prose has it, and none of what a vCard's property has. */
const tableLine = /^[^,;\t:=\r\n]*([,;\t])[^ ,;\t:=\r\n][^,;\t:=\r\n]*\1[^ \r\n]/m;
