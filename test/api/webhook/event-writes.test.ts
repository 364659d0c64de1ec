/** Makes every write of the API and of the jobs, and compares the events that it causes with the table of events. */
import { expect, it } from "vitest";
import { routeTable } from "../../../functions/routes.ts";
import { tableNames } from "../../../infra/local/stack/function-environment.ts";
import { eventTypes, webhookEvents } from "../../../shared/account/events.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { readOutbox } from "../../../shared/account/store/outbox.ts";
import { applyPendingWork } from "../../../shared/interaction/store/pending-work.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { named } from "../../support/contact/contact-accounts.ts";
import { createImportStand, people } from "../../support/import/import-work.ts";
import { newAccount } from "../../support/import/imports.ts";
import { receiptCalls } from "../../support/import/receipt-calls.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { accountWithMerges } from "../../support/merge/merge-accounts.ts";
import { freshTable, localStack } from "../../support/process/stack.ts";
import { accountWithDates, reminderSender } from "../../support/reminder/reminders.ts";
import { filled, namedRoutes } from "../../support/specification/visits.ts";
import { givePictures, makeWorld, type World } from "../../support/specification/world.ts";
import { webhookCalls } from "../../support/webhook/webhook-calls.ts";

const plain = (path: string) => path.replace("/vcard", "/{}").replace(/\{\w+\}/g, "{}");
const routes = namedRoutes.flatMap(({ method, path, route }) => {
  const rows = Object.entries(routeTable).filter(([, row]) => row.method === method && plain(row.path) === plain(path));
  return method === "GET" ? [] : rows.map(([write]) => ({ write, method, path, route }));
});

interface Change {
  ids?: Readonly<Record<string, string>>;
  body?: object;
}

/**
 * What makes a write a change where the usual request is none. The contact of the world is in a group and has a tag, and the other
 * one has neither.
 */
const changes: Readonly<Record<string, (world: World, otherId: string) => Change | Promise<Change>>> = {
  patchContact: () => ({ body: { firstName: "Other" } }),
  replaceImportantDates: () => ({ body: { dates: [] } }),
  deletePhoto: (world) => givePictures(world).then(() => ({})),
  patchGroup: () => ({ body: { label: "Other" } }),
  patchTag: () => ({ body: { label: "Other" } }),
  addGroupContacts: (_world, otherId) => ({ ids: { contactId: otherId } }),
  addTagContacts: (_world, otherId) => ({ ids: { contactId: otherId } }),
  tagContact: (_world, otherId) => ({ ids: { contactId: otherId } }),
  patchInteraction: () => ({ body: { date: "2026-01-03T03:04:05Z" } }),
  mergeContacts: ({ ids }, otherId) => ({ body: { leftPersonId: otherId, rightPersonId: ids.contactId } }),
  restoreContacts: async ({ ask, ids }) => {
    await ask("DELETE", `/contacts/${ids.contactId}`);
    return {};
  },
  undoMerge: async ({ get, ids }, otherId) => {
    const merge = await get("POST", "/contacts/merge", { leftPersonId: otherId, rightPersonId: ids.contactId });
    return { ids: { mergeId: String(merge.mergeId) } };
  },
  commitImportRows: async (world) => ({ body: { contacts: (await parsed(world)).contacts } }),
  startImportCommit: async (world) => ({ ids: { importId: String((await parsed(world)).importId) } }),
  undoImport: async (world) => {
    const { text } = await world.ask("POST", `/contacts/import/vcard/${(await parsed(world)).importId}/commit`, {});
    await workEnds(world);
    return { ids: { receiptId: JSON.parse(text).receipt.id } };
  },
};

/** Two cards: a new contact with a group, and a phone number for the contact of the world. */
function parsed({ get }: World) {
  const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
  const known = card("FN:Ann Bell", "N:Bell;Ann", "EMAIL:ann@example.org", "TEL:+4930998877");
  const form = new FormData();
  form.append("file", new File([card("FN:Åsa Lind", "CATEGORIES:Friends"), known], "book.vcf"));
  return get("POST", "/contacts/import/vcard/parse", form);
}

/** No worker is busy with an import any more. */
async function workEnds({ get }: World): Promise<void> {
  const read = async () => JSON.stringify((await get("GET", "/contacts/import-receipts")).receipts);
  await expect.poll(read, { timeout: 20_000 }).not.toMatch(/"status":"(running|undoing)"/);
}

