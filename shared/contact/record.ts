/** A contact as it is stored: what people wrote, without what answers derive from it. */
import type { Granularity } from "../places/place.ts";
import type { ContactPatch } from "./schema.ts";

type Written = Required<ContactPatch>;
type Given<Name extends keyof Written> = NonNullable<Written[Name]>[number & keyof NonNullable<Written[Name]>];

export type ContactAddress = Omit<Given<"addresses">, "id"> & { id: string };
export type ImportantDate = Omit<Given<"importantDates">, "id"> & { id: string; createdAt: string; updatedAt: string };

export interface ContactRecord {
  id: string;
  accountId: string;
  firstName: string;
  lastName: string;
  middleName: string | null;
  headline: string | null;
  /**
   * What an import knew to be the organisation at the end of the headline. No answer shows it; a card says it as long as
   * the headline ends so.
   */
  organisation: string | null;
  position: string | null;
  location: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Of coordinates that the service found by the location (locate.ts); null: a person gave them, or there are none. */
  granularity: Granularity | null;
  /** Null: derived from the coordinates, else the account's. */
  timezone: string | null;
  /** Null: the account's. */
  language: string | null;
  emails: Given<"emails">[];
  phones: Given<"phones">[];
  addresses: ContactAddress[];
  importantDates: ImportantDate[];
  network_a: string | null;
  network_b: string | null;
  network_c: string | null;
  network_d: string | null;
  network_e: string | null;
  website: string | null;
  notes: string | null;
  notesUpdatedAt: string | null;
  keepFrequencyDays: number | null;
  /** The one that answers show; `lastInteractionActivityId` is null when it was set by hand. */
  lastInteraction: string | null;
  lastInteractionActivityId: string | null;
  /** What somebody set by hand, where a later interaction is shown instead; see last-interaction.ts. */
  handInteraction: string | null;
  /** The latest interaction, where what somebody set by hand is later and is shown instead. */
  coveredInteraction: { id: string; date: string } | null;
  /** Names the picture that is the contact's avatar; null when it has none. */
  photoVersion: string | null;
  /**
   * Marks of imported files: rows that became this contact, as `source#tempId`, and persons (imports/row-marks.ts).
   * Importing them again writes nothing, or nothing twice.
   */
  importedRows: string[];
  /** That of `importedRows` which created the contact; null when a person did. No answer shows it. */
  createdByRow: string | null;
  /** The `txid` of the last write: the contact's version. */
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** An empty contact, before anything is written into it. */
export function blankContact(accountId: string, id: string, now: Date): ContactRecord {
  const timestamp = now.toISOString();
  return {
    id,
    accountId,
    firstName: "",
    lastName: "",
    middleName: null,
    headline: null,
    organisation: null,
    position: null,
    location: null,
    latitude: null,
    longitude: null,
    granularity: null,
    timezone: null,
    language: null,
    emails: [],
    phones: [],
    addresses: [],
    importantDates: [],
    network_a: null,
    network_b: null,
    network_c: null,
    network_d: null,
    network_e: null,
    website: null,
    notes: null,
    notesUpdatedAt: null,
    keepFrequencyDays: null,
    lastInteraction: null,
    lastInteractionActivityId: null,
    handInteraction: null,
    coveredInteraction: null,
    photoVersion: null,
    importedRows: [],
    createdByRow: null,
    version: 0,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}

/** What an address has that does not say it. */
export const blankAddress = {
  label: null,
  value: null,
  addressLine1: null,
  addressLine2: null,
  addressCity: null,
  addressState: null,
  addressStateCode: null,
  addressPostalCode: null,
  addressCountry: null,
  addressCountryCode: null,
  addressFormatted: null,
  latitude: null,
  longitude: null,
  granularity: null,
  timezone: null,
} as const satisfies Partial<ContactAddress>;
