/** Contacts as far as rows of a file are compared with them: read in batches, and kept for the rows to come. */
import { platforms } from "../contact/handles.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey } from "../table/contact.ts";
import type { Store } from "../table/store.ts";
import { type Known, type NamedPerson, nameLine, nameOfLine, readName } from "./identity.ts";
import { birthdaysOf } from "./identity-birthdays.ts";

/** A contact's names, birthdays, e-mail addresses and handles. */
export interface Person extends NamedPerson, Known {}

/** Characters of contacts, each with some 150, that are kept from one batch to the next. */
const maxKept = 4_000_000;

const attributes = ["id", "firstName", "middleName", "lastName", "importantDates", "emails", ...platforms];

/** Who is behind an id; undefined for a contact that is gone. */
export type PersonOf = (id: string) => Person | undefined;

/** What is known of contacts so far. */
export interface People {
  /**
   * Reads those of the contacts that were not read before, and answers who is behind an id of this batch.
   */
  read: (ids: readonly string[]) => Promise<PersonOf>;
  /** The same for ids of which most may be none of the account's: asked for once and consistently, also in vain. */
  readIfAny: People["read"];
}

/**
 * Reads contacts at half the price: what a row is compared with may be a moment
 * old, since names seldom change while a file is read, and a commit compares anew. A contact that isn't there by then was
 * made a moment ago, maybe by a commit just before the parse, and is asked for again, consistently.
 */
export function createPeople(store: Store, accountId: string): People {
  const known = new Map<string, string>();
  let kept = 0;

  function keep(id: string, text: string): void {
    kept += id.length + text.length;
    known.set(id, text);
  }

  async function read(ids: readonly string[], consistent: boolean): Promise<void> {
    const keys = ids.filter((id) => !known.has(id)).map((id) => contactKey(accountId, id));
    for (const item of await batchGet(store, keys, { consistent, attributes })) keep(String(item.id), textOf(item));
  }

  function forget(): void {
    if (kept <= maxKept) return;
    known.clear();
    kept = 0;
  }

  return {
    read: async (ids) => {
      forget();
      await read(ids, false);
      await read(ids, true);
      return answers(known);
    },
    readIfAny: async (ids) => {
      forget();
      await read(ids, true);
      for (const id of ids) if (!known.has(id)) keep(id, nobody);
      return answers(known);
    },
  };
}

/** What is kept of an id that is no contact's. */
const nobody = "";

/** A contact may be compared with every row of the batch. */
function answers(known: ReadonlyMap<string, string>): PersonOf {
  const persons = new Map<string, Person | undefined>();
  return (id) => {
    if (!persons.has(id)) persons.set(id, personOf(known.get(id)));
    return persons.get(id);
  };
}

/** The names, the birthdays, the e-mail addresses and the handles, each in a line of its own. */
function textOf(item: Record<string, unknown>): string {
  const { firstName = "", middleName, lastName, importantDates, emails } = item as Partial<Person>;
  return [
    nameLine({ firstName, middleName, lastName }),
    birthdaysOf({ importantDates }).join(" "),
    (emails ?? []).map(({ value }) => value).join(" "),
    ...platforms.map((platform) => item[platform] ?? ""),
  ].join("\n");
}

function personOf(text: string | undefined): Person | undefined {
  if (text === undefined || text === nobody) return undefined;
  const [line = "", birthdays = "", emails = "", ...handles] = text.split("\n");
  const name = nameOfLine(line);
  return {
    ...name,
    read: readName(name),
    importantDates: birthdays === "" ? [] : birthdays.split(" ").map((date) => ({ type: "birthday", date })),
    emails: emails === "" ? [] : emails.split(" ").map((value) => ({ value })),
    ...Object.fromEntries(platforms.map((platform, index) => [platform, handles[index] || null])),
  };
}
