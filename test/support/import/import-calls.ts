/** Calls of the import routes over HTTP, and small files of every source. */
import { expect } from "vitest";
import type { ImportSource, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { api } from "../process/stack.ts";

export interface ParseResult {
  importId: string;
  contacts: ParsedContact[];
  totalCount: number;
  validCount: number;
  duplicateCount: number;
}

export interface ImportStatus extends ParseResult {
  status: "waiting" | "parsing" | "parsed" | "failed";
  rowsRead: number;
  bytesRead: number;
  bytesTotal: number;
  error: { code: string; message: string; details: { path: string; message: string }[] } | null;
}

export interface CommitAnswer {
  importedCount: number;
  updatedCount: number;
  skippedCount: number;
  txid: string;
  results: {
    tempId: string;
    status: string;
    contactId?: string;
    code?: string;
    differing?: string[];
    avatar?: string;
  }[];
}

export interface Upload {
  importId: string;
  upload: { url: string; method: string; fields: Record<string, string>; expiresAt: string; maxBytes: number };
}

/** Files of one source whose people are called by these numbers. */
export const filesOf: Record<ImportSource, (numbers: readonly number[]) => { name: string; content: string }> = {
  vcard: (numbers) => ({
    name: "book.vcf",
    content: numbers
      .map(
        (number) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Åsa Lind${number}\r\nEMAIL:p${number}@x.example\r\nEND:VCARD\r\n`,
      )
      .join(""),
  }),
  network_a: (numbers) => ({
    name: "Connections.csv",
    content: [
      "First Name,Last Name,URL,Email Address,Company,Position,Connected On",
      ...numbers.map((number) => `Åsa,Lind${number},https://www.linkedin.com/in/person-${number},,Fjord,,15 Jan 2026`),
    ].join("\n"),
  }),
  network_b: (numbers) => ({
    name: "followers_1.json",
    content: JSON.stringify(
      numbers.map((number) => ({
        string_list_data: [
          { href: `https://www.instagram.com/asa${number}`, value: `asa${number}`, timestamp: 1_700_000_000 },
        ],
      })),
    ),
  }),
};

export function formOf(
  files: readonly { name: string; content: string }[],
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const { name, content } of files) form.append("file", new File([content], name));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

export function postParse(token: string, source: string, body: FormData): Promise<Response> {
  return api(`/contacts/import/${source}/parse`, { method: "POST", token, body });
}

/** A parse of small files ends within the request. */
export async function parseFiles(token: string, source: ImportSource, body: FormData): Promise<ParseResult> {
  return answered<ParseResult>(await postParse(token, source, body), 200);
}

export async function commitRows(token: string, source: ImportSource, contacts: unknown[]): Promise<CommitAnswer> {
  const path = `/contacts/import/${source}/commit`;
  const response = await api(path, { method: "POST", token, json: { contacts } });
  const answer = await answered<CommitAnswer>(response, 200);
  expect(response.headers.get("x-txid")).toBe(answer.txid);
  return answer;
}

export async function readImport(token: string, source: string, importId: string): Promise<ImportStatus> {
  return answered<ImportStatus>(await api(`/contacts/import/${source}/${importId}`, { token }), 200);
}

export async function prepareUpload(token: string, source: string, json: unknown): Promise<Upload> {
  return answered<Upload>(await api(`/contacts/import/${source}/uploads`, { method: "POST", token, json }), 201);
}

/** As a program does it that knows nothing of us. */
export function sendUpload({ upload: { url, method, fields } }: Upload, content: string): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new File([content], "any name"));
  return fetch(url, { method, body: form });
}

/** The import when its parse has ended. */
export async function endedImport(token: string, source: string, importId: string): Promise<ImportStatus> {
  await expect
    .poll(async () => (await readImport(token, source, importId)).status, { timeout: 30_000, interval: 50 })
    .toMatch(/parsed|failed/);
  return readImport(token, source, importId);
}

export async function faultOf(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; details?: { path: string; message: string }[] };
  };
  return { status: response.status, ...error };
}

async function answered<Body>(response: Response, status: number): Promise<Body> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return JSON.parse(text) as Body;
}
