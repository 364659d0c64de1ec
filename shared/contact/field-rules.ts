/** The properties of a field in the table of contact fields (fields.ts). */
import type * as z from "zod";
import type { FieldWords } from "../platform/text/described.ts";

/**
 * How an import merges the value of a row into an existing contact, and when the preview reports a difference.
 * - `names`: the three names are completed together; they differ by their words.
 * - `text`: fills an empty field; differs by case-folded text.
 * - `notes`: fills an empty field and adds missing lines; differs when the contact's notes don't contain the text.
 * - `handle`: fills an empty field; differs by the handle, however it is spelt.
 * - `value`: fills an empty field; differs when it isn't equal.
 * - `coordinates`: latitude and longitude together replace missing ones and those that the service found.
 * - `locale`: fills a field that was left to the account's setting.
 * - `list`: entries that the contact lacks are added.
 */
export type MergeRule = "names" | "text" | "notes" | "handle" | "value" | "coordinates" | "locale" | "list";

/**
 * How a search finds a contact by the field: by its words, by a part of an e-mail address, handle or number. `order` is
 * not searched, but lists are filtered or sorted by it. Null: the search index doesn't hold it.
 */
export type SearchRule = "name" | "words" | "notes" | "emails" | "phones" | "handle" | "addresses" | "order" | null;

/**
 * The property that has the value as text, which is one of our own or a standard one. Cards of every version are read under
 * both names; `from` is the first version with the property, so that the alias is written before it. `composed` means that
 * shared/vcard and the import parser have code for the field, and `none` that neither cards nor rows of an import have it.
 */
export type CardRule = { property: string; alias?: string; from?: "4.0" } | "composed" | "none";

export interface ContactField {
  /** Builds the schema in requests. Null clears the field. The schema of the body says whether it may be missing. */
  write: () => z.ZodType;
  answer: () => z.ZodType;
  /** What the field means in requests, answers and rows of an import, for the API description. */
  words: FieldWords;
  /** The schema in rows of an import, if it differs from answers. */
  parsed?: () => z.ZodType;
  /** The value of a new contact. */
  blank: "" | null | readonly never[];
  /** `when asked`: answers leave the field out unless `fields` names it, or the request of the write has it. Exports have it. */
  answered?: "when asked";
  /** The longest text in code points. */
  limit?: number;
  search: SearchRule;
  merge: MergeRule;
  card: CardRule;
  /**
   * Whether a null value is part of a row's `tempId`. A field that was added after the first deployment is hashed
   * `when set`, so that earlier rows keep their `tempId`.
   */
  hashed: "always" | "when set";
}
