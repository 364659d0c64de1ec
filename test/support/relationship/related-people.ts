/** Accounts whose contacts have relationships. */
import { v7 as newId } from "uuid";
import { expect } from "vitest";
import { maxPlanActions, writeAccount } from "../../../shared/account/store/account-write.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { putRelationship } from "../../../shared/relationship/store/relationship.ts";
import { accountOf, idsOf } from "../contact/contact-accounts.ts";
import { itemsOf } from "../contact/contact-calls.ts";
import { mergeCalls } from "../merge/merge-calls.ts";

/** An account with `count` contacts. */
export async function relatedPeople(
  store: Store,
  count: number,
  bodyOf: (n: number) => object = (n) => ({ firstName: `Ann ${n}` }),
) {
  const { accountId, calls, contacts } = await accountOf(
    store,
    Array.from({ length: count }, (_, n) => bodyOf(n)),
  );
  const ids = idsOf(contacts);
  const id = (n: number) => ids[n] ?? expect.fail();
  const relate = (n: number, other: number, relationshipType: string) =>
    calls.relate(id(n), { relatedPersonId: id(other), relationshipType });
  /** Makes friends of a contact in few writes. */
  const befriend = (n: number, others: readonly string[]) => putFriends(store, accountId, id(n), others);
  const merge = (into: number, other: number) => mergeCalls(store, accountId).merge(id(into), id(other));
  return { accountId, calls, ids, id, relate, befriend, merge };
}

async function putFriends(store: Store, accountId: string, contactId: string, others: readonly string[]) {
  const timestamp = new Date().toISOString();
  for (let start = 0; start < others.length; start += relationshipsAtOnce) {
    const actions = others.slice(start, start + relationshipsAtOnce).flatMap((relatedId) => {
      const fields = { id: newId(), contactId, relatedId, createdAt: timestamp, updatedAt: timestamp };
      return putRelationship(store, accountId, { ...fields, type: "friend" });
    });
    await writeAccount(store, accountId, (head) => {
      return { actions, head: { ...head, hasRelationships: true }, result: undefined };
    });
  }
}

/** Each has two items. */
const relationshipsAtOnce = Math.floor(maxPlanActions / 2);

/** The keys of relationships that are stored. */
export async function storedIn(store: Store, accountId: string): Promise<string[]> {
  return [...(await itemsOf(store, accountId)).keys()].filter((key) => key.startsWith("Q#"));
}
