/** Accounts in which an agent changes what the owner has made. */
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { withAuthor } from "../../../shared/platform/http/author.ts";
import { accountOf, idsOf, named } from "../contact/contact-accounts.ts";
import { itemsOf, recordOf, storeAll } from "../contact/contact-calls.ts";
import { groupCalls } from "../interaction/group-calls.ts";
import { interactionCalls } from "../interaction/interaction-calls.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import { agentKey } from "./history-calls.ts";
import { storeWithFiles, undoCalls } from "./undo-calls.ts";

export const long = "A long note. ".repeat(400);

export type UndoWorld = Awaited<ReturnType<typeof undoWorld>>;

/** An account with three contacts, and the calls of an agent. */
export async function undoWorld(table: Store) {
  const files = memoryAccountFiles();
  const store = storeWithFiles(table, files);
  const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben", "Cem"));
  const [ann = "", ben = "", cem = ""] = idsOf(contacts);
  const [groups, interactions] = [groupCalls(store, accountId), interactionCalls(store, accountId)];
  const undo = undoCalls(store, accountId, files);
  const from = new Date(Date.now() - 60_000).toISOString();
  const agent = <T>(work: () => Promise<T>) => withAuthor(agentKey, work);
  const ofAgent = () => ({ by: agentKey.id, from, to: new Date().toISOString() });
  return { store, files, accountId, calls, groups, interactions, undo, ann, ben, cem, from, agent, ofAgent };
}

export async function manyContacts(store: Store, accountId: string, count: number) {
  const contacts = Array.from({ length: count }, (_, n) => recordOf(accountId, { firstName: `Person ${n}` }));
  await storeAll(store, accountId, contacts);
  return { ids: idsOf(contacts) };
}

/** What people see of an account, without what every write changes. */
export async function shown({ store, accountId, calls, groups, interactions }: UndoWorld) {
  const { contacts } = (await calls.list({ limit: "200" })).body;
  const plain = contacts.map(({ updatedAt: _u, notesUpdatedAt: _n, ...contact }) => contact);
  const labels = [...(await groups.groups()), ...(await groups.tags())].map(({ updatedAt: _u, ...label }) => label);
  const met = (await interactions.list()).body.interactions.map(({ updatedAt: _u, ...each }) => each);
  const related = await Promise.all(
    contacts.map(async ({ id }) => (await calls.relationships(id)).map(({ updatedAt: _u, ...each }) => each)),
  );
  const items = [...(await itemsOf(store, accountId)).keys()].filter((key) => /^[GYNPQM]#/.test(key));
  return { plain, labels, met, related, items };
}

/** Groups, interactions and relationships of the owner, and everything that an agent does to them: eighteen changes. */
export async function agentScene(at: UndoWorld) {
  const { calls, groups, interactions, ann, ben, cem, agent } = at;
  await calls.patch(ann, { notes: long, headline: "Pilot" });
  const club = await groups.createGroup({ label: "Club" });
  const choir = await groups.createGroup({ label: "Choir" });
  await groups.add(club.id, { contactIds: [ann, ben] });
  const call = { type: "Call", date: "2026-02-03T04:05:06Z", participantIds: [ann, ben] };
  const met = (await interactions.create(call)).body.interaction;
  const meal = { type: "Meal", date: "2026-02-04T04:05:06Z", title: "Soup", participantIds: [cem] };
  const gone = (await interactions.create(meal)).body.interaction;
  const friends = await calls.relate(ann, { relatedPersonId: ben, relationshipType: "friend" });
  const siblings = await calls.relate(ann, { relatedPersonId: cem, relationshipType: "sibling" });
  const before = await shown(at);
  await agent(async () => {
    const emails = [{ type: "work", value: "ann@example.org" }];
    await calls.patch(ann, { notes: "Short", headline: "Captain", emails });
    await calls.patch(ann, { notes: null, headline: "Admiral" });
    const { contact: dan } = (await calls.create({ firstName: "Dan" })).body;
    await calls.patch(dan.id, { headline: "Baker" });
    await groups.patchGroup(choir.id, { label: "Band" });
    await groups.add(choir.id, { contactIds: [cem, dan.id] });
    await groups.remove(club.id, { contactIds: [ben] });
    await groups.deleteGroup(club.id);
    const { id: tag } = await groups.createTag({ label: "new" });
    await groups.tag(tag, { contactIds: [ann] });
    await interactions.patch(met.id, { participantIds: [ann, dan.id], title: "Plans" });
    await interactions.remove(gone.id);
    await interactions.create({ type: "Coffee", participantIds: [dan.id, ben] });
    await calls.patchRelationship(ann, friends.id, { relationshipType: "partner" });
    await calls.unrelate(cem, siblings.id);
    await calls.relate(dan.id, { relatedPersonId: ann, relationshipType: "colleague" });
    await calls.remove(ben);
    await calls.remove(cem);
  });
  return { before, after: await shown(at) };
}
