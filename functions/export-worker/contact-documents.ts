/** The documents of contacts: vCards, CSV and JSON. Contacts are added one by one, and only some megabytes are in memory. */
import type { ContactRecord } from "../../shared/contact/record.ts";
import type { ExportedFile } from "../../shared/export/store/export.ts";
import type { ObjectWriter } from "../../shared/platform/s3/object-streams.ts";
import type { CardVersion } from "../../shared/vcard/own-names.ts";
import { writeCard } from "../../shared/vcard/write-card.ts";
import { csvHead, csvRow } from "./google-csv.ts";

export interface ExportedContact {
  contact: ContactRecord;
  groupLabels: readonly string[];
  /** The largest variant of the picture (JPEG), if there is one and the document has pictures. */
  picture: Uint8Array | undefined;
}

/** A file that is being written, and its key. */
export interface NewFile {
  key: string;
  writer: ObjectWriter;
}

export type CreateFile = (fileName: string, contentType: string) => NewFile;

/** A file with its name for the person who reads it. */
export interface NamedFile extends ExportedFile {
  name: string;
}

export interface ContactDocument {
  add: (contact: ExportedContact) => Promise<void>;
  /** The files of the document: one, except for very many vCards. */
  close: () => Promise<NamedFile[]>;
}

/** A file of vCards stays within what an import reads. */
export interface CardLimits {
  cards: number;
  bytes: number;
}
export const usualCardLimits: CardLimits = { cards: 50_000, bytes: 200_000_000 };

/** `contacts.vcf`, or `contacts-1.vcf` and so on beyond the limits. */
export function cardDocument(create: CreateFile, version: CardVersion, limits: CardLimits): ContactDocument {
  const files: ExportedFile[] = [];
  const open = () => {
    const name = files.length === 0 ? "contacts.vcf" : `contacts-${files.length + 1}.vcf`;
    return { ...create(name, "text/vcard; charset=utf-8"), cards: 0, bytes: 0 };
  };
  let current = open();
  const close = async () => {
    files.push({ key: current.key, bytes: await current.writer.close() });
  };
  return {
    add: async ({ contact, groupLabels, picture }) => {
      const photo = picture && ({ mediaType: "image/jpeg", bytes: picture } as const);
      const card = Buffer.from(writeCard(contact, version, { photo, groupLabels }));
      if (current.cards > 0 && (current.cards === limits.cards || current.bytes + card.byteLength > limits.bytes)) {
        await close();
        current = open();
      }
      current.cards++;
      current.bytes += card.byteLength;
      await current.writer.write(card);
    },
    close: async () => {
      await close();
      const nameOf = (index: number) => (files.length === 1 ? "contacts.vcf" : `contacts-${index + 1}.vcf`);
      return files.map((file, index) => ({ ...file, name: nameOf(index) }));
    },
  };
}

export function csvDocument(create: CreateFile): ContactDocument {
  const text = textDocument(create, "contacts.csv", "text/csv; charset=utf-8", csvHead);
  return { add: (contact) => text.write(csvRow(contact)), close: () => text.close("") };
}

/** `{"contacts": […]}`. `viewOf` makes the contact of an answer. */
export function jsonDocument(create: CreateFile, viewOf: (contact: ExportedContact) => unknown): ContactDocument {
  const list = jsonList(create, "contacts");
  return { add: (contact) => list.add(viewOf(contact)), close: list.close };
}

/** A JSON document `{"<name>": […]}` with a line for each item. */
export function jsonList(create: CreateFile, name: string) {
  const text = textDocument(create, `${name}.json`, "application/json", `{"${name}":[`);
  let separator = "\n";
  return {
    add: async (item: unknown): Promise<void> => {
      await text.write(`${separator}${JSON.stringify(item)}`);
      separator = ",\n";
    },
    close: () => text.close("\n]}\n"),
  };
}

function textDocument(create: CreateFile, name: string, contentType: string, head: string) {
  const { key, writer } = create(name, contentType);
  let start = head;
  const write = async (text: string): Promise<void> => {
    await writer.write(start + text);
    start = "";
  };
  return {
    write,
    close: async (end: string): Promise<NamedFile[]> => {
      await write(end);
      return [{ key, name, bytes: await writer.close() }];
    },
  };
}
