/**
 * What the import worker is asked to do, as objects of the account bucket. A new object starts the worker. It is removed when
 * the work has ended, so the hourly sweep finds what an event did not finish.
 */
import type { AccountFiles } from "../../account/store/account-files.ts";
import type { ImportRecord } from "./import.ts";
import type { RowStates } from "./row-states.ts";

/** Below this prefix, each account has its requests. */
export const importWorkPrefix = "import-work/";

export const importWorkKinds = ["commit", "undo"] as const;
export type ImportWorkKind = (typeof importWorkKinds)[number];

export interface ImportWorkLocation {
  accountId: string;
  receiptId: string;
  kind: ImportWorkKind;
}

/** An undo of changes, which the same worker does. */
export interface UndoLocation {
  accountId: string;
  undoId: string;
  kind: "changes";
}

/**
 * Which rows of an import are committed: these, or every valid row except for these. Further rows of a person are among them,
 * because they join the contact of the first one and bring what it lacks.
 */
export interface ImportSelection {
  include?: readonly string[] | undefined;
  exclude?: readonly string[] | undefined;
  /** Labels of groups that every row joins besides its own. */
  groups: readonly string[];
}

/** The `tempId`s of the chosen rows, in the order of the file. The same choice always has the same result. */
export function chosenRows(states: RowStates, { include, exclude }: ImportSelection): string[] {
  const [included, excluded] = [include && new Set(include), new Set(exclude)];
  return [...states].flatMap(([tempId, state]) => {
    const isChosen = included ? included.has(tempId) : state !== "invalid" && !excluded.has(tempId);
    return isChosen ? [tempId] : [];
  });
}

/** What the worker needs for a commit. It has a copy of where the rows are, because the record of the import may expire before. */
export interface CommitRequest extends ImportSelection {
  rows: ImportRecord["rows"];
}

/** 40,000 `tempId`s and 1,000 labels have 4 MB. */
const maxRequestBytes = 8 * 1000 * 1000;

export function importWorkKey(at: ImportWorkLocation | UndoLocation): string {
  return `${importWorkPrefix}${at.accountId}/${"undoId" in at ? at.undoId : at.receiptId}/${at.kind}`;
}

/** Undefined for a key that `importWorkKey` doesn't make. */
export function parseImportWorkKey(key: string): ImportWorkLocation | UndoLocation | undefined {
  const [, accountId, id, kind] =
    /^import-work\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/(commit|undo|changes)$/.exec(key) ?? [];
  if (accountId === undefined || id === undefined) return undefined;
  return kind === "changes"
    ? { accountId, undoId: id, kind }
    : { accountId, receiptId: id, kind: kind as ImportWorkKind };
}

type Receipt = Omit<ImportWorkLocation, "kind">;

/** Starts the commit of a receipt. */
export async function requestCommit(
  files: Pick<AccountFiles, "put">,
  receipt: Receipt,
  request: CommitRequest,
): Promise<void> {
  await files.put(importWorkKey({ ...receipt, kind: "commit" }), Buffer.from(JSON.stringify(request)));
}

/** Starts the undo of a receipt. */
export async function requestUndo(files: Pick<AccountFiles, "put">, receipt: Receipt): Promise<void> {
  await files.put(importWorkKey({ ...receipt, kind: "undo" }), new Uint8Array());
}

/** Undefined if the commit has ended. */
export async function readCommitRequest(
  files: Pick<AccountFiles, "read">,
  receipt: Receipt,
): Promise<CommitRequest | undefined> {
  const content = await files.read(importWorkKey({ ...receipt, kind: "commit" }), maxRequestBytes);
  // Only `requestCommit` writes there.
  return content && (JSON.parse(new TextDecoder().decode(content)) as CommitRequest);
}
