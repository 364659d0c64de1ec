import { expect, it } from "vitest";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { idsOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

const size = 400;

it("in capacity units, the trash costs a contact four more to delete, and a fifth more to restore than to create it", async () => {
  const accountId = await seedAccount(store);
  const contacts = Array.from({ length: 2 * size }, (_, n) => recordOf(accountId, realisticBody(n)));
  const metered = async (work: (calls: ReturnType<typeof contactCalls>) => Promise<unknown>) => {
    const meter = new Meter();
    await work(contactCalls(meteredStore(meter, store, mainTable), accountId));
    const { readUnits, writeUnits } = meter.cost;
    return { readUnits, writeUnits };
  };
  const creation = new Meter();
  await storeAll(meteredStore(creation, store, mainTable), accountId, contacts);
  const ids = idsOf(contacts);
  const [kept, gone] = [ids.slice(0, size), ids.slice(size)];
  const past = await metered((calls) => calls.deleteContacts({ ids: gone, permanent: true }));
  const deleted = await metered((calls) => calls.deleteContacts({ ids: kept }));
  const page = await metered((calls) => calls.trash());
  const restored = await metered((calls) => calls.restore({ ids: kept }));
  await contactCalls(store, accountId).deleteContacts({ ids: kept });
  const emptied = await metered((calls) => calls.emptyTrash());
  expect(deleted.writeUnits - past.writeUnits).toBeLessThan(4 * size);
  expect(deleted.readUnits).toBeLessThan(3 * size);
  expect(page).toMatchObject({ writeUnits: 0, readUnits: expect.closeTo(10, -1) });
  // Each contact has a change that no index has.
  expect(restored.writeUnits - 2 * size).toBeLessThan((1.2 * size * creation.cost.writeUnits) / contacts.length);
  expect(restored.readUnits).toBeLessThan(4 * size);
  expect(emptied.writeUnits).toBeLessThan(4 * size);
});
