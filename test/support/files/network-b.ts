/** Exports of the photo network for tests: entries in every form, files, archives, and their rows and contacts. */
import JSZip from "jszip";
import { fileOf, type ImportFile } from "../../../functions/import-parser/files/import-file.ts";
import { type ImportFileError, ImportFilesError } from "../../../functions/import-parser/files/import-file-error.ts";
import { readNetworkB } from "../../../functions/import-parser/network-b/read-network-b.ts";
import type { FollowStrategy, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { RawRow } from "../../../shared/import/row/raw-row.ts";
import { normaliseRows, type ParsedFile } from "./normalise-rows.ts";

/** 14 November 2023, 22:13:20 UTC. */
export const someTime = 1_700_000_000;

export function valueEntry(handle: string, timestamp: unknown = someTime): object {
  const href = `https://www.instagram.com/${handle}`;
  return { title: "", media_list_data: [], string_list_data: [{ href, value: handle, timestamp }] };
}

export function titleEntry(handle: string, timestamp: unknown = someTime): object {
  return { title: handle, string_list_data: [{ href: `https://www.instagram.com/_u/${handle}`, timestamp }] };
}

export function labelEntry(labels: Readonly<Record<string, string>>, timestamp: unknown = someTime): object {
  const labelValues = Object.entries(labels).map(([label, value]) => ({ label, value }));
  return { timestamp, media: [], label_values: labelValues };
}

/** `content` is written as JSON unless it is text or bytes already. */
export function file(name: string, content: unknown): ImportFile {
  return fileOf(bytesOf(content), name);
}

/** Lists as the export writes them. */
export const followers = (...handles: string[]) => handles.map((handle) => valueEntry(handle));
export const following = (...handles: string[]) => ({
  relationships_following: handles.map((handle) => titleEntry(handle, someTime + 100)),
});
export const closeFriends = (...handles: string[]) => ({
  relationships_close_friends: handles.map((handle) => valueEntry(handle, someTime + 200)),
});

export async function archive(contents: Readonly<Record<string, unknown>>, name = "export.zip"): Promise<ImportFile> {
  const zip = new JSZip();
  for (const [path, content] of Object.entries(contents)) zip.file(path, bytesOf(content));
  return fileOf(await zip.generateAsync({ type: "uint8array", compression: "DEFLATE" }), name);
}

export function bytesOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

export async function readRows(
  files: readonly ImportFile[],
  strategy: FollowStrategy = "following_and_followers",
): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  for await (const row of readNetworkB(files, { strategy })) rows.push(row);
  return rows;
}

export async function importFiles(files: readonly ImportFile[], strategy?: FollowStrategy): Promise<ParsedFile> {
  return normaliseRows(await readRows(files, strategy));
}

/** The contacts of one file. */
export async function importFile(name: string, content: unknown, strategy?: FollowStrategy): Promise<ParsedContact[]> {
  return (await importFiles([file(name, content)], strategy)).contacts;
}

/** The only contact of an entry of followers. */
export async function importEntry(entry: object): Promise<ParsedContact> {
  const [contact, ...others] = await importFile("followers_1.json", [entry], "followers");
  if (contact === undefined || others.length > 0) throw new Error("not one contact");
  return contact;
}

export function handlesOf(contacts: readonly ParsedContact[]): (string | null)[] {
  return contacts.map(({ network_b }) => network_b);
}

export function issuesOf({ issues }: ParsedContact, code: string): string[] {
  return issues.filter((issue) => issue.code === code).map(({ message }) => message);
}

/** The faults of files that are refused, by the index of the file. */
export async function refusals(
  files: readonly ImportFile[],
  strategy?: FollowStrategy,
): Promise<Record<number, Pick<ImportFileError, "reason" | "message">>> {
  try {
    await readRows(files, strategy);
  } catch (error) {
    if (!(error instanceof ImportFilesError)) throw error;
    return Object.fromEntries(
      error.faults.map(({ index, error: { reason, message } }) => [index, { reason, message }]),
    );
  }
  throw new Error("was read");
}

/** The fault of a single file that is refused. */
export async function refusal(
  name: string,
  content: unknown,
  strategy?: FollowStrategy,
): Promise<Pick<ImportFileError, "reason" | "message">> {
  const { 0: fault } = await refusals([file(name, content)], strategy);
  if (!fault) throw new Error("another file is at fault");
  return fault;
}
