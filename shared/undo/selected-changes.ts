/** The changes that an undo takes back, newest first, in parts that fit into memory, each ordered by what depends on what. */

import {
  changePosition,
  getChange,
  type HistoryPage,
  jobChangeId,
  readActivity,
  type StoredChange,
} from "../account/store/history.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { readChosenIds, type UndoRecord } from "./store/undo-record.ts";

/** The changes of one subject. */
export interface UndoSubject {
  subject: StoredChange["subject"] | "job" | "merge" | "import";
  id: string;
  newestFirst: StoredChange[];
  /** Whether it did not exist before its changes, so that it goes after everything that depends on it. */
  isNew: boolean;
  /** The history of a contact since its restore, if it is read. */
  since?: HistoryPage;
}

export interface UndoPart {
  subjects: UndoSubject[];
  /** The position from which to continue; null at the end. */
  next: string | null;
}

/** Of one part. Changes usually have up to 6 KB. */
const maxChanges = 2_000;
const maxBytes = 20_000_000;
/** The bytes that the id of a member takes in memory. */
const memberBytes = 100;
const pageSize = 1_000;
const parallelReads = 16;

/** The filter of the activity, which an undo uses as well. */
export function isChosen(
  { by, via, agent }: Pick<StoredChange, "by" | "via" | "agent">,
  filter: { by?: string | undefined; agent?: boolean | undefined },
): boolean {
  const { by: id, agent: isAgent = agent } = filter;
  return (id === undefined || id === by.id || id === via?.id) && isAgent === agent;
}

/** The chosen changes before this position, newest first, page by page. A page may be empty. */
export async function* chosenPages(
  store: Store,
  { accountId, range }: Pick<UndoRecord, "accountId" | "range">,
  position: string,
): AsyncGenerator<StoredChange[], void> {
  for (let to: string | null = position; range && to !== null; ) {
    const { changes, next }: HistoryPage = await readActivity(store, accountId, { ...range, to, limit: pageSize });
    yield changes.filter((change) => isChosen(change, range));
    to = next;
  }
}

/** Consistently reads changes by their ids, newest first. Those that don't exist are left out. */
export async function changesWithIds(store: Store, accountId: string, ids: readonly string[]): Promise<StoredChange[]> {
  const found = await mapInParallel([...new Set(ids)], parallelReads, (id) => getChange(store, accountId, id));
  return found.filter((change) => change !== undefined).sort((one, other) => (one.id < other.id ? 1 : -1));
}

/** Whether an undo takes a change back, or has made it. The change of a contact by a job goes with that of the job. */
export async function readOwn(store: Store, undo: UndoRecord): Promise<(change: StoredChange) => boolean> {
  const { id: undoId, range } = undo;
  const chosenIds = range ? [] : await readChosenIds(store, undo);
  return (change) => {
    const id = change.isListed ? change.id : jobChangeId(change.via?.id ?? "");
    const at = changePosition(id);
    const isInRange = range && range.from <= at && at < range.to && isChosen(change, range);
    return isInRange || chosenIds.includes(id) || change.via?.id === undoId;
  };
}

/** The part before a position. The same position has the same part in every process. */
export async function readPart(store: Store, selection: UndoRecord, position: string): Promise<UndoPart> {
  const chosen: StoredChange[] = [];
  if (selection.range) {
    for await (const page of chosenPages(store, selection, position)) {
      chosen.push(...page);
      if (endOfPart(chosen) !== null) break;
    }
  } else {
    const all = await changesWithIds(store, selection.accountId, await readChosenIds(store, selection));
    chosen.push(...all.filter(({ id }) => changePosition(id) < position));
  }
  const end = endOfPart(chosen);
  const changes = chosen.slice(0, end ?? chosen.length).map(asOrdinary);
  const last = changes.at(-1);
  const next = last && end !== null ? changePosition(last.id) : null;
  return { subjects: inOrder(changes), next };
}

/**
 * The index at which the changes of one import, merge or restore, or before one, or too many end; null if they may go on. They
 * also end before a deletion of many contacts which an undo of the selection may have taken back.
 */
