/** Reads the JSON files of an import, in the order in which they can be understood with the least held in memory. */
import { ImportFileError, ImportFilesError } from "../../../shared/imports/import-file-error.ts";
import type { FollowStrategy } from "../../../shared/imports/parsed-contact.ts";
import { fewerAtOnce } from "../fewer-at-once.ts";
import { maxRows, maxTextBytes } from "../read-within.ts";
import { Accounts } from "./accounts.ts";
import type { ListDocument } from "./documents.ts";
import { isFollowList, strategies } from "./lists.ts";
import { ownText } from "./own-text.ts";
import { readListFile } from "./read-list-file.ts";

export interface DocumentsRead {
  accounts: Accounts;
  /** What is wrong with files of the import, by their index; the first fault of each. */
  faults: Map<number, ImportFileError>;
  /** Lists that are damaged somewhere, with what is said of them where another list is whole; else they are faults. */
  damaged: { index: number; error: ImportFileError; remark: Remark }[];
  /** A list that the strategy takes names somebody, and was read to its end. */
  hasWholeList: boolean;
  /** Files without a list of follows, and what they are instead: no fault where other files have lists. */
  withoutFollows: Map<number, ImportFileError>;
  /** What was passed over or guessed. */
  remarks: Remark[];
}

/** About files, not about an account. */
export interface Remark {
  code: "file_passed_over" | "list_guessed" | "list_missing" | "list_not_read";
  message: string;
  severity?: "warning";
}

/**
 * What is wrong with a file is gathered, so that all are told; but too many accounts end the reading at once, by
 * ImportFilesError.
 */
export async function readDocuments(
  documents: readonly ListDocument[],
  strategy: FollowStrategy,
): Promise<DocumentsRead> {
  const read: DocumentsRead = {
    accounts: new Accounts(strategy),
    faults: new Map(),
    damaged: [],
    hasWholeList: false,
    withoutFollows: new Map(),
    remarks: [],
  };
  const again: { document: ListDocument; heldThen: number }[] = [];
  let bytes = 0;
  for (const document of inReadingOrder(documents, strategy)) {
    try {
      bytes += document.size;
      requireLittleText(bytes);
      const before = takenEntries(read, strategy);
      const heldThen = await readDocument(document, read);
      read.hasWholeList ||= takenEntries(read, strategy) > before;
      if (heldThen !== null) again.push({ document, heldThen });
    } catch (error) {
      if (!(error instanceof ImportFileError)) throw error;
      if (error.reason === "too_many_rows") throw new ImportFilesError([{ index: document.fileIndex, error }]);
      noteFault(read, document, strategy, error);
    }
  }
  for (const { document, heldThen } of again) {
    if (heldThen < read.accounts.size && read.faults.size === 0) await markAgain(document, read.accounts);
  }
  return read;
}

/** Lists that are held come before those that are only looked up in them; those that are no follows come last. */
function inReadingOrder(documents: readonly ListDocument[], strategy: FollowStrategy): ListDocument[] {
  const { holds, takes } = strategies[strategy];
  const rank = ({ named }: ListDocument) => {
    if (named === null) return holds.length;
    if (!isFollowList(named)) return holds.length + 3;
    return holds.includes(named) ? holds.indexOf(named) : holds.length + (takes.includes(named) ? 1 : 2);
  };
  return documents.toSorted(
    (a, b) => rank(a) - rank(b) || a.fileIndex - b.fileIndex || byNumber.compare(a.title, b.title),
  );
}

/** `followers_10` comes behind `followers_2`. */
const byNumber = new Intl.Collator("en", { numeric: true });

function requireLittleText(bytes: number): void {
  if (bytes <= maxTextBytes) return;
  const message = `The lists have more than ${maxTextBytes / 1024 / 1024} MB of text together.`;
  throw new ImportFileError("too_much_text", `${message} ${fewerAtOnce.network_b}`);
}

