/** What somebody does with an account: each step as calls of a process, and as what it does in the model. */
import fc from "fast-check";
import { v7 as newId } from "uuid";
import type { AccountFiles } from "../../../shared/account/store/account-files.ts";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { createAvatarStore, type StoreAvatar } from "../../../shared/picture/store-avatar.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Author } from "../../../shared/platform/http/author.ts";
import type { RelationshipType } from "../../../shared/relationship/store/relationship.ts";
import { contactCalls } from "../contact/contact-calls.ts";
import { workOnSet } from "../contact/deletion-work.ts";
import { memoryPictureFiles } from "../contact/pictures.ts";
import { type BegunCommit, type ImportStand, people } from "../import/import-work.ts";
import { groupCalls } from "../interaction/group-calls.ts";
import { interactionCalls } from "../interaction/interaction-calls.ts";
import { mergeCalls } from "../merge/merge-calls.ts";
import type { AccountState, Fields, Origin, ShownAccount, Subject } from "./account-model.ts";

export const session: Author = { kind: "session", id: "session", label: null, agent: false };
const laptop: Author = { kind: "key", id: "laptopKey001", label: "laptop", agent: false };
export const phone: Author = { kind: "key", id: "phoneKey0002", label: "phone", agent: false };

/** The values of a contact that steps change. */
export const blankContact: Fields = {
  ...{ firstName: "", lastName: "", headline: null, notes: null, emails: [], importantDates: [] },
  ...{ keepFrequencyDays: null, network_b: null, avatar: null },
};
const email = (value: string) => ({ preferred: false, type: "other", value });
/** No two dates are the same, because one that was entered again is another one. */
const dateOf = (note: string) => ({ type: "other", date: "2000-01-10", note, notifyDaysBefore: null });
const patchesWith = (dateNote: string): readonly Fields[] => [
  { headline: "Pilot" },
  { headline: "Captain", notes: "short" },
  { headline: null, keepFrequencyDays: 30 },
  { notes: "a".repeat(2_050), headline: "Pilot" },
  { notes: `b${"a".repeat(2_050)}`, importantDates: [dateOf(dateNote)] },
  { notes: null, emails: [email("x@example.org")] },
  { emails: [email("y@example.org"), email("x@example.org")], keepFrequencyDays: null },
  { firstName: "Zoë", lastName: "Bell", importantDates: [] },
];

/** What is there, and what was made by earlier steps. */
interface Circumstances {
  accountId: string;
  author: Author;
  state: AccountState;
  store: Store;
  /** The store of a process that may be killed. */
  process: Store;
  files: AccountFiles;
  stand: ImportStand;
  imports: BegunCommit[];
  merges: MergeStep[];
}

