/** Makes the files of an export. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { contactView } from "../../shared/contact/answer/view.ts";
import { requestedFields } from "../../shared/contact/fields.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { getContacts } from "../../shared/contact/store/contact-list.ts";
import type { PageParts } from "../../shared/contact-list/read-page.ts";
import { exportFileKey } from "../../shared/export/export-request.ts";
import type { ExportedFile, ExportRecord } from "../../shared/export/store/export.ts";
import type { ExportFiles } from "../../shared/export/store/export-files.ts";
import type { PendingWorkParts } from "../../shared/interaction/store/pending-work.ts";
import { listLabels } from "../../shared/label/store/label.ts";
import type { AvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import { mapInParallel } from "../../shared/platform/dynamodb/parallel.ts";
import { writeAccountDocuments } from "./account-documents.ts";
import { type ArchiveEntry, type ArchiveLimits, divideEntries, usualArchiveLimits, writeArchive } from "./archive.ts";
import {
  type CardLimits,
  type ContactDocument,
  type CreateFile,
  cardDocument,
  csvDocument,
  type ExportedContact,
  jsonDocument,
  type NamedFile,
  usualCardLimits,
} from "./contact-documents.ts";
import { readAhead } from "./read-ahead.ts";
import { walkContacts } from "./walk-contacts.ts";

export interface MakeParts extends PageParts, PendingWorkParts {
  exportFiles: ExportFiles;
  /** The largest variant of a picture (JPEG); undefined if it was removed. */
  readAvatar: (accountId: string, photoVersion: string) => Promise<Uint8Array | undefined>;
  avatarUrls: AvatarUrls;
  limits: { cards: CardLimits; archives: ArchiveLimits };
}

export const usualLimits: MakeParts["limits"] = { cards: usualCardLimits, archives: usualArchiveLimits };

/** The number of pictures that are read at once, as many as a page of contacts has. */
const picturesAtOnce = 25;

/** The parts of a walk over the contacts, besides the contacts. */
interface Walk {
  parts: MakeParts;
  record: ExportRecord;
  head: AccountHead;
  /** Throws when the time of the invocation is over. It is called before every write. */
  checkTime: () => void;
}

/** Returns the files that the caller gets. The other files of the export, from which archives are made, may be removed. */
export async function makeExport(walk: Walk): Promise<{ files: ExportedFile[]; parts: ExportedFile[] }> {
  const { parts, record } = walk;
  const { request } = record;
  if (request.kind === "account") return makeAccount(walk);
  const create = creatorOf(walk, "");
  const document = await documentOf(walk, request, create);
  await addContacts(walk, walkContacts(parts, walk.head, request.list), [document], request.format === "vcard");
  const files = await document.close();
  if (files.length === 1) return { files, parts: [] };
  return { files: await archive(walk, files.map(entryOf(parts, false)), "contacts"), parts: files };
}

async function documentOf(
  { parts, record, head }: Walk,
  request: Extract<ExportRecord["request"], { kind: "contacts" }>,
  create: CreateFile,
): Promise<ContactDocument> {
  if (request.format === "csv") return csvDocument(create);
  if (request.format === "vcard") return cardDocument(create, request.version, parts.limits.cards);
  const now = parts.now();
  const avatarUrl = await parts.avatarUrls(record.accountId, request.avatar, now);
  return jsonDocument(create, ({ contact }) =>
    contactView(contact, { defaults: head, now, avatarUrl }, requestedFields),
  );
}

/** The archive has the documents, then the pictures, whose sizes are known from the vCards. */
async function makeAccount(walk: Walk): Promise<{ files: ExportedFile[]; parts: ExportedFile[] }> {
  const { parts, record, head } = walk;
  const { accountId } = record;
  const create = creatorOf(walk, "parts/");
  const now = parts.now();
  const contactIds = new Set<string>();
  const pictures: Picture[] = [];
  const viewOf = ({ contact, picture }: ExportedContact) =>
    contactView(
      contact,
      { defaults: head, now, avatarUrl: () => (picture ? pictureName(contact.id) : null) },
      requestedFields,
    );
  const documents = [cardDocument(create, "4.0", parts.limits.cards), jsonDocument(create, viewOf)];
  await addContacts(walk, everybody(parts, head), documents, true, ({ id: contactId, photoVersion }, picture) => {
    contactIds.add(contactId);
    if (picture && photoVersion !== null) pictures.push({ contactId, photoVersion, bytes: picture.byteLength });
  });
  const contacts = (await Promise.all(documents.map((document) => document.close()))).flat();
  const others = await writeAccountDocuments(walk, contactIds, create);
  const stored = [...contacts, ...others];
  const entries = [
    ...stored.map((file) => entryOf(parts, !file.name.endsWith(".vcf"))(file)),
    ...pictureEntries(walk, accountId, pictures),
  ];
  return { files: await archive(walk, entries, "account"), parts: stored };
}

