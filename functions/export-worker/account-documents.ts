/** The documents of an account's archive besides its contacts. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { loadAliases } from "../../shared/contact/store/aliases.ts";
import { interactionPages } from "../../shared/interaction/store/interaction-list.ts";
import type { MembershipReader } from "../../shared/label/membership-reader.ts";
import { type LabelKind, listLabels } from "../../shared/label/store/label.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { type CreateFile, jsonList, type NamedFile } from "./contact-documents.ts";

/** The number of interactions that are read at once. */
const interactionsAtOnce = 200;

interface Parts {
  store: Store;
  memberships: MembershipReader;
}

/** Interactions of the head must not name deleted contacts (`headWithoutReferences`). */
export async function writeAccountDocuments(
  parts: Parts,
  head: AccountHead,
  create: CreateFile,
  checkTime: () => void,
): Promise<NamedFile[]> {
  return [
    ...(await writeLabels(parts, head, create, "group")),
    ...(await writeLabels(parts, head, create, "tag")),
    ...(await writeInteractions(parts, head, create, checkTime)),
    await writeText(create, "settings.json", "application/json", `${JSON.stringify(settingsOf(head), null, 2)}\n`),
    await writeText(create, "README.txt", "text/plain; charset=utf-8", readme),
  ];
}

/** The labels as the API answers them, with the ids of all their contacts in place of the previews. */
async function writeLabels({ store, memberships }: Parts, head: AccountHead, create: CreateFile, kind: LabelKind) {
  const list = jsonList(create, `${kind}s`);
  const members = await memberships.load(head);
  for (const { accountId, kind: _kind, number, emoji, ...label } of await listLabels(store, head, kind)) {
    const contactIds = [...members.idsOf(number)].sort();
    await list.add({ ...label, userId: accountId, ...(emoji !== null && { emoji }), contactIds });
  }
  return list.close();
}

/** Oldest first. A merged contact takes part as the contact that it is part of now. */
async function writeInteractions({ store }: Parts, head: AccountHead, create: CreateFile, checkTime: () => void) {
  const list = jsonList(create, "interactions");
  const aliases = await loadAliases(store, head);
  for await (const page of interactionPages(store, head.accountId, "", interactionsAtOnce)) {
    checkTime();
    for (const { accountId, participantIds, ...interaction } of page) {
      const survivors = participantIds.map((id) => aliases.survivorOf(id));
      await list.add({ ...interaction, userId: accountId, participantIds: [...new Set(survivors)] });
    }
  }
  return list.close();
}

async function writeText(create: CreateFile, name: string, contentType: string, text: string): Promise<NamedFile> {
  const { key, writer } = create(name, contentType);
  await writer.write(text);
  return { key, name, bytes: await writer.close() };
}

function settingsOf(head: AccountHead) {
  const {
    accountId: id,
    email,
    name,
    createdAt,
    timezone,
    language,
    reminderSendTime,
    leapDay,
    remindersEnabled,
  } = head;
  return {
    account: { id, email, name, createdAt },
    settings: { timezone, language, reminderSendTime, leapDay, remindersEnabled },
  };
}

const readme = `This archive holds everything of your account, as it was when the export was made.

contacts.vcf        Your contacts as vCards with their pictures and groups; your own contact is the first.
                    Very many contacts are in contacts-1.vcf, contacts-2.vcf and so on. Any address book can import them.
contacts.json       The same contacts with all their fields, as the API answers them. "avatar" is a file of this archive.
groups.json         Your groups, with the ids of their contacts.
tags.json           Your tags, with the ids of their contacts.
interactions.json   When and how you met your contacts, oldest first.
relationships.json  How your contacts are related to each other.
settings.json       Your name, your address and your settings.
photos/             The pictures of your contacts, each under the id of its contact.

A large account has several archives. Their names end with a number: account-1.zip, account-2.zip and so on. The documents
are in the first ones, and the pictures follow.
`;
