/** The row that a parser passes to the normaliser: the texts of the file, sorted by meaning, neither checked nor cut. */

import type { AddressTexts } from "../../contact/card-address.ts";
import type { CardTextField } from "../../contact/fields.ts";
import type { Platform } from "../../contact/reach/handles.ts";
import type { NoteLine } from "./note-lines.ts";
import type { ImportIssue, ParsedDate } from "./parsed-contact.ts";

/** The position of a value in the file, for issues about it. */
export interface Origin {
  property: string;
  line: number;
}

/** `preference` 1 is the most preferred (RFC 6350, section 5.3). It is null if the file has none. */
export interface RawListValue extends Origin {
  value: string;
  type: string;
  preference: number | null;
  /** The country code of a phone number, with its plus sign, if the rest is kept as it is written. */
  prefix?: string;
}

export interface RawAddress extends Origin {
  type: "home" | "work" | "other";
  /** The label that the user chose. */
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
  /** The texts by field, if the source has them. The parts above repeat them. */
  exact?: AddressTexts;
}

/** `date` is YYYY-MM-DD, with the year 1904 if the year is unknown. */
export interface RawDate extends Origin {
  type: ParsedDate["type"];
  date: string;
  note: string;
  notifyDaysBefore?: number;
}

export interface RawHandle extends Origin {
  platform: Platform;
  value: string;
  /** The value is of this platform, even if it looks like a link to another one. */
  isCertain?: boolean;
  /** It names the line of the notes that a further website becomes. `isOwn` says that the user chose the words. */
  label?: { text: string; isOwn: boolean };
}

export type SingleText =
  | "formattedName"
  | "givenName"
  | "organisation"
  | "jobTitle"
  | "role"
  | "timezone"
  | "language"
  | "headline"
  | CardTextField;

/** Also has the texts of fields that cards have in one property. */
export interface RawRow extends Partial<Record<CardTextField, string>> {
  lines: { first: number; last: number };
  /** The row is not about a person, but about a group, for example. It is only counted. */
  noPerson: boolean;
  /** The positions of the single texts, by field. */
  origins: Partial<Record<SingleText, Origin>>;
  /** The issues of the parser. The normaliser adds others. */
  issues: ImportIssue[];
  /** The number of values about this person, and of those that the parser could not map. */
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
  /** The role, which replaces a missing job title. */
  role: string;
  location: string;
  /** Without it, the headline consists of the job title and the organisation. */
  headline?: string;
  emails: RawListValue[];
  phones: RawListValue[];
  addresses: RawAddress[];
  dates: RawDate[];
  /** In the order of the file. The first readable one of each platform is kept. */
  handles: RawHandle[];
  notes: string[];
  /** Values that no field takes. They are added to the notes. */
  noteLines: NoteLine[];
  /** The same for `connectedAt` and `sources`. The `tempId` does not depend on these lines. */
  originLines: NoteLine[];
  latitude: number | null;
  longitude: number | null;
  timezone: string;
  language: string;
  groups: string[];
  photo: boolean;
  /** The picture as the file has it, recognised by its bytes. `photo` says whether there is one. */
  picture?: Uint8Array;
  /** A timestamp, RFC 3339 in UTC. */
  connectedAt: string | null;
  /** The UID of a vCard, as `rowUid` returns it. */
  uid?: string;
  likelyPerson?: boolean;
  sources?: string[];
  /** The index of the file in the import; 0 if absent. */
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