/** The owner's own contact is the first. */
async function* everybody(parts: MakeParts, head: AccountHead) {
  yield await getContacts(parts.store, head.accountId, [head.accountId]);
  yield* walkContacts(parts, head, { search: null, keepInTouch: false });
}

interface Picture {
  contactId: string;
  photoVersion: string;
  bytes: number;
}

async function addContacts(
  { parts, record: { accountId }, head }: Walk,
  pages: AsyncIterable<ContactRecord[]>,
  documents: readonly ContactDocument[],
  withPictures: boolean,
  onContact: (contact: ContactRecord, picture: Uint8Array | undefined) => void = () => undefined,
): Promise<void> {
  const labels = new Map((await listLabels(parts.store, head, "group")).map(({ number, label }) => [number, label]));
  const memberships = await parts.memberships.load(head);
  for await (const contacts of pages) {
    const read = await mapInParallel(contacts, picturesAtOnce, async (contact) =>
      withPictures ? readPicture(parts, accountId, contact) : { contact, picture: undefined },
    );
    for (const { contact, picture } of read) {
      const numbers = new Set(memberships.numbersOf(contact.id));
      const groupLabels = [...labels].flatMap(([number, label]) => (numbers.has(number) ? [label] : []));
      for (const document of documents) await document.add({ contact, groupLabels, picture });
      onContact(contact, picture);
    }
  }
}

/** A contact whose picture was replaced meanwhile is read again, so that the export has one of its pictures. */
async function readPicture(
  parts: MakeParts,
  accountId: string,
  contact: ContactRecord,
): Promise<Pick<ExportedContact, "contact" | "picture">> {
  const { photoVersion } = contact;
  const picture = photoVersion === null ? undefined : await parts.readAvatar(accountId, photoVersion);
  if (picture || photoVersion === null) return { contact, picture };
  const [latest] = await getContacts(parts.store, accountId, [contact.id]);
  if (!latest || latest.photoVersion === photoVersion) return { contact, picture };
  return readPicture(parts, accountId, latest);
}

function creatorOf({ parts, record: { accountId, id: exportId }, checkTime }: Walk, folder: string): CreateFile {
  return (fileName, contentType) => {
    const key = exportFileKey({ accountId, exportId }, `${folder}${fileName}`);
    const writer = parts.exportFiles.create(key, fileName, contentType);
    const write: typeof writer.write = async (chunk) => {
      checkTime();
      await writer.write(chunk);
    };
    return { key, writer: { ...writer, write } };
  };
}

/** `<name>.zip`, or `<name>-1.zip` and so on beyond the limits of an archive. */
async function archive(walk: Walk, entries: readonly ArchiveEntry[], name: string): Promise<ExportedFile[]> {
  const { parts } = walk;
  const create = creatorOf(walk, "");
  const archives = divideEntries(entries, parts.limits.archives);
  const files: ExportedFile[] = [];
  for (const [index, some] of archives.entries()) {
    const fileName = archives.length === 1 ? `${name}.zip` : `${name}-${index + 1}.zip`;
    const { key, writer } = create(fileName, "application/zip");
    files.push({ key, bytes: await writeArchive(writer, some, parts.now()) });
  }
  return files;
}

function entryOf({ exportFiles }: MakeParts, compress: boolean) {
  return (file: NamedFile): ArchiveEntry => {
    return { name: file.name, bytes: file.bytes, compress, open: () => exportFiles.stream(file) };
  };
}

/** Archives read their entries in order, so the next pictures are read ahead. */
function pictureEntries({ parts }: Walk, accountId: string, pictures: readonly Picture[]): ArchiveEntry[] {
  const ahead = readAhead(pictures, picturesAtOnce, ({ photoVersion }) => parts.readAvatar(accountId, photoVersion));
  const next = async function* () {
    const { value } = await ahead.next();
    // The contact has another picture now, so that the export has to begin again.
    if (!value) throw new Error("a picture was removed meanwhile");
    yield value;
  };
  return pictures.map(({ contactId, bytes }) => {
    return { name: pictureName(contactId), bytes, compress: false, open: next };
  });
}

function pictureName(contactId: string): string {
  return `photos/${contactId}.jpg`;
}
