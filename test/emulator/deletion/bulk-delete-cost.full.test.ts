import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { contactWriteActions } from "../../../shared/contact-change/contact-write.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import type { Cost } from "../../support/capacity/meter.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { transactionUnits } from "../../support/capacity/write-units.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { workOnSet } from "../../support/contact/deletion-work.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";
import { countOf, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const size = 200;

/** An account of realistic contacts, and the units that the deletion of all their items costs at the least. */
async function accountWithFloor() {
  const accountId = await seedAccount(store);
  const contacts = Array.from({ length: size }, (_, n) => recordOf(accountId, realisticBody(n)));
  await storeAll(store, accountId, contacts);
  return { accountId, contacts, floor: contacts.reduce((sum, contact) => sum + floorOf(contact), 0) };
}

function floorOf(contact: ContactRecord): number {
  const items = contactWriteActions(store, null, contact).map(({ Put }) => Put?.Item);
  return transactionUnits(
    mainTable,
    items.map((before) => ({ before, after: undefined })),
  );
}

function ratio({ readUnits, writeUnits }: Cost, floor: number): number {
  return (readUnits + writeUnits) / floor;
}

describe(`deleting ${size} contacts`, () => {
  it("in the background costs at most 1.1 times, and reads each contact once", async () => {
    const { accountId, contacts, floor } = await accountWithFloor();
    const files = memoryAccountFiles();
    const at = { accountId, deletionId: newId() };
    const meter = new Meter();
    await putContactSet(files, at, { ids: contacts.map(({ id }) => id), deletedAt: null });
    await workOnSet(meteredStore(meter, store, mainTable), files, deletionKey(at));
    // Each contact has a change that no index has.
    expect(ratio(meter.cost, floor + 2 * size)).toBeLessThanOrEqual(1.1);
    // Each contact costs a unit, and so do the head and the change of the deletion in each transaction.
    expect(meter.cost.readUnits).toBeLessThan(1.2 * size);
  });

  it("reads each at most three times when every transaction is overtaken by a write of another", async () => {
    const { accountId, contacts } = await accountWithFloor();
    const others = contactCalls(store, accountId);
    let [commits, reads] = [0, 0];
    const overtaken = watchedStore(store, async (command, send) => {
      if (command.name === "TransactWriteCommand" && ++commits % 2 === 1) {
        await others.patch(accountId, { notes: `${commits}` });
      }
      if (command.name === "BatchGetCommand") reads += countOf(command);
      return send();
    });
    const retry = { now: () => 0, random: () => 0, pause: async () => {}, timeLimit: 1 };
    const calls = contactCalls(overtaken, accountId, { retry });
    const { body } = await calls.deleteContacts({ ids: contacts.map(({ id }) => id), permanent: true });
    expect(body.deletedCount).toBe(size);
    expect(commits).toBeGreaterThan(15);
    expect(reads).toBeLessThan(3 * size);
  });
});
