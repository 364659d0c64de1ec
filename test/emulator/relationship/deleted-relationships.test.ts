import { expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { relatedPeople, storedIn } from "../../support/relationship/related-people.ts";

const { store } = await freshTable();

it("a deletion that is killed after any of its writes shows no relationship of a deleted contact, and the next one removes them", async () => {
  for (let number = 1, isKilled = true; isKilled; number++) {
    const { accountId, calls, ids, id, befriend, merge } = await relatedPeople(store, 9);
    await befriend(0, ids.slice(1));
    await befriend(1, ids.slice(2));
    await merge(2, 3);
    const killed = new KilledProcess(number);
    const leaving = ids.slice(1, 8);
    const deletion = contactCalls(killed.storeOf(store), accountId).deleteContacts({ ids: leaving, permanent: true });
    await deletion.catch((fault: unknown) => expect(fault).toBeInstanceOf(Killed));
    ({ isKilled } = killed);
    const there = (await calls.list()).body.contacts.map((contact) => contact.id);
    const shown = await calls.relationships(id(0));
    expect(shown.map(({ relatedPersonId }) => relatedPersonId)).toEqual(there.filter((each) => each !== id(0)));
    await calls.deleteContacts({ ids: leaving, permanent: true });
    expect((await storedIn(store, accountId)).length, `${number}`).toBe(2);
    expect((await getAccountHead(store, accountId)).deletedContactItems).toBe(0);
  }
});

it("a deletion without enough time leaves relationships to the worker, which a kill does not stop", async () => {
  const { accountId, id, ids, calls, befriend } = await relatedPeople(store, 40);
  await befriend(0, ids.slice(1));
  const files = memoryAccountFiles();
  const hurried = contactCalls(store, accountId, { accountFiles: files }, () => 3_000);
  expect((await hurried.deleteContacts({ ids: ids.slice(2), permanent: true })).status).toBe(200);
  expect((await calls.relationships(id(0))).length).toBe(1);
  expect((await storedIn(store, accountId)).length).toBe(2 * 39);
  const [key = "none"] = files.objects.keys();
  const work = (table: Store) => workOnSet(table, files, key);
  await expect(work(new KilledProcess(2).storeOf(store))).rejects.toThrow(Killed);
  await work(store);
  expect((await storedIn(store, accountId)).length).toBe(2);
  expect(files.objects.size).toBe(0);
});
