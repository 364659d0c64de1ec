/** The documents of an account's archive besides its contacts. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import { loadAliases } from "../../shared/contact/store/aliases.ts";
import { visibleIds } from "../../shared/interaction/store/interaction.ts";
import { interactionPages } from "../../shared/interaction/store/interaction-list.ts";
import { shownParticipants } from "../../shared/interaction/store/participant-steps.ts";
import type { MembershipReader } from "../../shared/label/membership-reader.ts";
import { type LabelKind, listLabels } from "../../shared/label/store/label.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { allRelationships } from "../../shared/relationship/shown-relationships.ts";
import { type CreateFile, jsonList, type NamedFile } from "./contact-documents.ts";

/** The number of interactions that are read at once. */
const interactionsAtOnce = 200;

interface Walk {
  parts: { store: Store; memberships: MembershipReader };
  head: AccountHead;
}

/** Interactions of the head must not name deleted contacts (`headWithoutReferences`). `contactIds` are all contacts. */
export async function writeAccountDocuments(
  walk: Walk,
  contactIds: ReadonlySet<string>,
  create: CreateFile,
): Promise<NamedFile[]> {
  const { head } = walk;
  return [
    ...(await writeLabels(walk, create, "group")),
    ...(await writeLabels(walk, create, "tag")),
    ...(await writeInteractions(walk, create)),
    ...(await writeRelationships(walk, contactIds, create)),
    await writeText(create, "settings.json", "application/json", `${JSON.stringify(settingsOf(head), null, 2)}\n`),
    await writeText(create, "README.txt", "text/plain; charset=utf-8", readme),
  ];
}

/** The labels as the API answers them, with the ids of all their contacts in place of the previews. */
async function writeLabels({ parts: { store, memberships }, head }: Walk, create: CreateFile, kind: LabelKind) {
  const list = jsonList(create, `${kind}s`);
  const members = await memberships.load(head);
  for (const { accountId, kind: _kind, number, emoji, ...label } of await listLabels(store, head, kind)) {
    const contactIds = [...members.idsOf(number)].sort();
    await list.add({ ...label, userId: accountId, ...(emoji !== null && { emoji }), contactIds });
  }
  return list.close();
}

/** Oldest first. A merged contact takes part as the contact that it is part of now. */
async function writeInteractions({ parts: { store }, head }: Walk, create: CreateFile) {
  const list = jsonList(create, "interactions");
  const aliases = await loadAliases(store, head);
  for await (const page of interactionPages(store, head.accountId, {}, interactionsAtOnce)) {
    for (const stored of page) {
      const { accountId, participantIds: _all, hiddenIds: _hidden, ...interaction } = stored;
      const participantIds = shownParticipants(visibleIds(stored), aliases);
      await list.add({ ...interaction, userId: accountId, participantIds });
    }
  }
  return list.close();
}

/** Each relationship once, from one of its ends. */
async function writeRelationships(
  { parts: { store }, head }: Walk,
  contactIds: ReadonlySet<string>,
  create: CreateFile,
) {
  const list = jsonList(create, "relationships");
  for await (const relationship of allRelationships(store, head, (id) => contactIds.has(id))) {
    const { id, contactId, relatedId, type, createdAt, updatedAt } = relationship;
    const ends = { personId: contactId, relatedPersonId: relatedId, relationshipType: type };
    await list.add({ id, userId: head.accountId, ...ends, createdAt, updatedAt });
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
