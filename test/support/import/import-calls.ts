/** Calls of the import routes, and small files of every source. */
import { expect } from "vitest";
import type {
  CommitImportRowsInput,
  CommitResult,
  Import,
  ImportResult,
  Source,
  Strategy,
  UploadForm,
} from "../../../shared/client/types.ts";
import { api, clientOf } from "../process/stack.ts";

export interface GivenFile {
  name: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/** Files of one source whose people are called by these numbers. */
export const filesOf: Record<Source, (numbers: readonly number[]) => { name: string; content: string }> = {
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

export function formOf(files: readonly GivenFile[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const { name, content } of files) form.append("file", new File([content], name));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** For what the client would not send. */
export function postParse(token: string, source: string, body: FormData): Promise<Response> {
  return api(`/contacts/import/${source}/parse`, { method: "POST", token, body });
}

/** A parse of small files ends within the request. */
export async function parseFiles(
  token: string,
  source: Source,
  files: readonly GivenFile[],
  strategy?: Strategy,
): Promise<ImportResult> {
  const file = files.map(({ name, content }) => new File([content], name));
  const { status, body } = await (await clientOf(token)).parseImport({ source, file, strategy }).withResponse();
  if (!("contacts" in body)) throw new Error(`the parse is answered ${status}`);
  expect(status).toBe(200);
  return body;
}

/** Rows may lack fields, or have faulty ones. */
export async function commitRows(token: string, source: Source, rows: readonly object[]): Promise<CommitResult> {
  const contacts = rows as CommitImportRowsInput["contacts"];
  const { status, body, headers } = await (await clientOf(token)).commitImportRows({ source, contacts }).withResponse();
  expect([status, headers.get("x-txid")]).toEqual([200, body.txid]);
  return body;
}

/** As a program does it that knows nothing of us. */
export function sendUpload(
  { upload: { url, method, fields } }: { upload: UploadForm },
  content: string,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new File([content], "any name"));
  return fetch(url, { method, body: form });
}

/** The import when its parse has ended. */
export async function endedImport(token: string, source: Source, importId: string): Promise<Import> {
  const client = await clientOf(token);
  const read = () => client.getImport({ source, importId });
  await expect.poll(async () => (await read()).status).toMatch(/parsed|failed/);
  return read();
}

export async function faultOf(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; details?: { path: string; message: string }[] };
  };
  return { status: response.status, ...error };
}