/** A list that only says more about accounts of others must not cost them. */
function noteFault(
  { faults, damaged, remarks }: DocumentsRead,
  { fileIndex, title, named, inArchive }: ListDocument,
  strategy: FollowStrategy,
  error: ImportFileError,
): void {
  if (isFollowList(named) && !strategies[strategy].takes.includes(named)) {
    const message = `${title} was not read to its end, so that sources may lack ${named}: ${error.message}`;
    remarks.push({ code: "list_not_read", message });
    return;
  }
  const told = inArchive ? new ImportFileError(error.reason, `${title}: ${error.message}`) : error;
  if (error.reason === "file_unreadable" && !strategies[strategy].inAll) {
    const message = `${title} was read only as far as it is whole, so that accounts are missing: ${error.message}`;
    damaged.push({ index: fileIndex, error: told, remark: { code: "list_not_read", message, severity: "warning" } });
  } else if (!faults.has(fileIndex)) faults.set(fileIndex, told);
}

/** Entries of the lists whose accounts become rows. */
function takenEntries({ accounts }: DocumentsRead, strategy: FollowStrategy): number {
  return strategies[strategy].takes.reduce((sum, list) => sum + (accounts.entries.get(list) ?? 0), 0);
}

/**
 * How many accounts were held when the first one came that is on no list that is held: if there are more in the end,
 * it may be among them. Null when there was none.
 */
async function readDocument(document: ListDocument, read: DocumentsRead): Promise<number | null> {
  const { accounts, remarks } = read;
  const { title, named, fileIndex, inArchive } = document;
  const others = new Map<string, { handles: Set<string>; nameless: number }>();
  let [lists, entries] = [0, 0];
  let heldThen: number | null = null;
  const shape = await readListFile(document.open(), named, {
    list(kind) {
      if (isFollowList(kind)) {
        lists += 1;
        accounts.note(kind);
      } else if (!others.has(kind.other)) others.set(kind.other, { handles: new Set(), nameless: 0 });
    },
    entry(kind, found, line) {
      entries += 1;
      if (isFollowList(kind)) {
        const allHeld = accounts.add(kind, found, line);
        if (!allHeld) heldThen ??= accounts.size;
        return;
      }
      const other = others.get(kind.other);
      if (other && found.length === 0) other.nameless += 1;
      for (const { handle } of found)
        if (other && other.handles.size < maxRows) other.handles.add(ownText(handle.toLowerCase()));
    },
  });
  const isStrange = shape.strangers > 0 && shape.strangers === entries;
  if (isStrange || lists === 0) {
    const fault = noFollows(title, isStrange ? new Map() : others);
    read.withoutFollows.set(fileIndex, fault);
    if (!inArchive) remarks.push({ code: "file_passed_over", message: `${fault.message} It was passed over.` });
  } else if (shape.hasUnnamedList) {
    const message = `${title} does not say which list it is: it was read as followers, which exports don't name.`;
    remarks.push({ code: "list_guessed", message });
  }
  return heldThen;
}

function noFollows(
  title: string,
  others: ReadonlyMap<string, { handles: ReadonlySet<string>; nameless: number }>,
): ImportFileError {
  const counts = [...others].map(([kind, { handles, nameless }]) => `${kind} (${handles.size + nameless})`);
  if (counts.length > 0) {
    const message = `${title} has no follows; it lists ${counts.join(", ")}.`;
    return new ImportFileError("nobody_found", message);
  }
  const message = `${title} is JSON, but no list of followers or followed accounts`;
  return new ImportFileError("file_kind", `${message}: the export has them in followers_1.json and following.json.`);
}

async function markAgain(document: ListDocument, accounts: Accounts): Promise<void> {
  await readListFile(document.open(), document.named, {
    list() {},
    entry(kind, found) {
      if (isFollowList(kind)) accounts.mark(kind, found);
    },
  });
}
