/** Accesses whose cost does not depend on the number of contacts of the account: merges, relationships, sharing. */
import { accountHeadToItem, getAccountHead } from "../../shared/account/store/account.ts";
import { getContacts } from "../../shared/contact/store/contact-list.ts";
import { mainTable } from "../../shared/platform/dynamodb/definition.ts";
import { prefixQuery, queryItems } from "../../shared/platform/dynamodb/query.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { activityOf } from "../support/account/history-calls.ts";
import type { Units } from "../support/capacity/meter.ts";
import {
  historyUnits,
  itemBytes,
  relationshipHistoryUnits,
  transactionUnits,
} from "../support/capacity/write-units.ts";
import { accountOf, idsOf } from "../support/contact/contact-accounts.ts";
import { contactCalls } from "../support/contact/contact-calls.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";
import { crowdContact, stateOf } from "../support/merge/merge-accounts.ts";
import { mergeCalls } from "../support/merge/merge-calls.ts";
import { accountWithContact, recipients, sharing } from "../support/share/shares.ts";
import { benchTime, createIds, loadAccount } from "./account.ts";
import type { AccountFigures } from "./figures.ts";
import { contactChanges, trashChange, unitBytes, writeFloor } from "./floor.ts";
import { type GroundAddress, openGround } from "./ground.ts";
import { createWorld, measure, type World } from "./world.ts";

export async function measureOthers(address: GroundAddress): Promise<AccountFigures> {
  const world = createWorld(openGround(address), { accountId: "", size: 0, contacts: [] });
  const plain = await pairOf(world.bare.store, 3);
  const crowded = await pairOf(world.bare.store, 4);
  const newId = createIds("interactions", benchTime);
  await crowdContact(world.bare.store, { accountId: crowded.accountId, contactId: crowded.right, newId });
  return {
    ...(await measureMerge(world, "", plain)),
    ...(await measureMerge(world, " with 200 groups and 5,000 interactions", crowded)),
    ...(await measureRelationships(world)),
    ...(await measureShare(world)),
    ...(await measureTrash(world)),
    ...(await measureHistory(world)),
  };
}

interface Pair {
  accountId: string;
  left: string;
  right: string;
}

/** Two contacts of an account of this size. Their ids are the same in every run, because they are compressed with the contacts. */
async function pairOf(store: Store, size: number): Promise<Pair> {
  const { accountId, contacts } = await loadAccount(store, size);
  const [, left, right] = contacts;
  return { accountId, left: left?.id ?? "", right: right?.id ?? "" };
}

/** A merge and its undo, each in a process that has read nothing. Throws when the undo does not restore everything. */
async function measureMerge(world: World, which: string, { accountId, left, right }: Pair): Promise<AccountFigures> {
  const { bare, counted } = world;
  const parts = { now: () => new Date(benchTime), newId: createIds("merges", benchTime) };
  const ids = [left, right];
  const contacts = async () => {
    const found = await getContacts(bare.store, accountId, ids);
    return ids.map((id) => found.find((each) => each.id === id));
  };
  const state = async () =>
    Object.keys(await stateOf(bare.store, accountId))
      .toSorted()
      .join("\n");
  const [before, stateBefore] = [await contacts(), await state()];
  let mergeId: string | null = null;
  let merged: typeof before = [];
  const floorOf = async (from: typeof before, to: typeof before, historyChanges: number): Promise<Units> => {
    const head = accountHeadToItem(await getAccountHead(bare.store, accountId));
    const changes = ids.flatMap((_, side) => contactChanges(bare.store, from[side], to[side]));
    const units = transactionUnits(mainTable, [{ before: head, after: { ...head, txid: 0 } }, ...changes]);
    return { readUnits: 3, writeUnits: units + historyChanges * historyUnits };
  };
  const merge = await measure(world, {
    runs: 1,
    prepare: async () => () => mergeCalls(counted.store, accountId, parts).merge(left, right),
    floorOf: async (answer) => {
      mergeId = answer.mergeId;
      merged = await contacts();
      return floorOf(before, merged, 1);
    },
  });
  const undo = await measure(world, {
    runs: 1,
    prepare: async () => () => mergeCalls(counted.store, accountId, parts).undo(mergeId),
    floorOf: async () => floorOf(merged, await contacts(), ids.length),
  });
  if ((await state()) !== stateBefore) throw new Error("an undo did not restore everything");
  return { [`merge of a contact${which}`]: merge, [`undo of a merge${which}`]: undo };
}

