/**
 * What an undo leaves, from the contract alone: newest first, what still holds what a change wrote gets what was before it.
 *
 * Where the contract is silent, this model chooses:
 * - A contact that is new is touched if it has other values, a label, an interaction or a relationship; a new label if it has members.
 * - A job is kept once, whatever number of its contacts is.
 * - A new contact goes to the trash as it is, with the values of its later changes that are undone as well. One that is there
 *   stays there, unless it comes out with others of its job.
 * - A contact that somebody else deleted or restored since stays where it is, and its values in the trash stay.
 * - What is hidden with its contacts stays as it is, and an interaction with a hidden participant has other participants.
 * - A relationship and an interaction come back only with contacts that are there, and a tag only if no other one has its name.
 */
import { isDeepStrictEqual } from "node:util";
import type { AccountState, Fields, LoggedChange, Subject } from "./account-model.ts";

export interface Kept {
  change: LoggedChange;
  reason: string;
  fields?: string[];
}

/** Undoes changes, which are in the order of the log. Returns what it kept, and the number of changes of which something was undone. */
export function undoChanges(state: AccountState, changes: readonly LoggedChange[]): { undone: number; kept: Kept[] } {
  const kept: Kept[] = [];
  const begin = state.copy();
  let undone = 0;
  for (const change of changes.toReversed()) {
    const parts = change.parts ?? [change];
    const before = state.copy();
    const left = parts.toReversed().flatMap((part): Kept[] => {
      const reason = takeBack(state, part);
      if (reason === null) return [];
      return [
        typeof reason === "string"
          ? { change, reason, ...(reason === "not_undoable" && { fields: ["avatar"] }) }
          : { change, reason: "changed_since", fields: reason },
      ];
    });
    // The trash was emptied.
    if (parts.length === 0) left.push({ change, reason: "permanent" });
    if (left.length < parts.length || !isDeepStrictEqual(before, state)) undone++;
    kept.push(...(change.parts ? left.slice(0, 1) : left));
    const { subjectId: id, subject, was } = change;
    const isTrashed = subject === "contact" && !was && !change.parts && left.length === 0;
    if (isTrashed) state.contact.set(id, begin.contact.get(id) ?? {});
    const isOfJob = changes.some(({ parts = [] }) => parts.some((part) => part.subjectId === id));
    const earlier = isOfJob ? undefined : begin.trash.get(id);
    if (isTrashed && earlier) state.trash.set(id, earlier);
  }
  return { undone, kept };
}

/** Null if the whole change was taken back; the fields that stay, or the reason for all. */
function takeBack(state: AccountState, change: LoggedChange): string | string[] | null {
  const { subject, subjectId: id, was, is } = change;
  if (subject === "members") return takeMembersBack(state, id, was, is);
  const list = state[subject] as Map<string, Fields>;
  const isContact = subject === "contact";
  const current: Fields | undefined = isContact ? state.wholeContact(id) : list.get(id);
  if (current && !isShown(state, subject, current)) return "changed_since";
  if (isContact && was && (!is || !current))
    return change.kind === "deleted" && change.inActivity ? "permanent" : is ? "changed_since" : "permanent";
  if (!was) {
    if (!isDeepStrictEqual(visible(state, current), is) || isUsed(state, change)) return "changed_since";
    if (isContact) state.trash.set(id, { by: "session", deletion: `undo ${id}` });
    else for (const each of [list, state.members]) each.delete(id);
    return null;
  }
  if (!is) {
    if (!current && isGone(state, was)) return "permanent";
    if (current || !canComeBack(state, change)) return "changed_since";
    list.set(id, was);
    if (change.members) state.members.set(id, new Set(change.members));
    return null;
  }
  if (!current || current.presence !== is.presence) return "changed_since";
  const fields = Object.keys(is).filter((field) => !isDeepStrictEqual(was[field], is[field]));
  if (fields.includes("avatar") && was.avatar !== null) return "not_undoable";
  const compared = visible(state, current);
  const taken = fields.filter((field) => isDeepStrictEqual(compared?.[field], is[field]));
  const { presence, ...values }: Fields = {
    ...current,
    ...Object.fromEntries(taken.map((field) => [field, was[field]])),
  };
  list.set(id, values);
  if (presence === "here") state.trash.delete(id);
  else if (isContact) state.trash.set(id, { by: "session", deletion: String(presence) });
  return taken.length === fields.length ? null : fields.filter((field) => !taken.includes(field));
}

/** Without participants who are hidden. */
function visible(state: AccountState, current: Fields | undefined): Fields | undefined {
  if (!Array.isArray(current?.participantIds)) return current;
  const isThere = (id: string) => state.isThere(state.survivorOf(id));
  return { ...current, participantIds: current.participantIds.filter(isThere) };
}

function takeMembersBack(state: AccountState, id: string, was: Fields | undefined, is: Fields | undefined) {
  const [before, after] = [was, is].map((each) => (each?.members ?? []) as string[]) as [string[], string[]];
  const current = state.members.get(id);
  if (!current) return "changed_since";
  const [joined, left] = [
    after.filter((each) => !before.includes(each)),
    before.filter((each) => !after.includes(each)),
  ];
  const goes = joined.filter((each) => current.has(each) && state.isThere(each));
  const comes = left.filter((each) => !current.has(each) && state.isThere(each));
  state.members.set(id, new Set([...[...current].filter((each) => !goes.includes(each)), ...comes]));
  return goes.length + comes.length === joined.length + left.length ? null : ["members"];
}

/** Whether something of others hangs on a new subject. */
function isUsed(state: AccountState, { subject, subjectId: id }: LoggedChange): boolean {
  if (subject === "group" || subject === "tag") return state.shownIds(state.members.get(id) ?? []).length > 0;
  if (subject !== "contact") return false;
  const labels = [...state.members.values()].some((of) => of.has(id));
  const meetings = [...state.interaction.values()].some(({ participantIds }) => participantIds.includes(id));
  return labels || meetings || state.relationsOf(id).length > 0;
}

/** Whether an interaction or a relationship can be read. */
function isShown(state: AccountState, subject: Subject, current: Fields): boolean {
  const { participantIds, personId, relatedPersonId } = current;
  if (subject === "interaction") return state.shownIds(participantIds as string[]).length > 0;
  return subject !== "relationship" || state.shownIds([personId, relatedPersonId] as string[]).length === 2;
}

/** Whether what referred to contacts that are gone for good can't come back. */
function isGone(state: AccountState, { participantIds = [], personId, relatedPersonId }: Fields): boolean {
  const isGoneFor = (id: unknown) => typeof id === "string" && !state.contact.has(id);
  const participants = participantIds as string[];
  return (
    isGoneFor(personId) || isGoneFor(relatedPersonId) || (participants.length > 0 && participants.every(isGoneFor))
  );
}

function canComeBack(state: AccountState, { subject, was }: LoggedChange): boolean {
  if (subject === "tag") return ![...state.tag.values()].some(({ label }) => label === was?.label);
  if (!was || !isShown(state, subject, was)) return false;
  if (subject !== "relationship") return true;
  const { personId, relatedPersonId, relationshipType } = was as Record<string, string>;
  const [end = "", other = ""] = [personId, relatedPersonId].map((each) => state.survivorOf(each ?? ""));
  return !state.relationsOf(end).includes(`${relationshipType} ${other}`);
}
