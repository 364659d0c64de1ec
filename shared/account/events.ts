/** The events that webhooks can subscribe to, which writes cause them, and what their deliveries carry: ids only, no personal data. */

/** The ids that a delivery may carry, with their descriptions. */
export const eventIds = {
  contactId: "The contact. Read it with `GET /contacts/{id}`",
  mergedFromContactId: "The contact that became a part of `contactId`, and whose id is no contact any more",
  groupId: "The group. After its deletion, it is in no answer any more",
  tagId: "The tag. After its deletion, it is in no answer any more",
  importId: "The import, as the answer of its parsing names it",
  receiptId: "The receipt of the import, see `GET /contacts/import-receipts/{id}`",
  importantDateId: "The important date of the contact",
} as const;

export type EventId = keyof typeof eventIds;

interface EventDeclaration {
  description: string;
  /** The ids of its data, beside the `txid`, which every event has. */
  ids: readonly EventId[];
  /** The operations and jobs whose writes cause it, with what they leave to workers. A test makes all writes and compares. */
  writes: readonly string[];
}

const commits = ["commitImportRows", "startImportCommit"];
const deletions = ["deleteContact", "deleteContacts"];
const merges = ["mergeContacts", "undoMerge"];

export const webhookEvents = {
  "contact.created": {
    description: "A contact was created, or came back from the trash or by the undo of a merge",
    ids: ["contactId"],
    writes: ["createContact", ...commits, "undoMerge", "restoreContacts"],
  },
  "contact.updated": {
    description: "A contact was changed, or a planned interaction with it has come due",
    ids: ["contactId"],
    writes: [
      ...["patchContact", "replaceImportantDates", "uploadPhoto", "deletePhoto"],
      ...["createInteraction", "patchInteraction", "deleteInteraction", "applyDueInteractions"],
      ...[...commits, "undoImport", "undoMerge"],
    ],
  },
  "contact.deleted": {
    description: "A contact was deleted",
    ids: ["contactId"],
    writes: [...deletions, "undoImport"],
  },
  "contact.merged": {
    description: "Two contacts were merged into `contactId`. No other event of a contact tells of the merge",
    ids: ["contactId", "mergedFromContactId"],
    writes: ["mergeContacts"],
  },
  "group.changed": {
    description:
      "A group was created, changed or deleted, or its members changed, also by an import, a merge, or a contact that is deleted or restored",
    ids: ["groupId"],
    writes: [
      ...["createGroup", "patchGroup", "deleteGroup", "deleteGroups", "addGroupContacts", "removeGroupContacts"],
      ...[...deletions, ...merges, ...commits, "undoImport", "restoreContacts"],
    ],
  },
  "tag.changed": {
    description:
      "A tag was created, changed or deleted, or its members changed, also by a merge, or a contact that is deleted or restored",
    ids: ["tagId"],
    writes: [
      ...["createTag", "patchTag", "deleteTag", "deleteTags", "addTagContacts", "removeTagContacts"],
      ...["tagContact", "untagContact", ...deletions, ...merges, "restoreContacts"],
    ],
  },
  "import.done": {
    description:
      "An import has ended: its commit on the server, or, of rows that a client commits itself, an hour after the last",
    ids: ["importId", "receiptId"],
    writes: ["startImportCommit", "endClientImports"],
  },
  "reminder.due": {
    description: "The reminder of an important date is due, once for each of its occurrences",
    ids: ["contactId", "importantDateId"],
    writes: ["runReminders"],
  },
} as const satisfies Readonly<Record<string, EventDeclaration>>;

export type EventType = keyof typeof webhookEvents;

export const eventTypes = Object.keys(webhookEvents) as [EventType, ...EventType[]];

/** The type of a delivery that only tests the address of a webhook. */
export const testEvent = "webhook.test";

/** An event with the ids that its type has. */
export type WebhookEvent = { type: EventType } & { [Id in EventId]?: string };
