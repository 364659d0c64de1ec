/** What a source's parser hands to the normaliser: the file's own text, sorted by meaning, neither checked nor cut. */
import type { Platform } from "../contact/handles.ts";
import type { AddressTexts } from "../vcard/address-fields.ts";
import type { NoteLine } from "./note-lines.ts";
import type { ImportIssue, ParsedDate } from "./parsed-contact.ts";

/** Where a value stands in the file, for the issues about it. */
export interface Origin {
  property: string;
  line: number;
}

/** `preference` 1 is the most preferred, as in RFC 6350, section 5.3; null when the file says nothing. */
export interface RawListValue extends Origin {
  value: string;
  type: string;
  preference: number | null;
  /** Of a phone number: the country code with its plus sign, where the rest is to be kept as it is written. */
  prefix?: string;
}

export interface RawAddress extends Origin {
  type: "home" | "work" | "other";
  /** The user's own word for it. */
  label: string;
  preference: number | null;
  street: string;
  extended: string;
  postOfficeBox: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  countryCode: string;
  formatted: string;
  latitude: number | null;
  longitude: number | null;
  timezone: string;
  /** Every text in its field, where the source knows them; the parts above repeat them. */
  exact?: AddressTexts;
}

/** `date` is YYYY-MM-DD, with the year 1904 where it is unknown. */
export interface RawDate extends Origin {
  type: ParsedDate["type"];
  date: string;
  note: string;
  notifyDaysBefore?: number;
}

export interface RawHandle extends Origin {
  platform: Platform;
  value: string;
  /** It is of this platform whatever its value looks like. */
  isCertain?: boolean;
}

export type SingleText =
  | "formattedName"
  | "givenName"
  | "nickname"
  | "organisation"
  | "jobTitle"
  | "role"
  | "timezone"
  | "language";

export interface RawRow {
  lines: { first: number; last: number };
  /** Such as a group of people: counted, and passed over. */
  noPerson: boolean;
  /** Where the single texts stand, by the name of their field here. */
  origins: Partial<Record<SingleText, Origin>>;
  /** Found by the parser; the normaliser adds its own. */
  issues: ImportIssue[];
  /** Values of the file about this person, and how many of them the parser found no place for. */
  valuesSeen: number;
  valuesLost: number;
  formattedName: string;
  givenName: string;
  middleName: string;
  familyName: string;
  namePrefix: string;
  nameSuffix: string;
  nickname: string;
  /** Without its departments. */
  organisation: string;
  jobTitle: string;
  /** The part somebody plays, which stands for a missing job title. */
  role: string;
  location: string;
  /** Where the source has one of its own; else it is made of the job title and the organisation. */
  headline?: string;
  emails: RawListValue[];
  phones: RawListValue[];
  addresses: RawAddress[];
  dates: RawDate[];
  /** In the file's order; the first readable one of a platform is kept. */
  handles: RawHandle[];
  notes: string[];
  /** Values that no field takes, for the end of the notes. */
  noteLines: NoteLine[];
  /**
   * The same of what the row has in fields of its own (`connectedAt`, `sources`): not of its content, so that the row
   * keeps the `tempId` that it has without them.
   */
  originLines: NoteLine[];
  /** A number of days, and an RFC 3339 timestamp, as the source writes them. */
  keepFrequencyDays?: string;
  lastInteraction?: string;
  latitude: number | null;
  longitude: number | null;
  timezone: string;
  language: string;
  groups: string[];
  photo: boolean;
  /** The picture of the row as the file holds it, recognised by its bytes; `photo` says whether there is one. */
  picture?: Uint8Array;
  /** A timestamp, RFC 3339 in UTC. */
  connectedAt: string | null;
  /** Of a vCard, as `rowUid` gives it. */
  uid?: string;
  likelyPerson?: boolean;
  sources?: string[];
  /** Which file of the import it is of; absent: the first. */
  file?: number;
}

export function emptyRawRow(lines: { first: number; last: number }): RawRow {
  return {
    lines,
    noPerson: false,
    origins: {},
    issues: [],
    valuesSeen: 0,
    valuesLost: 0,
    formattedName: "",
    givenName: "",
    middleName: "",
    familyName: "",
    namePrefix: "",
    nameSuffix: "",
    nickname: "",
    organisation: "",
    jobTitle: "",
    role: "",
    location: "",
    emails: [],
    phones: [],
    addresses: [],
    dates: [],
    handles: [],
    notes: [],
    noteLines: [],
    originLines: [],
    latitude: null,
    longitude: null,
    timezone: "",
    language: "",
    groups: [],
    photo: false,
    connectedAt: null,
  };
}
