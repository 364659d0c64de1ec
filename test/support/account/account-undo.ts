/**
 * What an undo leaves, from the contract alone: newest first, what still holds what a change wrote gets what was before it.
 *
 * Where the contract is silent, this model chooses:
 * - A contact that is new is touched if it has other values, a label, an interaction or a relationship; a new label if it has members.
 * - A deletion of many contacts is kept once, whatever number of them is, and a restore once for each. Whether the reason of the former is
 *   that they are gone for good or that somebody restored them is not asked.
 * - Whether a new contact has the values of its later changes in the trash, which are undone as well, is not asked.
 * - A contact that an undo brings back is to later undos as if somebody else had restored it. If it takes a restore and the deletion
 *   before it back in one write, the contact is as if nothing had happened.
 * - Which contacts an undo moves and changes in several writes is not asked. A later undo takes each of these back.
 * - A label that came back is touched if it has more members than it came with.
 * - A contact that goes back into a trash that was emptied since its deletion is deleted anew, so that the deletion is kept, unless it
 *   is one of this contact alone, and no change of many contacts lies between the two.
 * - A contact that is a part of another one since is gone for good.
 * - A contact that somebody else deleted or restored since stays where it is, and its values in the trash stay.
 * - A relationship and an interaction come back also hidden, and a tag only if no other one has its name.
 */
import { isDeepStrictEqual } from "node:util";
import { v7 as newId } from "uuid";
import type { AccountState, Fields, LoggedChange } from "./account-model.ts";

export interface Kept {
  changeId: string;
  reason: string;
  fields?: string[];
}

/**
 * Undoes changes, which are in the order of the log, in one write, or in several if it moves contacts with these ids and changes them
 * besides. Returns what it kept, and the number of changes of which something was undone.
 */
export function undoChanges(
  changes: readonly LoggedChange[],
  changedAgain: ReadonlySet<string>,
  write: (work: (state: AccountState) => void) => void,
): { undone: number; kept: Kept[] } {
  const kept: Kept[] = [];
  let undone = 0;
  const writes = inWrites(changes.toReversed(), changedAgain);
  for (const [at, some] of writes.entries()) {
    const later = new Set(writes.slice(at + 1).flatMap((all) => all.flatMap(movesOf)));
    write((state) => {
      const begin = state.copy();
      for (const change of some) {
        const { id: changeId = "", parts = [change] } = change;
        if (change.parts) deleteAnew(state);
        const before = state.copy();
        const left = parts.toReversed().flatMap((part) => takeBack(state, part));
        if (change.parts) deleteAnew(state);
        // The trash was emptied.
        if (parts.length === 0) left.push({ reason: "permanent" });
        if (left.length < parts.length || !isDeepStrictEqual(before, state)) undone++;
        const isOnce = (each: Left, at: number) => each.fields || left.findIndex(({ fields }) => !fields) === at;
        kept.push(...(isBulkDeletion(change) ? left.filter(isOnce) : left).map((each) => ({ ...each, changeId })));
      }
      for (const { subjectId: id, left = [] } of some.filter((change) => !begin.hasLabel(change.subjectId))) {
        const back = [...left].filter((each) => state.hasLabel(id) && state.isThere(each));
        if (back.length > 0) state.members.set(id, new Set([...(state.members.get(id) ?? []), ...back]));
      }
      if (some === writes.at(-1)) deleteAnew(state);
      for (const id of state.contactIds.filter((each) => !later.has(each)))
        state.restores.set(id, begin.trash.has(id) ? newId() : (begin.restores.get(id) ?? "here"));
    });
  }
  return { undone, kept };
}

/** A write that moves one of these contacts into the trash or out of it changes nothing else of it. */
function inWrites(newestFirst: readonly LoggedChange[], changedAgain: ReadonlySet<string>): LoggedChange[][] {
  const writes: LoggedChange[][] = [[]];
  const [changed, moved] = [new Set<string>(), new Set<string>()];
  for (const change of newestFirst) {
    const [moves, ids] = [movesOf(change), contactsOf(change).filter((id) => changedAgain.has(id))];
    if (ids.some((id) => changed.has(id) && (moves.includes(id) || moved.has(id)))) {
      writes.push([]);
      for (const list of [changed, moved]) list.clear();
    }
    writes.at(-1)?.push(change);
    for (const id of ids) changed.add(id);
    for (const id of moves) moved.add(id);
  }
  return writes;
}

function contactsOf({ parts, ...change }: LoggedChange): string[] {
  return (parts ?? [change]).filter(({ subject }) => subject === "contact").map(({ subjectId }) => subjectId);
}

/** The contacts that a change moves. */
function movesOf(change: LoggedChange): string[] {
  return change.kind === "updated" ? [] : contactsOf(change);
}

/** Contacts that went back into a trash that was emptied since. */
function deleteAnew({ trash, emptiedAt }: AccountState): void {
  for (const [id, { by, deletion }] of trash) if (deletion < emptiedAt) trash.set(id, { by, deletion: newId() });
}

/** Whether a change is a deletion of many contacts. */
export function isBulkDeletion({ parts, kind }: LoggedChange): boolean {
  return parts !== undefined && kind !== "restored";
}

