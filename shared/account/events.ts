/** The events that webhooks can subscribe to, and what their deliveries carry: ids only, no personal data. */

/** The ids that a delivery may carry, with their descriptions. */
export const eventIds = {
  contactId: "The contact. Read it with `GET /contacts/{id}`",
  mergedFromContactId: "The contact that became a part of `contactId`, and whose id is no contact any more",
  importId: "The import, as the answer of its parsing names it",
  receiptId: "The receipt of the import, see `GET /contacts/import-receipts/{id}`",
  importantDateId: "The important date of the contact",
} as const;

export type EventId = keyof typeof eventIds;

interface EventDeclaration {
  description: string;
  /** The ids of its data, beside the `txid`, which every event has. */
  ids: readonly EventId[];
}

export const webhookEvents = {
  "contact.created": { description: "A contact was created, or came back by the undo of a merge", ids: ["contactId"] },
  "contact.updated": {
    description: "A contact was changed, or a planned interaction with it has come due",
    ids: ["contactId"],
  },
  "contact.deleted": { description: "A contact was deleted", ids: ["contactId"] },
  "contact.merged": {
    description: "Two contacts were merged into `contactId`. No other event tells of the merge",
    ids: ["contactId", "mergedFromContactId"],
  },
  "import.done": {
    description:
      "An import has ended: its commit on the server, or, of rows that a client commits itself, an hour after the last",
    ids: ["importId", "receiptId"],
  },
  "reminder.due": {
    description: "The reminder of an important date is due, once for each of its occurrences",
    ids: ["contactId", "importantDateId"],
  },
} as const satisfies Readonly<Record<string, EventDeclaration>>;

export type EventType = keyof typeof webhookEvents;

export const eventTypes = Object.keys(webhookEvents) as [EventType, ...EventType[]];

/** The type of a delivery that only tests the address of a webhook. */
export const testEvent = "webhook.test";

/** An event with the ids that its type has. */
export type WebhookEvent = { type: EventType } & { [Id in EventId]?: string };
