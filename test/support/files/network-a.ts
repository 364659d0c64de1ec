/** Connections files for tests, and their rows and contacts. */
import { Buffer } from "node:buffer";
import { fileOf, type ImportFile } from "../../../functions/import-parser/files/import-file.ts";
import { type ImportFileError, ImportFilesError } from "../../../functions/import-parser/files/import-file-error.ts";
import { readNetworkA } from "../../../functions/import-parser/network-a/read-network-a.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { normaliseRows, type ParsedFile } from "./normalise-rows.ts";

/** The header that the network writes since 2024. */
export const header = "First Name,Last Name,URL,Email Address,Company,Position,Connected On";
export const preamble = [
  "Notes:",
  '"When exporting your data, you may notice that some addresses are missing. See https://example.com/help/261"',
  "",
];

/** The lines as a file, each ended by LF. */
export function csv(...lines: string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

export function fileOfPieces(pieces: readonly Uint8Array[]): ImportFile {
  return {
    ...fileOf(Buffer.concat(pieces)),
    async *stream() {
      yield* pieces;
    },
  };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : content;
}

export async function readRows(content: string | Uint8Array | ImportFile): Promise<RawRow[]> {
  const file = typeof content === "string" || content instanceof Uint8Array ? fileOf(bytesOf(content)) : content;
  const rows: RawRow[] = [];
  for await (const row of readNetworkA([file], { strategy: "following_and_followers" })) rows.push(row);
  return rows;
}

/** The only row of a file with these lines below the usual header. */
export async function readRow(line: string, columns = header): Promise<RawRow> {
  const [row, ...others] = await readRows(csv(columns, line));
  if (row === undefined || others.length > 0) throw new Error(`${others.length + 1} rows instead of one`);
  return row;
}

/** The contacts of a connections file. */
export async function importRows(content: string | Uint8Array): Promise<ParsedFile> {
  return normaliseRows(await readRows(content));
}

/** The error of a file that is refused. */
export async function faultOf(content: string | Uint8Array | ImportFile): Promise<ImportFileError> {
  try {
    await readRows(content);
  } catch (error) {
    const [fault] = error instanceof ImportFilesError ? error.faults : [];
    if (fault) return fault.error;
    throw error;
  }
  throw new Error("the file was read");
}

export function namesOf(rows: readonly RawRow[]): string[] {
  return rows.filter(({ noPerson }) => !noPerson).map(({ givenName, familyName }) => `${givenName} ${familyName}`);
}

export function codesOf({ issues }: RawRow): string[] {
  return issues.map(({ code }) => code);
}
