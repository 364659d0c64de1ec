/** Where the columns of a connections file belong in a row: found by their names, in any language that is known. */
import type { RawAddress, RawDate } from "../../../shared/imports/raw-row.ts";
import { fold } from "../../../shared/text/fold.ts";
import { englishNames, type NamedColumn, translatedNames } from "./column-names.ts";

export type TextField =
  | "givenName"
  | "middleName"
  | "familyName"
  | "fullName"
  | "namePrefix"
  | "nameSuffix"
  | "nickname"
  | "organisation"
  | "department"
  | "jobTitle"
  | "role"
  | "location"
  | "language";

export type AddressPart =
  | "street"
  | "furtherStreet"
  | "city"
  | "region"
  | "postalCode"
  | "country"
  | "countryCode"
  | "postOfficeBox";

export type Place =
  | { to: "text"; field: TextField }
  | { to: "email"; type: string }
  | { to: "phone"; type: string; preference: number | null }
  | { to: "address"; of: RawAddress["type"]; part: AddressPart }
  | { to: "profile" }
  | { to: "website" }
  | { to: "note" }
  | { to: "groups" }
  | { to: "date"; type: RawDate["type"] }
  | { to: "connected" }
  /** Of the notes, under the column's name. */
  | { to: "line" }
  | { to: "nothing" };

/** What a column is called before it is known what else the file has. */
export interface Meaning {
  place: Place;
  /** `either` is resolved by the other columns; see `resolveColumns`. */
  either?: "nameOrFamilyName" | "titleOrPrefix";
  /** No English header has it. */
  translated: boolean;
}

/** What equal names of columns share: no case, accents, blanks or punctuation. */
export function columnKey(name: string): string {
  return fold(name.slice(0, longestName)).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

export function meaningOf(key: string): Meaning | undefined {
  return meanings.get(key);
}

export const noPlace: Place = { to: "nothing" };

const longestName = 100;

/** The whole "Outlook CSV" of 2012 beyond what other headers have too, and what newer versions of that program add. */
const outlookPlaces: readonly (readonly [string, Place])[] = [
  ...textColumns({
    middleName: ["Middle Name", "Additional Name", "Middle Names"],
    nameSuffix: ["Suffix", "Name Suffix"],
    namePrefix: ["Name Prefix", "Prefix", "Salutation"],
    nickname: ["Nickname"],
    department: ["Department"],
    role: ["Profession"],
    location: ["Location", "Current Location", "Region"],
    language: ["Language"],
  }),
  ...["E-mail 2 Address", "E-mail 3 Address", "E-mail 2", "E-mail 3", "Email 2", "Email 3"].map(
    (name): [string, Place] => [name, { to: "email", type: "" }],
  ),
  ...phoneColumns({
    assistant: ["Assistant's Phone"],
    "work fax": ["Business Fax"],
    work: ["Business Phone", "Business Phone 2", "Work Phone"],
    callback: ["Callback"],
    car: ["Car Phone"],
    "work main": ["Company Main Phone"],
    "home fax": ["Home Fax"],
    home: ["Home Phone", "Home Phone 2"],
    isdn: ["ISDN"],
    mobile: ["Mobile Phone", "Mobile", "Cell Phone"],
    "other fax": ["Other Fax"],
    "": ["Other Phone", "Phone", "Phone Number", "Phone Numbers", "Telephone"],
    pager: ["Pager"],
    radio: ["Radio Phone"],
    "tty/tdd": ["TTY/TDD Phone"],
    telex: ["Telex"],
  }),
  ["Primary Phone", { to: "phone", type: "", preference: 1 }],
  ...addressColumns("Business", "work"),
  ...addressColumns("Home", "home"),
  ...addressColumns("Other", "other"),
  ...["Spouse", "Children", "Manager's Name", "Assistant's Name", "Referred By", "Gender", "Hobby", "Pronouns"].map(
    lineColumn,
  ),
  ...["Given Yomi", "Surname Yomi", "Company Yomi", "User 1", "User 2", "User 3", "User 4"].map(lineColumn),
  ["Notes", { to: "note" }],
  ["Note", { to: "note" }],
  ["Web Page", { to: "website" }],
  ["Personal Web Page", { to: "website" }],
  ["Website", { to: "website" }],
  ["Websites", { to: "website" }],
  ["Birthday", { to: "date", type: "birthday" }],
  ["Anniversary", { to: "date", type: "anniversary" }],
  ["Categories", { to: "groups" }],
  ["Tags", { to: "groups" }],
  ["Groups", { to: "groups" }],
];

function lineColumn(name: string): [string, Place] {
  return [name, { to: "line" }];
}

function textColumns(names: Partial<Record<TextField, readonly string[]>>): [string, Place][] {
  return Object.entries(names).flatMap(([field, columns]) =>
    columns.map((name): [string, Place] => [name, { to: "text", field: field as TextField }]),
  );
}

function phoneColumns(types: Readonly<Record<string, readonly string[]>>): [string, Place][] {
  return Object.entries(types).flatMap(([type, columns]) =>
    columns.map((name): [string, Place] => [name, { to: "phone", type, preference: null }]),
  );
}

function addressColumns(name: string, of: RawAddress["type"]): [string, Place][] {
  const parts: readonly (readonly [string, AddressPart])[] = [
    ["Street", "street"],
    ["Street 2", "furtherStreet"],
    ["Street 3", "furtherStreet"],
    ["City", "city"],
    ["State", "region"],
    ["Postal Code", "postalCode"],
    ["Country", "country"],
    ["Country/Region", "country"],
    ["Address PO Box", "postOfficeBox"],
  ];
  return parts.map(([suffix, part]): [string, Place] => [`${name} ${suffix}`, { to: "address", of, part }]);
}

const namedPlaces: Readonly<Record<NamedColumn, Place>> = {
  givenName: { to: "text", field: "givenName" },
  familyName: { to: "text", field: "familyName" },
  name: { to: "text", field: "fullName" },
  profile: { to: "profile" },
  email: { to: "email", type: "" },
  organisation: { to: "text", field: "organisation" },
  jobTitle: { to: "text", field: "jobTitle" },
  connected: { to: "connected" },
};

/** The words that mean the family name where the given name has a column of its own. */
const eitherName = new Set(["Name", "Nom", "Naam", "Nume", "Namn", "Navn", "Nimi", "Név"].map(columnKey));

const meanings = collectMeanings();

function collectMeanings(): ReadonlyMap<string, Meaning> {
  const found = new Map<string, Meaning>();
  const add = (name: string, place: Place, translated: boolean) => {
    const key = columnKey(name);
    const either = eitherName.has(key) ? { either: "nameOrFamilyName" as const } : {};
    if (!found.has(key)) found.set(key, { place, translated, ...either });
  };
  for (const [column, name] of named(englishNames)) add(name, namedPlaces[column], false);
  for (const [name, place] of outlookPlaces) add(name, place, false);
  for (const names of Object.values(translatedNames)) {
    for (const [column, name] of named(names)) add(name, namedPlaces[column], true);
  }
  found.set("title", { place: { to: "text", field: "jobTitle" }, either: "titleOrPrefix", translated: false });
  return found;
}

function named(names: Readonly<Partial<Record<NamedColumn, readonly string[]>>>): [NamedColumn, string][] {
  return Object.entries(names).flatMap(([column, list]) =>
    list.map((name): [NamedColumn, string] => [column as NamedColumn, name]),
  );
}