const relatedCount = 5;

async function measureRelationships(world: World): Promise<AccountFigures> {
  const bodies = Array.from({ length: relatedCount + 1 }, (_, n) => realisticBody(n));
  const { accountId, contacts } = await accountOf(world.bare.store, bodies);
  const [own = "", ...others] = idsOf(contacts);
  const calls = () => contactCalls(world.counted.store, accountId);
  return {
    "create of a relationship": await measure(world, {
      runs: relatedCount,
      prepare: async (run) => () => calls().relate(own, { relatedPersonId: others[run], relationshipType: "friend" }),
      // The head and both contacts are read; the head, an item under each contact and the change are written.
      floorOf: () => ({ readUnits: 3, writeUnits: 6 + relationshipHistoryUnits }),
    }),
    "list of 5 relationships": await measure(world, {
      runs: 1,
      prepare: async () => () => calls().relationships(own),
      // The contacts at the other ends, and the items as neighbours.
      floorOf: () => ({ readUnits: relatedCount + 1, writeUnits: 0 }),
    }),
  };
}

async function measureShare(world: World): Promise<AccountFigures> {
  const { accountId, personId } = await accountWithContact(world.bare.store, realisticBody(1));
  const { share } = sharing(world.counted.store, new Date().toISOString());
  const mailTo = (count: number) =>
    measure(world, {
      runs: 1,
      prepare: async () => () =>
        share(accountId, { personId, recipientEmails: recipients(count), selectedFields: ["emails", "phones"] }),
      // The head and the contact are read; the recipients are counted in the head, each mail is recorded once, and so is the change.
      floorOf: () => ({ readUnits: 2, writeUnits: 2 + count + historyUnits }),
    });
  return { "share with one recipient": await mailTo(1), "share with ten recipients": await mailTo(10) };
}

const pageSize = 50;

/** A page of contacts in the trash, and the way back of some. */
async function measureTrash(world: World): Promise<AccountFigures> {
  const { bare, counted } = world;
  const bodies = Array.from({ length: pageSize }, (_, n) => realisticBody(n));
  const { accountId, contacts } = await accountOf(bare.store, bodies);
  const ids = idsOf(contacts);
  await contactCalls(bare.store, accountId).deleteContacts({ ids });
  const calls = () => contactCalls(counted.store, accountId);
  const page = await measure(world, {
    runs: 1,
    prepare: async () => () => calls().trash(),
    floorOf: () => neighbours(bare.store, accountId, "TR#"),
  });
  const restore = await measure(world, {
    runs: relatedCount,
    prepare: async (run) => () => calls().restore({ ids: [ids[run]] }),
    // Besides the contact and its change, the item of the trash goes, and the activity has the change of the restore.
    floorOf: async (_, run) => {
      const [contact] = await getContacts(bare.store, accountId, [ids[run] ?? ""]);
      const { readUnits, writeUnits } = await writeFloor(bare.store, undefined, contact);
      const { after } = contact ? trashChange(bare.store, contact) : {};
      const gone = transactionUnits(mainTable, [{ before: after, after: undefined }]);
      return { readUnits: readUnits + 1, writeUnits: writeUnits + gone + 2 };
    },
  });
  return { "page of the trash": page, "restore of a contact": restore };
}

/** A page of usual changes: patches of the notes of a contact. */
async function measureHistory(world: World): Promise<AccountFigures> {
  const { bare, counted } = world;
  const { accountId, contacts } = await accountOf(bare.store, [realisticBody(1)]);
  const [id = ""] = idsOf(contacts);
  for (let n = 0; n < pageSize; n++)
    await contactCalls(bare.store, accountId).patch(id, { notes: `${n}: a new note.` });
  const pageOf = (work: () => Promise<unknown>) =>
    measure(world, { runs: 1, prepare: async () => work, floorOf: () => neighbours(bare.store, accountId, "CH#") });
  return {
    "page of a contact's history": await pageOf(() => contactCalls(counted.store, accountId).history(id)),
    "page of the activity": await pageOf(() => activityOf(counted.store, accountId)),
  };
}

/** The items of a page, read at once. */
async function neighbours(store: Store, accountId: string, prefix: string): Promise<Units> {
  let bytes = 0;
  for await (const item of queryItems(store, prefixQuery(accountId, prefix))) bytes += itemBytes(item);
  return { readUnits: Math.ceil(bytes / unitBytes), writeUnits: 0 };
}
