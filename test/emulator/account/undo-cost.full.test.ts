/** What an undo of 10,000 changes costs: memory and write units. Its times are printed, because they depend on the machine. */
import { expect, it } from "vitest";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { planContacts } from "../../../shared/contact-change/contact-write.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { undoWorld } from "../../support/account/undo-world.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { contactCalls, recordOf, storeAll } from "../../support/contact/contact-calls.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
const size = 10_000;
const atOnce = 12;
const megabyte = 1024 * 1024;

it(`of ${size} changes takes 256 MB and 1.5 times the units of making them`, async () => {
  const at = await undoWorld(store);
  const { accountId, undo, agent, ofAgent } = at;
  const contacts = Array.from({ length: size }, (_, n) => recordOf(accountId, realisticBody(n)));
  await storeAll(store, accountId, contacts);
  const making = new Meter();
  const change = (some: readonly ContactRecord[]) =>
    writeAccount(store, accountId, (head, version) => ({
      ...planContacts(
        store,
        head,
        some.map((before) => ({ before: { ...before, version }, after: { ...before, headline: "Pilot", version } })),
        { txid: version, now: new Date() },
      ),
      result: undefined,
    }));
  await agent(async () => {
    for (let start = 0; start < size; start += atOnce) await change(contacts.slice(start, start + atOnce));
  });
  const selection = ofAgent();
  const dryStarted = performance.now();
  const dry = await undo.dry(selection);
  const drySeconds = (performance.now() - dryStarted) / 1000;
  const { id } = await undo.ask(selection);
  const meter = new Meter();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 20);
  const started = performance.now();
  await undo.serve(id ?? "", meteredStore(meter, at.store, mainTable));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const done = await undo.read(id ?? "");
  expect(done).toMatchObject({ status: "done", total: size, undone: size, kept: [] });
  expect(dry).toMatchObject({ total: size, undone: size, kept: [] });
  // One call makes one change.
  const sample = contacts.slice(0, 50);
  const single = meteredStore(making, store, mainTable);
  for (const { id } of sample) await contactCalls(single, accountId).patch(id, { headline: "Pilot" });
  const unitsOfMaking = (making.cost.writeUnits / sample.length) * size;
  const ratio = meter.cost.writeUnits / unitsOfMaking;
  console.info({
    seconds,
    drySeconds,
    ratio,
    units: meter.cost,
    perChange: making.cost.writeUnits / sample.length,
    heap: (most - before) / megabyte,
  });
  expect(ratio).toBeLessThanOrEqual(1.5);
  expect((most - before) / megabyte).toBeLessThan(256);
});