export function endOfPart(newestFirst: readonly StoredChange[]): number | null {
  const [first] = newestFirst;
  const isReversed = ({ kind, count }: StoredChange, at: number) =>
    kind === "deleted" && count !== undefined && newestFirst.slice(0, at).some((later) => later.kind === "restored");
  const isOther = (change: StoredChange, at: number) =>
    first && isOfOwnUndo(first)
      ? !isOfOwnUndo(change) || change.via?.id !== first.via?.id
      : isOfOwnUndo(change) || isReversed(change, at);
  let bytes = 0;
  const end = newestFirst.findIndex((change, at) => {
    bytes += bytesOf(change);
    return isOther(change, at) || at === maxChanges || (at > 0 && bytes > maxBytes);
  });
  return end < 0 ? null : end;
}

/** Its members are read from their objects. Long values are read only when they are taken back. */
function bytesOf({ fields, members }: StoredChange): number {
  return JSON.stringify(fields).length + memberBytes * (members ? members.added + members.removed : 0);
}

/**
 * Merges and imports are undone by their own undo, after all changes that came later. What an import changed in one contact is not
 * the import. A restore of contacts is undone likewise: after what changed them, and before the deletions that it had reversed.
 */
function isOfOwnUndo({ kind, via, count, isListed }: StoredChange): boolean {
  const isImport = kind === "imported" && via?.kind === "import";
  return isListed && (kind === "merged" || isImport || (kind === "restored" && count !== undefined));
}

/** An imported row without a receipt has no undo of its own, so its contact is one that was created or edited. */
function asOrdinary(change: StoredChange): StoredChange {
  if (change.kind !== "imported" || change.via) return change;
  return { ...change, kind: change.madeHash === undefined ? "updated" : "created" };
}

/**
 * Contacts and labels that come back are first, because interactions, relationships and members need them. What was new goes
 * last, when nothing of the same author refers to it any more. Only new tags go when those come back that were deleted before them,
 * which may need their names.
 */
function inOrder(changes: readonly StoredChange[]): UndoSubject[] {
  const bySubject = Map.groupBy(changes, (change) => {
    const { subject, id } = subjectOf(change);
    return `${subject} ${id}`;
  });
  const subjects = [...bySubject.values()].flatMap((all): UndoSubject[] => {
    const { kind } = all.at(-1) ?? {};
    const isNew = kind === "created" || kind === "restored";
    // What was deleted first comes back as it was, so that what depended on it can be taken back, and the undo of this undo finds it so.
    // What was restored and then changed first gets its values back, because an earlier deletion of many contacts is taken back with those.
    const ends = all.flatMap((change, at) => {
      if (change.kind === "deleted") return at + 1;
      return change.kind === "restored" && at === all.length - 1 ? at : [];
    });
    return [0, ...ends].flatMap((start, at) => {
      const newestFirst = all.slice(start, ends[at]);
      const [first] = newestFirst;
      return first ? [{ ...subjectOf(first), newestFirst, isNew: isNew && at === ends.length }] : [];
    });
  });
  const positions = new Map(changes.map(({ id }, at) => [id, at]));
  const positionOf = (change?: StoredChange) => positions.get(change?.id ?? "") ?? 0;
  const newTags = subjects.filter(({ subject, isNew }) => subject === "tag" && isNew);
  const madeAt = new Map(newTags.map(({ id, newestFirst }) => [id, positionOf(newestFirst.at(-1))]));
  const orderOf = (each: UndoSubject): [rank: number, position: number] => {
    const { subject, id, isNew, newestFirst } = each;
    const made = isNew || subject === "members" ? madeAt.get(id) : undefined;
    if (made === undefined) return [rankOf(each), positionOf(newestFirst[0])];
    return [0, subject === "members" ? made - 0.5 : made];
  };
  return subjects
    .map((each) => [...orderOf(each), each] as const)
    .sort(([rank, position], [other, otherPosition]) => rank - other || position - otherPosition)
    .map(([, , each]) => each);
}

function subjectOf(change: StoredChange): Pick<UndoSubject, "subject" | "id"> {
  const { subject, subjectId, kind, via, count, id } = change;
  if (count !== undefined && kind !== "imported") return { subject: "job", id };
  if (isOfOwnUndo(change)) return { subject: kind === "merged" ? "merge" : "import", id: via?.id ?? "" };
  return { subject, id: subjectId };
}

function rankOf({ subject, isNew, newestFirst }: UndoSubject): number {
  if (subject === "job") return 0;
  if (subject === "contact" || subject === "group" || subject === "tag") {
    if (isNew) return 3;
    return newestFirst.some(({ kind }) => kind === "deleted") ? 0 : 1;
  }
  return 2;
}
