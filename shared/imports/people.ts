/** Contacts as far as rows of a file are compared with them: read in batches, and kept for the rows to come. */
import { platforms } from "../contact/handles.ts";
import { batchGet } from "../table/batch-get.ts";
import { contactKey } from "../table/contact.ts";
import type { Store } from "../table/store.ts";
import { birthdayOf, type Known, type NamedPerson, nameLine, nameOfLine, readName } from "./identity.ts";

/** A contact's names, birthday, e-mail addresses and handles. */
export interface Person extends NamedPerson, Known {}

/** Characters of contacts, each with some 150, that are kept from one batch to the next. */
const maxKept = 4_000_000;

const attributes = ["id", "firstName", "middleName", "lastName", "importantDates", "emails", ...platforms];

/**
 * Reads those of the contacts that were not read before, at half the price: what a row is compared with may be a moment
 * old, since names seldom change while a file is read, and a commit compares anew. A contact that isn't there by then was
 * made a moment ago, maybe by a commit just before the parse, and is asked for again, consistently. Answers who is behind
 * an id of this batch; undefined for a contact that is gone.
 */
export function createPeople(
  store: Store,
  accountId: string,
): (ids: readonly string[]) => Promise<(id: string) => Person | undefined> {
  const known = new Map<string, string>();
  let kept = 0;

  async function read(ids: readonly string[], consistent: boolean): Promise<void> {
    const keys = ids.filter((id) => !known.has(id)).map((id) => contactKey(accountId, id));
    for (const item of await batchGet(store, keys, { consistent, attributes })) {
      const text = textOf(item);
      kept += text.length;
      known.set(String(item.id), text);
    }
  }

  return async (ids) => {
    if (kept > maxKept) {
      known.clear();
      kept = 0;
    }
    await read(ids, false);
    await read(ids, true);
    // A contact may be compared with every row of the batch.
    const persons = new Map<string, Person | undefined>();
    return (id) => {
      if (!persons.has(id)) persons.set(id, personOf(known.get(id)));
      return persons.get(id);
    };
  };
}

/** The names, the birthday, the e-mail addresses and the handles, each in a line of its own. */
function textOf(item: Record<string, unknown>): string {
  const { firstName = "", middleName, lastName, importantDates, emails } = item as Partial<Person>;
  return [
    nameLine({ firstName, middleName, lastName }),
    birthdayOf({ importantDates }) ?? "",
    (emails ?? []).map(({ value }) => value).join(" "),
    ...platforms.map((platform) => item[platform] ?? ""),
  ].join("\n");
}

function personOf(text: string | undefined): Person | undefined {
  if (text === undefined) return undefined;
  const [line = "", birthday = "", emails = "", ...handles] = text.split("\n");
  const name = nameOfLine(line);
  return {
    ...name,
    read: readName(name),
    importantDates: birthday === "" ? [] : [{ type: "birthday", date: birthday }],
    emails: emails === "" ? [] : emails.split(" ").map((value) => ({ value })),
    ...Object.fromEntries(platforms.map((platform, index) => [platform, handles[index] || null])),
  };
}
