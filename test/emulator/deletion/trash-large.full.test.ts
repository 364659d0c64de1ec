import { expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { contactKeyPrefix } from "../../../shared/contact/store/contact-order.ts";
import { trashKeyStart } from "../../../shared/contact-deletion/trash.ts";
import { countItems, prefixQuery } from "../../../shared/platform/dynamodb/query.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

/** Several parts of the work, and more than a request does. */
const size = 5_000;
/** The transactions between two moments at which everything is counted. */
const between = 40;

it(`counts are right at every moment while ${size} contacts are deleted, restored and removed for good`, async () => {
  const accountId = await seedAccount(store);
  const contacts = Array.from({ length: size }, (_, n) => recordOf(accountId, { firstName: `P${n}` }));
  await storeAll(store, accountId, contacts);
  const files = memoryAccountFiles();
  const calls = contactCalls(store, accountId, { accountFiles: files });
  let transactions = 0;
  let emptied = false;
  const watched = watchedStore(store, async ({ name }, send) => {
    const answer = await send();
    if (name !== "TransactWriteCommand") return answer;
    const { contactCount, trashCount } = await getAccountHead(store, accountId);
    expect(contactCount + trashCount).toBe(emptied ? 0 : size);
    if (++transactions % between > 0) return answer;
    expect(await countItems(store, prefixQuery(accountId, contactKeyPrefix))).toBe(contactCount);
    if (!emptied) expect(await countItems(store, prefixQuery(accountId, trashKeyStart))).toBe(trashCount);
    expect((await calls.list({ limit: "1" })).body.pagination.totalCount).toBe(contactCount);
    expect((await calls.trash({ limit: "1" })).pagination.totalCount).toBe(trashCount);
    return answer;
  });
  const work = async () => {
    for (const key of [...files.objects.keys()]) await workOnSet(watched, files, key);
    expect(files.objects.size).toBe(0);
  };
  const began = new Date(Date.now() - 1_000).toISOString();
  expect((await calls.deleteContacts({ filter: {} })).status).toBe(202);
  await work();
  expect((await calls.trash({ limit: "1" })).pagination.totalCount).toBe(size);
  expect(await calls.restore({ deletedSince: began })).toEqual({ restoredCount: size, results: [] });
  await work();
  expect((await calls.list({ limit: "1" })).body.pagination.totalCount).toBe(size);
  await calls.deleteContacts({ filter: {} });
  await work();
  expect((await calls.emptyTrash()).body.deletedCount).toBe(size);
  emptied = true;
  await work();
  expect(await countItems(store, prefixQuery(accountId, trashKeyStart))).toBe(0);
});
