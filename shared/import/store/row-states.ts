/**
 * The `tempId` and the state of every row of a parse, in one object beside the rows: a commit on the server chooses its rows
 * by them, and a contact is traced to its import by them, without reading the rows.
 */
import { AccountMemory } from "../../account/account-memory.ts";
import type { ParsedContact } from "../row/parsed-contact.ts";
import type { ImportFiles } from "./import-files.ts";
import { rowStatesKey } from "./import-keys.ts";
import type { RowOwner, StoredRows } from "./rows.ts";

export type RowState = "valid" | "invalid";

/** The state by `tempId`, in the order of the rows. */
export type RowStates = ReadonlyMap<string, RowState>;

export function stateOf({ isValid }: Pick<ParsedContact, "isValid">): RowState {
  return isValid ? "valid" : "invalid";
}

/** The same as two lists, which need less memory while they grow. */
export interface RowStateLists {
  tempIds: string[];
  states: RowState[];
}

/** Writes the states of all rows, in their order. */
export async function writeRowStates(
  files: Pick<ImportFiles, "put">,
  { accountId, id }: RowOwner,
  rowsId: string,
  lists: RowStateLists,
): Promise<void> {
  await files.put(rowStatesKey(accountId, id, rowsId), JSON.stringify(lists), "application/json");
}

/** The states of the rows of a parsed import. They never change, so a process keeps those that it read last. */
export async function readRowStates(files: Pick<ImportFiles, "read">, record: StoredRows): Promise<RowStates> {
  const { accountId, id, rows } = record;
  if (!rows) return new Map();
  const memory = memories.get(files) ?? new AccountMemory<RowStates>(maxKeptRows, ({ size }) => size);
  memories.set(files, memory);
  const key = rowStatesKey(accountId, id, rows.id);
  const isCurrent = () => true;
  return memory.load(key, isCurrent, async () => {
    const states = await readStates(files, key);
    memory.keep(key, states);
    return states;
  });
}

/** The ids of all rows, in order. */
export async function readRowIds(files: Pick<ImportFiles, "read">, record: StoredRows): Promise<string[]> {
  return [...(await readRowStates(files, record)).keys()];
}

const memories = new WeakMap<Pick<ImportFiles, "read">, AccountMemory<RowStates>>();
/** The rows whose states a process keeps, which is three times as many as a file may have. They need 13 MB. */
const maxKeptRows = 150_000;
/** More than the longest ids of 50,000 rows need: a longer object was not written by `writeRowStates`. */
const maxObjectBytes = 8 * 1000 * 1000;

async function readStates(files: Pick<ImportFiles, "read">, key: string): Promise<RowStates> {
  const content = await files.read(key, maxObjectBytes);
  // Only `writeRowStates` writes there.
  const { tempIds, states } = JSON.parse(new TextDecoder().decode(content)) as RowStateLists;
  return new Map(tempIds.map((tempId, index) => [tempId, states[index] ?? "invalid"]));
}
