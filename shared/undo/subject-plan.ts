/** What the planners of all kinds of subjects have in common. */

import type { AccountHead } from "../account/store/account.ts";
import type { AccountFiles } from "../account/store/account-files.ts";
import type { PlanPart } from "../account/store/account-write.ts";
import type { StoredChange, StoredField } from "../account/store/history.ts";
import type { FindPlace } from "../place/find-place.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { UndoRecord } from "./store/undo-record.ts";
import { type KeptReason, keptChange, type TakenBack, type WholeChange } from "./take-back.ts";

/** One transaction of an undo. */
export interface UndoStep {
  store: Store;
  /** The account must have no pending work. */
  head: AccountHead;
  txid: number;
  now: Date;
  findPlace: FindPlace;
  /** The account bucket, for values that are too long for their changes. */
  files: Pick<AccountFiles, "read">;
  record: UndoRecord;
  /** Whether this undo takes a change back, or has made it. */
  isOwn: (change: StoredChange) => boolean;
}

/** Without actions, nothing of the subject is written. */
export interface SubjectPlan extends Partial<PlanPart>, Pick<TakenBack, "undone" | "kept"> {
  /** How far the next subject is, if it needs several transactions. */
  inSubject?: string;
  /** The subjects that are done; without it, one, or none if that needs several transactions. */
  count?: number;
  /** Pictures that no contact shows any more. */
  pictures?: string[];
  /** Is called when the transaction is written. */
  onCommit?: () => void;
}

/** The actions of the undo itself: its record, what it kept, and a second change of a subject. */
export const progressActions = 3;

export function keepAll(newestFirst: readonly StoredChange[], reason: KeptReason): SubjectPlan {
  return { undone: 0, kept: newestFirst.map((change) => keptChange(change, reason)) };
}

/** The bytes of a value before a change: a list of the most addresses in JSON. */
export const maxValueBytes = 1_000_000;
/** The changes of one subject whose long values are in memory at once. */
const readAhead = 4;

/** The values are read as the changes are taken back, because thousands of long ones do not fit into memory. */
export async function* wholeChanges(
  { files }: Pick<UndoStep, "files">,
  changes: readonly StoredChange[],
): AsyncGenerator<WholeChange, void> {
  for (let at = 0; at < changes.length; at += readAhead) {
    const some = changes.slice(at, at + readAhead);
    yield* await mapInParallel(some, readAhead, async ({ fields, ...change }) => {
      return { ...change, fields: await mapInParallel(fields, readAhead, (field) => wholeField(files, field)) };
    });
  }
}

async function wholeField(files: UndoStep["files"], { n: field, b: before, h: hash, o }: StoredField) {
  if (o === undefined) return hash === undefined ? { field } : { field, before, hash };
  const content = await files.read(o, maxValueBytes);
  return content ? { field, before: JSON.parse(new TextDecoder().decode(content)) as unknown, hash } : { field, hash };
}