type Left = Pick<Kept, "reason" | "fields">;
const changedSince: Left[] = [{ reason: "changed_since" }];

/** Returns what stays of the change. */
function takeBack(state: AccountState, change: LoggedChange): Left[] {
  const { subject, subjectId: id, kind, was, is } = change;
  if (kind === "unmerged" || kind === "import_undone") return [{ reason: "not_undoable" }];
  if (subject === "members") return takeMembersBack(state, change);
  const list = state[subject] as Map<string, Fields>;
  const isContact = subject === "contact";
  const isMerged = isContact && state.mergedInto.has(id);
  const current = isMerged ? undefined : state.wholeOf(subject, id);
  if (subject === "relationship" && current && endsOf(state, current).length < 2) return changedSince;
  if (isContact && was && (!is || !current))
    return (kind === "deleted" && change.inActivity) || !is ? [{ reason: "permanent" }] : changedSince;
  if (!was) {
    if (!isSame(state, change, current) || isUsed(state, change)) return changedSince;
    if (isContact) {
      state.trash.set(id, { by: "session", deletion: newId() });
      state.unasked.add(id);
    } else list.delete(id);
    return [];
  }
  if (!is) {
    if (!current && isGone(state, was)) return [{ reason: "permanent" }];
    if (current || !canComeBack(state, change)) return changedSince;
    list.set(id, was);
    const left = ((was.participantIds ?? []) as string[]).some((each) => !state.contact.has(each));
    return left ? [{ reason: "permanent", fields: ["participantIds"] }] : [];
  }
  const isMoved = was.presence !== is.presence;
  if (!current || (isMoved ? current.presence !== is.presence : isContact && !state.isThere(id))) return changedSince;
  if (isMoved && kind === "restored") {
    if (!isSame(state, change, current)) return changedSince;
    state.trash.set(id, { by: "session", deletion: String(was.presence) });
    return [];
  }
  const lost = isMoved ? state.restore(id, String(was.presence)) : [];
  const { presence: _, ...values }: Record<string, unknown> = current;
  const left = { changed_since: lost, not_undoable: [] as string[] };
  for (const field of Object.keys(is)) {
    if (field === "presence" || isDeepStrictEqual(was[field], is[field])) continue;
    if (!isDeepStrictEqual(current[field], is[field])) left.changed_since.push(field);
    else if (field === "avatar" && was[field] !== null) left.not_undoable.push(field);
    else values[field] = was[field];
  }
  list.set(id, values);
  return Object.entries(left).flatMap(([reason, fields]) => (fields.length > 0 ? [{ reason, fields }] : []));
}

/** Whether a subject that is shown has these values. */
function isSame(state: AccountState, { subject, subjectId, is }: LoggedChange, current: Fields | undefined): boolean {
  if (!current || (subject === "contact" && !state.isThere(subjectId))) return false;
  return isDeepStrictEqual({ ...current, presence: null }, { ...is, presence: null });
}

/** Each contact joins or leaves again, if it is there, and nobody changed that since. */
function takeMembersBack(state: AccountState, { subjectId: id, was, is }: LoggedChange): Left[] {
  const current = state.members.get(id);
  if (!current || !state.hasLabel(id)) return changedSince;
  const [before, after] = [new Set(was?.members as string[]), new Set(is?.members as string[])];
  const changed = [...before.symmetricDifference(after)];
  const taken = changed.filter((each) => state.isThere(each) && current.has(each) === after.has(each));
  state.members.set(id, current.symmetricDifference(new Set(taken)));
  return taken.length === changed.length ? [] : [{ reason: "changed_since", fields: ["members"] }];
}

/** Whether something of others hangs on a new subject. */
function isUsed(state: AccountState, { subject, subjectId: id, memberCount = 0 }: LoggedChange): boolean {
  if (subject === "group" || subject === "tag") return state.shownIds(state.members.get(id) ?? []).length > memberCount;
  if (subject !== "contact") return false;
  const labels = [...state.members].some(([label, of]) => state.hasLabel(label) && of.has(id));
  const meetings = [...state.interaction.values()].some(({ participantIds }) => participantIds.includes(id));
  const relations = [...state.relationship.values()].some((each) => endsOf(state, each).includes(id));
  return labels || meetings || relations;
}

/** The contacts of a relationship, which a merge may have made one. */
function endsOf(state: AccountState, { personId, relatedPersonId }: Fields): string[] {
  return [...new Set([personId, relatedPersonId].map((id) => state.survivorOf(String(id))))];
}

/** Whether what referred to contacts that are gone for good can't come back. */
function isGone(state: AccountState, { participantIds, personId, relatedPersonId }: Fields): boolean {
  const isGoneFor = (id: unknown) => typeof id === "string" && !state.contact.has(id);
  return (participantIds as string[] | undefined)?.every(isGoneFor) ?? [personId, relatedPersonId].some(isGoneFor);
}

function canComeBack(state: AccountState, { subject, was = {} }: LoggedChange): boolean {
  if (subject === "tag") return ![...state.tag.values()].some(({ label }) => label === was.label);
  if (subject !== "relationship") return true;
  const [end = "", other] = endsOf(state, was);
  return other !== undefined && !state.relationsOf(end, () => true).includes(`${was.relationshipType} ${other}`);
}
