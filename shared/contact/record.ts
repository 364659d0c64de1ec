/** A stored contact. It has the values that were written; answers derive others from them. */
import type { Granularity } from "../place/place.ts";
import { contactFields, type FieldName, type FieldValues, fieldNames } from "./fields.ts";

export type ContactAddress = Omit<FieldValues["addresses"][number], "id"> & { id: string };
export type ImportantDate = Omit<FieldValues["importantDates"][number], "id"> & {
  id: string;
  createdAt: string;
  updatedAt: string;
};

/** The writable fields (fields.ts) and the fields that the service sets. Answers derive a missing time zone or language. */
export interface ContactRecord extends Omit<FieldValues, "addresses" | "importantDates"> {
  id: string;
  accountId: string;
  /** The precision of coordinates that the service found by the location (locate.ts); null for others and without coordinates. */
  granularity: Granularity | null;
  addresses: ContactAddress[];
  importantDates: ImportantDate[];
  notesUpdatedAt: string | null;
  /** The interaction that `lastInteraction` comes from; null when it was set by hand. */
  lastInteractionActivityId: string | null;
  /** The value that was set by hand, if a later interaction is shown instead; see last-interaction.ts. */
  handInteraction: string | null;
  /** The latest interaction, if a later value that was set by hand is shown instead. */
  coveredInteraction: { id: string; date: string } | null;
  /** The name of the avatar's picture; null without an avatar. */
  photoVersion: string | null;
  /** Until when the picture must stay in storage after the contact no longer shows it: it came by a merge, which can be undone. */
  photoKeptUntil: string | null;
  /**
   * Marks of the imported rows that became this contact, as `source#tempId`, and of persons (row-marks.ts), so that
   * another import doesn't write them again.
   */
  importedRows: string[];
  /** The mark of the row that created the contact; null when no import created it. Answers don't have it. */
  createdByRow: string | null;
  /** The `txid` of the last write: the contact's version. */
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** The writable fields without values. */
export const blankFields = Object.fromEntries(fieldNames.map((field) => [field, contactFields[field].blank])) as {
  [Name in FieldName]: (typeof contactFields)[Name]["blank"];
};

/** The values of a record that are compared and restored together; `avatar` is the picture. Other fields have one value. */
export const valuesTogether: { readonly [Field in FieldName | "avatar"]?: readonly (keyof ContactRecord)[] } = {
  latitude: ["latitude", "longitude", "granularity"],
  longitude: ["latitude", "longitude", "granularity"],
  avatar: ["photoVersion", "photoKeptUntil"],
};

/** A new contact without values. */
export function blankContact(accountId: string, id: string, now: Date): ContactRecord {
  const timestamp = now.toISOString();
  return {
    ...blankFields,
    id,
    accountId,
    granularity: null,
    emails: [],
    phones: [],
    addresses: [],
    importantDates: [],
    notesUpdatedAt: null,
    lastInteractionActivityId: null,
    handInteraction: null,
    coveredInteraction: null,
    photoVersion: null,
    photoKeptUntil: null,
    importedRows: [],
    createdByRow: null,
    version: 0,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}

/** A change of a contact; null before its creation and after its deletion. */
export interface ContactChange {
  before: ContactRecord | null;
  after: ContactRecord | null;
  /** Present for the two contacts of a merge, and of its undo. */
  merge?: MergedChange;
  /** Present for a contact that moves into the trash, or comes back from it. Its picture stays in storage. */
  trashed?: TrashedChange;
}

export interface TrashedChange {
  /** The contact as it was before the deletion. */
  contact: ContactRecord;
  sent: SentByDate;
  /** The moment that it has, or had, in the trash. */
  deletedAt: string;
}

/** Sent reminders of important dates, by the ids of the dates. */
export type SentByDate = Readonly<Record<string, { occurrence: string; at: string }>>;

export interface MergedChange {
  /** ISO 8601 in UTC: pictures that no contact shows any more stay in storage until then, so that an undo finds them. */
  picturesKeptUntil: string;
  /** The sent reminders of the important dates of `after`, by the ids of the dates. */
  sent: SentByDate;
  /** Whether lookups and marks stay as they are, because the contact becomes a part of another one, or comes back. */
  keepsLookups: boolean;
}

/** The headline that imports make of a job title and an organisation. */
export function joinHeadline(title: string, organisation: string): string {
  return [title, organisation].filter((text) => text !== "").join(", ");
}
