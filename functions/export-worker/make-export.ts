/** Makes the files of an export. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { contactView } from "../../shared/contact/answer/view.ts";
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
import { createArchives, usualArchiveLimits } from "./archives.ts";
import {
  type ContactDocument,
  cardDocument,
  csvDocument,
  type ExportedContact,
  jsonDocument,
  type NamedFile,
  usualCardLimits,
} from "./contact-documents.ts";
import type { CreateFile, FileLimits } from "./divided-files.ts";
import { walkContacts } from "./walk-contacts.ts";

export interface MakeParts extends PageParts, PendingWorkParts {
  exportFiles: ExportFiles;
  /** The largest variant of a picture (JPEG); undefined if it was removed. */
  readAvatar: (accountId: string, photoVersion: string) => Promise<Uint8Array | undefined>;
  avatarUrls: AvatarUrls;
  limits: { cards: FileLimits; archives: FileLimits };
}

export const usualLimits: MakeParts["limits"] = { cards: usualCardLimits, archives: usualArchiveLimits };

/** The number of pictures that are read at once, as many as a page of contacts has. */
const picturesAtOnce = 25;

interface Walk {
  parts: MakeParts;
  record: ExportRecord;
  head: AccountHead;
  /** Throws when the time of the invocation is over. It is called before every write. */
  checkTime: () => void;
}

interface MadeFiles {
  /** What the caller gets. */
  files: ExportedFile[];
  /** The files from which archives were made. They may be removed. */
  parts: ExportedFile[];
}

export async function makeExport(walk: Walk): Promise<MadeFiles> {
  const { parts, record } = walk;
  const { request } = record;
  if (request.kind === "account") return makeAccount(walk);
  const document = await documentOf(walk, request, creatorOf(walk, ""));
  await addContacts(walk, walkContacts(parts, walk.head, request.list), [document], request.format === "vcard");
  const files = await document.close();
  if (files.length === 1) return { files, parts: [] };
  const archives = archivesOf(walk, "contacts");
  await addFiles(walk, archives, files);
  return { files: await archives.close(), parts: files };
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
  return jsonDocument(create, ({ contact }) => contactView(contact, { defaults: head, now, avatarUrl }));
}

/** The pictures are written into the archive as they are read. The documents follow, because an archive has one file after the other. */
async function makeAccount(walk: Walk): Promise<MadeFiles> {
  const { parts, head } = walk;
  const create = creatorOf(walk, "parts/");
  const archives = archivesOf(walk, "account");
  const now = parts.now();
  const contactIds = new Set<string>();
  const viewOf = ({ contact, picture }: ExportedContact) =>
    contactView(contact, { defaults: head, now, avatarUrl: () => (picture ? pictureName(contact) : null) });
  const documents = [cardDocument(create, "4.0", parts.limits.cards), jsonDocument(create, viewOf)];
  const pictures: Pick<ContactDocument, "add"> = {
    add: async ({ contact, picture }) => {
      contactIds.add(contact.id);
      if (!picture) return;
      const bytes = picture.byteLength;
      await archives.add({ name: pictureName(contact), bytes, content: [picture], compress: false });
    },
  };
  await addContacts(walk, everybody(parts, head), [...documents, pictures], true);
  const contacts = (await Promise.all(documents.map((document) => document.close()))).flat();
  const files = [...contacts, ...(await writeAccountDocuments(walk, contactIds, create))];
  await addFiles(walk, archives, files);
  return { files: await archives.close(), parts: files };
}

/** The owner's own contact is the first. */
async function* everybody(parts: MakeParts, head: AccountHead) {
  yield await getContacts(parts.store, head.accountId, [head.accountId]);
  yield* walkContacts(parts, head, { search: null, keepInTouch: false });
}

async function addContacts(
  { parts, record: { accountId }, head }: Walk,
  pages: AsyncIterable<ContactRecord[]>,
  documents: readonly Pick<ContactDocument, "add">[],
  withPictures: boolean,
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
      await Promise.all(documents.map((document) => document.add({ contact, groupLabels, picture })));
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

function archivesOf(walk: Walk, name: string) {
  return createArchives(creatorOf(walk, ""), name, walk.parts.limits.archives, walk.parts.now());
}

async function addFiles(
  { parts }: Walk,
  archives: ReturnType<typeof createArchives>,
  files: readonly NamedFile[],
): Promise<void> {
  for (const file of files) {
    const { name, bytes } = file;
    await archives.add({ name, bytes, content: parts.exportFiles.stream(file), compress: !name.endsWith(".vcf") });
  }
}

function pictureName({ id }: ContactRecord): string {
  return `photos/${id}.jpg`;
}
