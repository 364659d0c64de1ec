/** Accounts with contacts. */
import type { ContactParts } from "../../../functions/contacts/parts.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { contactCalls, itemsOf, recordOf, seedAccount, storeAll } from "./contact-calls.ts";

interface ContactAccount {
  accountId: string;
  calls: ReturnType<typeof contactCalls>;
  contacts: ContactRecord[];
}

/** An account with these contacts; `parts` are of its calls. */
export async function accountOf(
  store: Store,
  bodies: readonly object[],
  parts: Partial<ContactParts> = {},
): Promise<ContactAccount> {
  const accountId = await seedAccount(store);
  const contacts = bodies.map((body) => recordOf(accountId, body));
  await storeAll(store, accountId, contacts);
  return { accountId, calls: contactCalls(store, accountId, parts), contacts };
}

/** Bodies of contacts that have only a first name. */
export function named(...names: string[]): { firstName: string }[] {
  return names.map((firstName) => ({ firstName }));
}

export function idsOf(contacts: readonly ContactRecord[]): string[] {
  return contacts.map(({ id }) => id);
}

/** The first names of the stored contacts in alphabetical order. */
export async function namesOf(store: Store, accountId: string): Promise<string[]> {
  const items = await itemsOf(store, accountId);
  const names = [...items].flatMap(([sk, { firstName }]) => (sk.startsWith("C#") ? [String(firstName)] : []));
  return names.toSorted();
}

/** The code of an `AppError`, any other error as it is, or `nothing` without an error. */
export async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "nothing",
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
}
