/** Rows of files about a few people, whose values tell which file they are from. */
import { hash } from "node:crypto";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { parsedContact } from "../import/imports.ts";

export const rowFields = [
  ...["headline", "position", "website", "network_c", "location", "middleName", "email", "sharedEmail"],
  ...["type", "phone", "address", "date", "text", "line", "photo"],
] as const;

export interface RowSpec {
  person: number;
  /** A row of both files, or of this one only. */
  isShared: boolean;
  variant: number;
  isNamed: boolean;
  fields: readonly string[];
  groups: readonly string[];
}

export const names = ["Kilo", "Lima", "Mike", "Nora", "Oscar"];

/** What a file says of a person. Its values contain a word that no other file or variant has, except for those that are shared. */
function rowOf(file: number, { person, isShared, variant, isNamed, fields, groups }: RowSpec): ParsedContact {
  const letter = isShared ? "s" : (["a", "b"][file] ?? "c");
  const word = `i${letter}${person}v${variant}`;
  const has = (field: string) => fields.includes(field);
  const text = (field: string) => (has(field) ? `${word} ${field}` : null);
  const email = (value: string, type = "other") => ({ value: `${value}@x.example`, type, preferred: false });
  const [first = "", second = ""] = [has("text") ? `${word} text` : "", has("line") ? `Nickname: ${word}` : ""];
  const content = {
    firstName: isNamed ? (names[person] ?? "") : `handle${person}`,
    headline: text("headline"),
    position: text("position"),
    location: text("location"),
    middleName: has("middleName") ? "Mid" : null,
    website: has("website") ? `https://${word}.example/` : null,
    network_b: `handle${person}`,
    network_c: has("network_c") ? word : null,
    emails: [
      email(`own${person}`, has("type") ? "work" : "other"),
      ...(has("email") ? [email(word)] : []),
      ...(has("sharedEmail") ? [email(`is${person}`, ["home", "work"][file])] : []),
    ],
    phones: has("phone")
      ? [{ prefix: "+49", value: `30${letter.charCodeAt(0)}${person}${variant}55`, type: "other", preferred: false }]
      : [],
    addresses: has("address") ? [{ type: "home", addressLine1: `${word} street` }] : [],
    importantDates: has("date") ? [{ type: "other", date: "2001-02-03", note: word }] : [],
    notes: first || second ? [first, second].filter(Boolean).join("\n\n") : null,
    photo: has("photo"),
    groups: [...groups],
  };
  const tempId = hash("sha256", JSON.stringify(content), "base64url").slice(0, 22);
  return parsedContact({ tempId, ...(content as Partial<ParsedContact>) });
}

export function rowsOf(file: number, specs: readonly RowSpec[]): ParsedContact[] {
  return [...new Map(specs.map((spec) => rowOf(file, spec)).map((row) => [row.tempId, row])).values()];
}