export interface MergeStep {
  id: string;
  left: string;
  right: string;
  /** The members of each label before. */
  members: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface PlannedStep {
  call: () => Promise<unknown>;
  /** The subject whose changes are remembered, if it is not `contact`. */
  subject?: Subject;
  /** `shown` is what is read after the call. */
  work: (state: AccountState, shown: ShownAccount) => void;
  origin?: Partial<Origin>;
  /** What goes on with a job when its process was killed. */
  again?: () => Promise<unknown>;
  refusal?: string;
}

/** Everything that a step may be about, chosen by two numbers. What is not there ends the step (`nothingThere`). */
function worldOf(circumstances: Circumstances, one: number, other: number) {
  const { accountId, state, process, author } = circumstances;
  /** A picture is its name, which its version has. */
  const storeAvatar: StoreAvatar = (id, picture) => {
    const parts = { store: process, files: memoryPictureFiles(), encode: async () => [], now: () => new Date() };
    return createAvatarStore({ ...parts, newId: () => `${Buffer.from(picture)}-${newId()}` })(id, picture);
  };
  const made = newId();
  const here = state.contactIds;
  const several = (ids: readonly string[]) => {
    return [...new Set([one, other, one + 1].slice(0, 1 + (other % 3)).map((number) => at(ids, number)))];
  };
  return {
    ...{ ...circumstances, one, other, made, by: author.id, patch: at(patchesWith(made), other) },
    get id() {
      return at(here, one);
    },
    get otherId() {
      const id = at(here, one);
      return at(
        here.filter((each) => each !== id),
        other,
      );
    },
    get ids() {
      return several(here);
    },
    get trashed() {
      return several([...state.trash.keys()]);
    },
    get label() {
      return at([...state.group.keys(), ...state.tag.keys()], one);
    },
    get meeting() {
      return at(Object.keys(state.shown().interactions), one);
    },
    contacts: contactCalls(process, accountId, { storeAvatar }),
    labels: groupCalls(process, accountId),
    meetings: interactionCalls(process, accountId),
    /** The first thing that these make has the id `made`. */
    merging: mergeCalls(process, accountId, { newId: () => made }),
    relating: contactCalls(process, accountId, { newId: () => made }),
  };
}
export type StepWorld = ReturnType<typeof worldOf>;

/** The origin of a change of many contacts, whose id the model doesn't know. */
const bulk: Partial<Origin> = { isJob: true, via: { kind: "bulk", id: "" } };

const steps = {
  create: ({ contacts, one, other, patch }) => {
    const body = { firstName: `Ann ${one}`, ...(other % 2 === 0 && { network_b: `p${other % 5}` }), ...patch };
    return {
      call: () => contacts.create(body),
      work: ({ contact }, shown) => contact.set(newIn(shown.contacts, contact), { ...blankContact, ...body }),
    };
  },
  patch: ({ contacts, id, patch }) => ({ call: () => contacts.patch(id, patch), work: changed(id, patch) }),
  dates: ({ contacts, id, made, other }) => {
    const importantDates = other % 3 === 0 ? [] : [dateOf(made)];
    return { call: () => contacts.putDates(id, importantDates), work: changed(id, { importantDates }) };
  },
  photo: ({ contacts, id, other }) => {
    const avatar = `picture${other % 3}`;
    return { call: () => contacts.photo(id, Buffer.from(avatar)), work: changed(id, { avatar }) };
  },
  "remove photo": ({ contacts, id }) => ({ call: () => contacts.deletePhoto(id), work: changed(id, { avatar: null }) }),
  delete: ({ contacts, id, by }) => ({ call: () => contacts.remove(id), work: toTrash([id], by) }),
  "delete for good": ({ contacts, id }) => {
    return { call: () => contacts.remove(id, {}, { permanent: true }), work: (state) => state.purge([id]) };
  },
  "delete many": ({ contacts, ids, by }) => {
    return { call: () => contacts.deleteContacts({ ids }), work: toTrash(ids, by), origin: bulk };
  },
  "delete in the background": (world) =>
    inBackground(world, { ids: world.ids, deletedAt: new Date().toISOString() }, toTrash(world.ids, world.by)),
  restore: ({ contacts, trashed: ids }) => {
    return { call: () => contacts.restore({ ids }), work: fromTrash(ids), origin: bulk };
  },
  "restore since": ({ contacts, state }) => {
    const since = { deletedSince: "2026-01-01T00:00:00Z" };
    return { call: () => contacts.restore(since), work: fromTrash([...state.trash.keys()]), origin: bulk };
  },
  "restore in the background": (world) =>
    inBackground(world, { ids: world.trashed, deletedAt: null, isRestore: true }, fromTrash(world.trashed)),
  "empty trash": ({ contacts, state, trashed, other }) => {
    const isAll = other % 2 === 0;
    const ids = isAll ? [...state.trash.keys()] : trashed;
    const work = (after: AccountState) => {
      after.purge(ids);
      if (isAll) after.emptiedAt = newId();
    };
    return { call: () => contacts.emptyTrash(isAll ? {} : { ids }), work, origin: bulk };
  },
  merge: ({ merging, merges, id: left, otherId: right, made: id }) => ({
    call: () => merging.merge(left, right),
    work: (state, shown) => {
      merges.push({ id, left, right, members: new Map(state.members) });
      for (const [label, of] of state.members) {
        if (of.has(right)) state.members.set(label, without(of, right).add(left));
      }
      state.mergedInto.set(right, left);
      takeOver(state, shown, [left]);
    },
    origin: { kind: "merged", changed: left, via: { kind: "merge", id } },
  }),
  "undo merge": ({ merging, merges, one }) => {
    const merge = at(merges, one);
    const { id, left, right, members } = merge;
    return {
      call: () => merging.undo(id),
      work: (state, shown) => {
        merges.splice(merges.indexOf(merge), 1);
        state.mergedInto.delete(right);
        for (const [label, of] of state.members) {
          const before = members.get(label) ?? new Set();
          if (!before.has(right)) continue;
          state.members.set(label, (before.has(left) ? new Set(of) : without(of, left)).add(right));
        }
        takeOver(state, shown, [left]);
      },
      origin: { kind: "unmerged", changed: left, via: { kind: "merge", id } },
      refusal: "merge_not_undoable",
    };
  },
  import: ({ stand, process, accountId, imports, one, other }) => {
    const via = { kind: "import", id: "" };
    const serve = (store?: Store) => stand.serve(imports.at(-1)?.key ?? "", store && { store });
    return {
      call: async () => {
        const groups = other % 2 === 0 ? ["Fair"] : [];
        const begun = await stand.begin(accountId, people(5).slice(one % 5), { groups });
        via.id = begun.receiptId;
        imports.push(begun);
        await serve(process);
      },
      work: (state, shown) => takeOver(state, shown, Object.keys(shown.contacts)),
      origin: { kind: "imported", isJob: true, via },
      again: () => serve(),
    };
  },
  "undo import": ({ stand, process, imports, one }) => {
    const begun = at(imports, one);
    return {
      call: () => stand.undo(begun, { store: process }),
      work: (state, shown) => {
        imports.splice(imports.indexOf(begun), 1);
        // Contacts leave the groups that the import made also if these are deleted.
        for (const id of state.members.keys()) if (!state.hasLabel(id)) state.unasked.add(id);
        takeOver(state, shown, state.contactIds);
      },
      origin: { kind: "import_undone", isJob: true, via: { kind: "import", id: begun.receiptId } },
      again: () => stand.serve(stand.keyOf(begun, "undo")),
    };
  },
  group: ({ labels, one }) => {
    const group = { label: `Group ${one}`, emoji: "🎈", color: "#112233" };
    return {
      subject: "group",
      call: () => labels.createGroup(group),
      work: (state, shown) => addLabel(state, "group", newIn(shown.groups, state.group), group),
    };
  },
  tag: ({ labels, one }) => {
    const tag = { label: `Tag ${one}`, color: "#112233" };
    return {
      subject: "tag",
      call: () => labels.createTag(tag),
      work: (state, shown) => addLabel(state, "tag", newIn(shown.tags, state.tag), tag),
      refusal: "conflict",
    };
  },
  "rename group": ({ labels, state, one, other }) => {
    const id = at([...state.group.keys()], one);
    const patch = { label: `Group ${other}` };
    const work = ({ group }: AccountState) => group.set(id, { ...group.get(id), ...patch });
    return { subject: "group", call: () => labels.patchGroup(id, patch), work };
  },
  "delete label": ({ labels, state, label: id }) => {
    const kind = state.group.has(id) ? "group" : "tag";
    const work = (after: AccountState) => after[kind].delete(id);
    return { subject: kind, call: () => labels[kind === "group" ? "deleteGroup" : "deleteTag"](id), work };
  },
  join: ({ labels, state, label: id, ids: contactIds }) => ({
    subject: "members",
    call: () => labels[state.tag.has(id) ? "tag" : "add"](id, { contactIds }),
    work: ({ members }) => members.set(id, new Set([...(members.get(id) ?? []), ...contactIds])),
  }),
  leave: ({ labels, state, label: id, ids: contactIds }) => ({
    subject: "members",
    call: () => labels[state.tag.has(id) ? "untag" : "remove"](id, { contactIds }),
    work: ({ members }) => members.set(id, without(members.get(id) ?? new Set(), ...contactIds)),
  }),
  meet: ({ meetings, ids: participantIds, one }) => {
    const title = one % 2 === 0 ? "Tea" : null;
    const met = { type: "Call", date: "2026-02-03T04:05:06.000Z", title, description: null, participantIds };
    return {
      subject: "interaction",
      call: () => meetings.create(met),
      work: ({ interaction }, shown) => interaction.set(newIn(shown.interactions, interaction), met),
    };
  },
  "change meeting": ({ meetings, meeting: id, ids: participantIds, other }) => {
    const patch = { title: `Tea ${other % 3}`, ...(other % 2 === 0 && { participantIds }) };
    const work = (state: AccountState) => state.changeInteraction(id, patch);
    return { subject: "interaction", call: () => meetings.patch(id, patch), work };
  },
  "forget meeting": ({ meetings, meeting: id }) => {
    const work = ({ interaction }: AccountState) => interaction.delete(id);
    return { subject: "interaction", call: () => meetings.remove(id), work };
  },
  relate: ({ relating, id: personId, otherId: relatedPersonId, made, one }) => {
    const relationshipType = at(["friend", "parent", "child"] as const, one);
    return {
      subject: "relationship",
      call: () => relating.relate(personId, { relatedPersonId, relationshipType }),
      work: ({ relationship }) => relationship.set(made, { personId, relatedPersonId, relationshipType }),
      refusal: "relationship_already_exists",
    };
  },
  "change relation": ({ contacts, state, one, other }) => {
    const [id, row] = relationOf(state, one);
    const relationshipType: RelationshipType = other % 2 === 0 ? "sibling" : "colleague";
    return {
      subject: "relationship",
      call: () => contacts.patchRelationship(state.survivorOf(row.personId), id, { relationshipType }),
      work: ({ relationship }) => relationship.set(id, { ...row, relationshipType }),
    };
  },
  "end relation": ({ contacts, state, one }) => {
    const [id, { personId }] = relationOf(state, one);
    const work = ({ relationship }: AccountState) => relationship.delete(id);
    return { subject: "relationship", call: () => contacts.unrelate(state.survivorOf(personId), id), work };
  },
} satisfies Record<string, (world: StepWorld) => PlannedStep>;

export type StepName = keyof typeof steps;

/** How often each step is taken; once if it is not here. */
const weights: Partial<Record<StepName, number>> = {
  ...{ create: 3, patch: 5, dates: 2, delete: 3, restore: 2, join: 3, meet: 2, relate: 2, merge: 2, "undo merge": 2 },
};
const names = Object.keys(steps) as StepName[];

export const accountStep = fc.record({
  does: fc.oneof(...names.map((name) => ({ weight: weights[name] ?? 1, arbitrary: fc.constant(name) })), {
    weight: 3,
    arbitrary: fc.constant("undo changes" as const),
  }),
  author: fc.constantFrom(session, laptop, phone, { ...phone, agent: true }),
  one: fc.nat(20),
  other: fc.nat(20),
  /** The number of the transaction after which the process is killed; 0 for one that lives. */
  dies: fc.constantFrom(0, 0, 0, 0, 1, 2),
});

const final = /^(delete for good|empty|photo|remove photo|undo)/;
/** Of these, everything can be taken back. */
export const undoableStep = accountStep.filter(({ does }) => !final.test(does));

export type AccountStep = typeof accountStep extends fc.Arbitrary<infer Of> ? Of : never;

const nothingThere = new Error("there is nothing to do the step with");

/** Undefined if there is nothing to do the step with. */
export function planStep(
  { does, one, other }: AccountStep & { does: StepName },
  circumstances: Circumstances,
): PlannedStep | undefined {
  try {
    return steps[does](worldOf(circumstances, one, other));
  } catch (fault) {
    if (fault !== nothingThere) throw fault;
    return undefined;
  }
}

function changed(id: string, patch: Fields): PlannedStep["work"] {
  return ({ contact }) => contact.set(id, { ...contact.get(id), ...patch });
}

function toTrash(ids: readonly string[], by: string): PlannedStep["work"] {
  const deletion = newId();
  return ({ trash }) => ids.map((id) => trash.set(id, { by, deletion }));
}

/** Of two contacts that have the mark of one row, that which comes back first has it then. */
function fromTrash(ids: readonly string[]): PlannedStep["work"] {
  const restore = newId();
  return (state, { contacts }) => {
    const marks = (id: string) => contacts[id]?.importMarks.length ?? 0;
    for (const id of ids.toSorted((one, other) => marks(other) - marks(one))) state.restore(id, restore);
  };
}

/** The worker deletes or restores a set of contacts, as it does for more than a caller waits for. */
function inBackground(
  { accountId, files, process, store, made: deletionId }: StepWorld,
  set: Parameters<typeof putContactSet>[2],
  work: PlannedStep["work"],
): PlannedStep {
  const key = deletionKey({ accountId, deletionId });
  const call = async () => {
    await putContactSet(files, { accountId, deletionId }, set);
    await workOnSet(process, files, key);
  };
  return { call, work, again: () => workOnSet(store, files, key), origin: bulk };
}

/** A relationship that is shown, and is the only one of its two contacts. */
function relationOf(state: AccountState, one: number) {
  const pair = (row: { personId: string; relatedPersonId: string }) =>
    state.shownIds([row.personId, row.relatedPersonId]).sort().join();
  const rows = [...state.relationship].filter(([, row]) => pair(row).includes(","));
  const alone = rows.filter(([, row]) => rows.filter(([, other]) => pair(other) === pair(row)).length === 1);
  return at(alone, one);
}

/** Takes the values of contacts and the members of labels that came back, and that were not asked while they were hidden. */
export function takeUnasked(state: AccountState, { contacts }: ShownAccount): void {
  for (const label of [...state.unasked].filter((each) => state.hasLabel(each))) {
    const isShown = ([, { groups, tags }]: [string, ShownAccount["contacts"][string]]) =>
      [...groups, ...tags].includes(label);
    const hidden = [...(state.members.get(label) ?? [])].filter((id) => !state.isThere(id));
    state.members.set(
      label,
      new Set([
        ...hidden,
        ...Object.entries(contacts)
          .filter(isShown)
          .map(([id]) => id),
      ]),
    );
    state.unasked.delete(label);
  }
  for (const id of [...state.unasked].filter((each) => contacts[each])) {
    const { groups: _groups, tags: _tags, relations: _relations, importMarks: _marks, ...fields } = contacts[id] ?? {};
    state.contact.set(id, fields);
    state.unasked.delete(id);
  }
}

/** Takes what is read of these contacts, and of groups and their members, into the state. */
function takeOver(state: AccountState, shown: ShownAccount, ids: readonly string[]): void {
  for (const [id, group] of Object.entries(shown.groups)) if (!state.group.has(id)) addLabel(state, "group", id, group);
  for (const id of ids) {
    const contact = shown.contacts[id];
    if (!contact) {
      state.purge([id]);
      continue;
    }
    const { groups, tags: _tags, relations: _relations, importMarks, ...fields } = contact;
    state.contact.set(id, fields);
    state.importMarks.set(id, importMarks);
    for (const group of state.group.keys()) {
      const others = without(state.members.get(group) ?? new Set(), id);
      state.members.set(group, groups.includes(group) ? others.add(id) : others);
    }
  }
  const gone = [...state.group.keys()].filter((id) => !shown.groups[id]);
  for (const id of gone) for (const list of [state.group, state.members]) list.delete(id);
}

function addLabel(state: AccountState, kind: "group" | "tag", id: string, fields: Fields): void {
  state[kind].set(id, fields);
  state.members.set(id, new Set());
}

function at<Of>(list: readonly Of[], number: number): Of {
  const found = list[number % (list.length || 1)];
  if (found === undefined) throw nothingThere;
  return found;
}

function without(ids: ReadonlySet<string>, ...left: string[]): Set<string> {
  return new Set([...ids].filter((id) => !left.includes(id)));
}

function newIn(shown: object, known: ReadonlyMap<string, unknown>): string {
  return Object.keys(shown).find((id) => !known.has(id)) ?? "";
}
