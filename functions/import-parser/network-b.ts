/** The accounts that somebody follows, is followed by, or calls close friends on the photo network (network_b). */
import { ImportFileError, ImportFilesError } from "../../shared/imports/import-file-error.ts";
import type { FollowStrategy } from "../../shared/imports/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../shared/imports/raw-row.ts";
import type { ImportFile, RowReader } from "./import-file.ts";
import { type OpenedFile, openDocuments } from "./network-b/documents.ts";
import { nobodyFound } from "./network-b/faults.ts";
import { strategies } from "./network-b/lists.ts";
import { type DocumentsRead, type Remark, readDocuments } from "./network-b/read-documents.ts";
import { rowOf } from "./network-b/row.ts";

/**
 * A row for every account that the strategy takes, each once over all files: first whom the owner follows, then the
 * others, as the files have them (newest first). Then a row of no person for every entry that names nobody. Remarks
 * about files stand in the first row, as of a list that is damaged beside another one that is whole. An import without anybody is an error that says why.
 */
export const readNetworkB: RowReader = async function* readRows(files, { strategy }) {
  const { opened, faults } = await openAll(files, strategy);
  const documents = [...opened.values()].flatMap((file) => file.documents);
  const read = await readDocuments(documents, strategy);
  for (const [index, error] of read.faults) faults.set(index, error);
  if (faults.size > 0 || !read.hasWholeList) addDamaged(faults, read);
  throwFaults(faults);
  const damage = read.damaged.map(({ remark }) => remark);
  const remarks = [...damage, ...leftOut(opened), ...read.remarks, ...missingLists(read, strategy)];
  let count = 0;
  for (const account of read.accounts.taken()) {
    const row = rowOf(account, strategy);
    if (count === 0) addRemarks(row, remarks);
    count += 1;
    yield row;
  }
  if (count === 0) throwFaults(nobody(opened, read, strategy));
  for (let entry = 0; entry < read.accounts.nameless; entry += 1) {
    yield { ...emptyRawRow({ first: 1, last: 1 }), noPerson: true };
  }
};

type Faults = Map<number, ImportFileError>;

/** By their index. */
async function openAll(
  files: readonly ImportFile[],
  strategy: FollowStrategy,
): Promise<{ opened: Map<number, OpenedFile>; faults: Faults }> {
  const opened = new Map<number, OpenedFile>();
  const faults: Faults = new Map();
  for (const [index, file] of files.entries()) {
    try {
      opened.set(index, await openDocuments(file, index, strategy));
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      faults.set(index, error);
    }
  }
  return { opened, faults };
}

function throwFaults(faults: Faults): void {
  if (faults.size === 0) return;
  const sorted = [...faults].sort(([a], [b]) => a - b);
  throw new ImportFilesError(sorted.map(([index, error]) => ({ index, error })));
}

/** Where nothing would be read but the start of a damaged list, or another file is refused anyway. */
function addDamaged(faults: Faults, { damaged }: DocumentsRead): void {
  for (const { index, error } of damaged) if (!faults.has(index)) faults.set(index, error);
}

/** Where no file has a list of follows each says what it is; else it is the strategy that finds nobody. */
function nobody(opened: ReadonlyMap<number, OpenedFile>, read: DocumentsRead, strategy: FollowStrategy): Faults {
  const faults: Faults = new Map();
  for (const [index, { whyNone }] of opened) {
    const why = read.withoutFollows.get(index) ?? whyNone;
    if (why === null) return new Map([[index, nobodyFound(strategy, read.accounts.entries)]]);
    faults.set(index, why);
  }
  return faults;
}

function leftOut(opened: ReadonlyMap<number, OpenedFile>): Remark[] {
  const titles = [...opened.values()].flatMap((file) => file.leftOut);
  return titles.map((title) => {
    const message = `Of ${title} only the lists that are needed could be opened, so that sources may lack some.`;
    return { code: "list_not_read", message };
  });
}

/** Of several lists the strategy takes those that are there. */
function missingLists({ accounts }: DocumentsRead, strategy: FollowStrategy): Remark[] {
  const missing = strategies[strategy].takes.filter((list) => !accounts.entries.has(list));
  return missing.map((list) => {
    return { code: "list_missing", message: `The files have no list ${list}: only the other one was taken.` };
  });
}

function addRemarks(row: RawRow, remarks: readonly Remark[]): void {
  for (const remark of remarks.slice(0, maxRemarks)) row.issues.push({ severity: "info", ...remark });
}

const maxRemarks = 50;