async function expectDeclared(write: string, store: Store, accountId: string, since: string): Promise<void> {
  const items = await readOutbox(store, accountId, Number(since), 1_000);
  const all = items.flatMap(({ txid, events }) => events.map((event) => JSON.stringify([txid, event])));
  expect(all, "an event is in a write once").toEqual([...new Set(all)]);
  const seen = new Set(items.flatMap(({ events }) => events.map(({ type }) => type)));
  const declared = eventTypes.filter((type) => (webhookEvents[type].writes as readonly string[]).includes(write));
  expect(eventTypes.filter((type) => seen.has(type))).toEqual(declared);
}

it.each(routes)("$write causes the events that declare it, and no others", async (named) => {
  const { write, method, path, route } = named;
  const { endpoints, credentials } = await localStack();
  const client = createDocumentClient({ endpoint: endpoints.dynamoDb, region: credentials.region, credentials });
  const store = { client, tableName: tableNames.main };
  const words = JSON.stringify([path, route]);
  const world = await makeWorld((id) => /group|tag|account/.test(id) || words.includes(`{${id}}`));
  const other = await world.get("POST", "/contacts", { firstName: "Nora" });
  const change = await changes[write]?.(world, (other.contact as { id: string }).id);
  const ids = { ...world.ids, ...(change ?? { ids: await route.prepare?.(world) }).ids };
  const { accountId = "" } = world.ids;
  // Without a webhook, nothing is sent.
  const { txid } = await writeAccount(store, accountId, (head) => {
    return { actions: [], head: { ...head, webhookEvents: eventTypes }, result: undefined };
  });
  const usual: unknown = typeof route.body === "function" ? route.body() : route.body;
  const answer = await world.ask(method, filled(path, ids), filled(change?.body ?? usual, ids));
  expect(answer.status, answer.text).toBeLessThan(300);
  if (/^(start|undo)Import/.test(write)) await workEnds(world);
  await expectDeclared(write, store, accountId, txid);
  if (write === "deleteAccount") return;
  const events = (await readOutbox(store, accountId, Number(txid), 1_000)).flatMap(({ events }) => events);
  const labels = groupCalls(store, accountId);
  const [groups, tags] = [await labels.groupChanges({ since: txid }), await labels.tagChanges({ since: txid })];
  const changed = new Set([...groups.changes.map(({ groupId }) => groupId), ...tags.changes.map(({ tagId }) => tagId)]);
  expect(changed, "labels that changed").toEqual(
    new Set(events.flatMap(({ groupId, tagId }) => groupId ?? tagId ?? [])),
  );
});

/** Writes without a request. Each makes what it needs, runs `subscribe` and then itself, and returns the account. */
const jobs: Readonly<Record<string, (store: Store, subscribe: Subscribe) => Promise<string>>> = {
  applyDueInteractions: async (store, subscribe) => {
    const { accountId, interactions, left } = await accountWithMerges(store, named("Ann", "Bob"));
    await interactions.create({ date: "2126-01-01T00:00:00Z", type: "Call", participantIds: [left] });
    await subscribe(accountId);
    await applyPendingWork({ store, now: () => new Date("2126-01-02T00:00:00Z") }, accountId);
    return accountId;
  },
  endClientImports: async (store, subscribe) => {
    const stand = createImportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
    const accountId = await newAccount(store);
    await stand.parsedImport(accountId, people(1));
    await receiptCalls(stand, store, accountId).commit(people(1));
    await subscribe(accountId, stand.now);
    stand.pass(61 * 60_000);
    await stand.sweep();
    return accountId;
  },
  runReminders: async (store, subscribe) => {
    const sender = reminderSender(store, "2026-03-10T07:30:00.000Z");
    const { accountId } = await accountWithDates(sender, {}, [{ date: "1990-03-12", notifyDaysBefore: 2 }]);
    await subscribe(accountId, sender.now);
    sender.pass(60);
    await sender.run();
    await sender.run();
    return accountId;
  },
};
type Subscribe = (accountId: string, now?: () => Date) => Promise<void>;

it.each(Object.entries(jobs))("%s causes the events that declare it, and no others", async (write, run) => {
  const { store } = await freshTable();
  let since = 0;
  const accountId = await run(store, async (id, now = () => new Date()) => {
    await webhookCalls(store, id, { now }).create();
    since = (await getAccountHead(store, id)).txid;
  });
  await expectDeclared(write, store, accountId, String(since));
});

it.each(Object.entries(webhookEvents))(
  "%s has a write, and names only writes that are made here",
  (_type, { writes }) => {
    const made = [...routes.map(({ write }) => write), ...Object.keys(jobs)];
    expect(writes).not.toEqual([]);
    expect(made).toEqual(expect.arrayContaining([...writes]));
  },
);
