/** Accounts with contacts to merge, and what is stored of them. */
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { planLabelCreations } from "../../../shared/label/store/label.ts";
import { byBucket } from "../../../shared/label/store/membership-buckets.ts";
import { planMemberships } from "../../../shared/label/store/memberships.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { accountOf, idsOf } from "../contact/contact-accounts.ts";
import { itemsOf } from "../contact/contact-calls.ts";
import { groupCalls } from "../interaction/group-calls.ts";
import { noteOf, putInteractions } from "../interaction/interaction-accounts.ts";
import { interactionCalls } from "../interaction/interaction-calls.ts";
import { mergeCalls } from "./merge-calls.ts";

/** An account with contacts of these bodies, and the calls of all groups. */
export async function accountWithMerges(store: Store, bodies: readonly object[], now: () => Date = () => new Date()) {
  const { accountId, calls, contacts } = await accountOf(store, bodies, { now });
  const [left = "", right = "", third = ""] = idsOf(contacts);
  return {
    ...{ accountId, calls, left, right, third },
    merges: mergeCalls(store, accountId, { now }),
    groups: groupCalls(store, accountId, { now }),
    interactions: interactionCalls(store, accountId, { now }),
  };
}

const ofWrites = ["version", "updatedAt", "notesUpdatedAt", "continuedAs", "dueKey", "renamedAt"];
const ofHeadWrites = [
  "txid",
  "labelChanges",
  "writtenAt",
  "searchTxid",
  "deletionTxid",
  "datesTxid",
  "keepTxid",
  "membershipTxid",
  "mergeTxid",
  "mergeCount",
];

/** All items without what every write changes, and without those of merges that were undone. */
export async function stateOf(store: Store, accountId: string): Promise<Record<string, unknown>> {
  const items = [...(await itemsOf(store, accountId))].filter(([sk]) => !/^[FJHX]#/.test(sk));
  return Object.fromEntries(
    items.map(([sk, item]) => {
      const ignored = sk === "HEAD" ? ofHeadWrites : ofWrites;
      return [sk, Object.fromEntries(Object.entries(item).filter(([name]) => !ignored.includes(name)))];
    }),
  );
}

const [groupCount, interactionCount] = [200, 5_000];
/** With their changes, they fit into a transaction. */
const groupsAtOnce = 40;

/** Gives a contact 200 groups and 5,000 interactions. */
export async function crowdContact(
  store: Store,
  { accountId, contactId, newId }: { accountId: string; contactId: string; newId: () => string },
): Promise<void> {
  await joinGroups(store, accountId, contactId);
  const date = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString();
  const notes = Array.from({ length: interactionCount }, (_, n) => noteOf(accountId, date(n), [contactId]));
  await putInteractions(
    store,
    accountId,
    notes.map((note) => ({ ...note, id: newId() })),
  );
}

async function joinGroups(store: Store, accountId: string, contactId: string): Promise<void> {
  const time = new Date().toISOString();
  for (let start = 0; start < groupCount; start += groupsAtOnce) {
    await writeAccount(store, accountId, (head) => {
      const labels = Array.from({ length: groupsAtOnce }, (_, n) => {
        const [number, id] = [start + n + 1, `0189000${n % 10}-0000-7000-8000-${String(start + n).padStart(12, "0")}`];
        const shown = { label: `Group ${number}`, emoji: "👥", color: "#2f6fed", createdAt: time, updatedAt: time };
        return { accountId, kind: "group" as const, id, number, ...shown };
      });
      return { ...planLabelCreations(store, head, "group", labels), result: null };
    });
  }
  const numbers = Array.from({ length: groupCount }, (_, n) => n + 1);
  await writeAccount(store, accountId, async (head, txid) => ({
    ...(await planMemberships(store, head, byBucket([contactId]), () => numbers, txid)),
    result: null,
  }));
}
