/**
 * The account as the rows of an import see it. The preview of a file and a commit read it for some rows at a time, and hand
 * it down to the search for the contact of each row (match.ts), with the changes by the rows before.
 */
import type { Findable, Lookup } from "../../contact/store/contact-derived.ts";
import type { ImportSource } from "../row/parsed-contact.ts";
import type { ComparedPerson } from "./identity.ts";

type MaybePromise<Value> = Value | Promise<Value>;

export interface AccountView<Contact> {
  readonly accountId: string;
  readonly source: ImportSource;
  /** The contact of an id; for the id of a merged contact, the surviving one. */
  get(id: string): MaybePromise<Contact | undefined>;
  /** The ids of the contacts that a lookup finds, the oldest first, without the account's own. Some may be merged. */
  find(lookup: Lookup): MaybePromise<readonly string[]>;
  /** The id of the contact that has this mark (row-marks.ts). */
  marked(mark: string): string | undefined;
  /** All rows of the file with this value, earlier and later ones. Only a parse knows them. */
  readonly inFile?: ((lookup: Lookup) => readonly Candidate[]) | undefined;
}

/** The id of a row is its `tempId`. */
export type Candidate = ComparedPerson & Findable & { id: string };
