/** This module reads followed accounts, followers and close friends from exports of the photo network (network_b). */
import type { ImportIssueCode } from "../../../shared/import/row/issue-catalogue.ts";
import type { FollowStrategy, ImportIssue } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow } from "../../../shared/import/row/raw-row.ts";
import type { ImportFile, RowReader } from "../files/import-file.ts";
import { ImportFileError, ImportFilesError } from "../files/import-file-error.ts";
import { rowOf } from "./account-row.ts";
import { Accounts } from "./accounts.ts";
import { hasContent, readEntry } from "./entry.ts";
import { type ListDocument, openExportFile } from "./export-files.ts";
import { followLists, isFollowList, readLists, strategies } from "./lists.ts";
import { listed, nobodyFound, noFollows, withoutLists } from "./no-accounts.ts";

/**
 * Yields a row for each account that the strategy selects: first accounts that the owner follows, then the others in
 * file order (newest first). Entries without an account follow as rows with `noPerson`. Issues about files, such as a
 * damaged list, are in the first row. Throws ImportFilesError if a file is rejected or no account is found.
 */
export const readNetworkB: RowReader = async function* readRows(files, { strategy }) {
  const reading = new ExportReading(strategy);
  for (const document of await reading.open(files)) await reading.read(document);
  await reading.markOtherLists();
  const accounts = reading.accounts.selected();
  const issues = reading.finish(files, accounts.length > 0);
  for (const [index, account] of accounts.entries()) {
    const row = rowOf(account, strategy);
    if (index === 0) {
      row.issues.push(...issues.slice(0, maxIssues));
      row.valuesSeen += reading.entriesLost;
      row.valuesLost += reading.entriesLost;
    }
    yield row;
  }
  for (let entry = 0; entry < reading.accounts.nameless; entry += 1) {
    yield { ...emptyRawRow({ first: 1, last: 1 }), noPerson: true };
  }
};

const maxIssues = 50;

class ExportReading {
  readonly accounts: Accounts;
  /** Counts the entries outside of the lists of follows, in files that have such lists or are named so. */
  entriesLost = 0;
  private readonly strategy: FollowStrategy;
  private readonly issues: ImportIssue[] = [];
  /** The errors of unreadable files by the index of the file. They reject the import if one of them is fatal. */
  private readonly unreadable = new Map<number, ImportFileError>();
  private isFatal = false;
  /** The errors of files without lists of follows. They reject the import only if no account is found. */
  private readonly withoutFollows = new Map<number, ImportFileError>();
  /** These documents contain lists whose accounts the strategy does not hold. */
  private readonly withOtherLists = new Set<ListDocument>();
  /** True after a list of the strategy with at least one entry was read to its end. */
  private hasWholeList = false;

  constructor(strategy: FollowStrategy) {
    this.strategy = strategy;
    this.accounts = new Accounts(strategy);
  }

  /** Sorts the documents by `followLists`, so that the first list of an account determines its spelling. */
  async open(files: readonly ImportFile[]): Promise<ListDocument[]> {
    const documents: ListDocument[] = [];
    for (const [index, file] of files.entries()) {
      try {
        const inside = await openExportFile(file, index);
        documents.push(...inside);
        if (inside.length === 0) this.passOver(index, withoutLists(file.name), "info");
      } catch (error) {
        this.unreadable.set(index, requireFileError(error));
        this.isFatal = true;
      }
    }
    const rank = ({ named }: ListDocument) => (isFollowList(named) ? followLists.indexOf(named) : -1);
    return documents.sort((a, b) => rank(a) - rank(b));
  }

  /** Collects the errors of all lists for one report, but stops at once if there are too many accounts. */
  async read(document: ListDocument): Promise<void> {
    try {
      await this.readDocument(document);
    } catch (fault) {
      const error = requireFileError(fault);
      if (error.reason === "too_many_rows") throw new ImportFilesError([{ index: document.fileIndex, error }]);
      this.noteUnreadable(document, error);
    }
  }

  /** Adds details from lists that the strategy does not hold, after all files were read and the accounts are known. */
  async markOtherLists(): Promise<void> {
    for (const { open, named } of this.withOtherLists) {
      const marking = readLists(open(), named, {
        list() {},
        entry: (kind, entry) => {
          if (isFollowList(kind) && !this.accounts.holds(kind)) this.accounts.mark(kind, readEntry(entry));
        },
      });
      // File errors are ignored, because the first reading already reported them.
      await marking.catch(requireFileError);
    }
  }

  /** Returns the issues about files. Throws ImportFilesError if a file is rejected or no account is found. */
  finish(files: readonly ImportFile[], isAnybodyFound: boolean): ImportIssue[] {
    const { strategy, accounts, withoutFollows } = this;
    let faults = this.isFatal || !this.hasWholeList ? this.unreadable : new Map<number, ImportFileError>();
    if (faults.size === 0 && !isAnybodyFound) {
      const index = files.findIndex((_, at) => !withoutFollows.has(at));
      faults = index === -1 ? withoutFollows : new Map([[index, nobodyFound(strategy, accounts.entries)]]);
    }
    if (faults.size > 0) throw new ImportFilesError([...faults].map(([index, error]) => ({ index, error })));
    for (const list of strategies[strategy].lists) {
      if (accounts.entries.has(list)) continue;
      this.addIssue("list_missing", "info", `No list ${list} was read, only the other one.`);
    }
    return this.issues;
  }

  private async readDocument(document: ListDocument): Promise<void> {
    const { accounts } = this;
    const { title, named, fileIndex } = document;
    const { lists } = strategies[this.strategy];
    const others = new Map<string, number>();
    let [hasFollows, hasEntries, unread] = [false, false, 0];
    await readLists(document.open(), named, {
      list: (kind) => {
        if (!isFollowList(kind)) {
          if (others.size < maxOtherLists) others.set(kind.other, others.get(kind.other) ?? 0);
          return;
        }
        hasFollows = true;
        accounts.note(kind);
        if (!accounts.holds(kind)) this.withOtherLists.add(document);
      },
      entry: (kind, entry, line) => {
        if (!isFollowList(kind)) {
          const count = others.get(kind.other);
          if (count !== undefined) others.set(kind.other, count + 1);
          return;
        }
        const found = readEntry(entry);
        accounts.add(kind, found, line);
        if (!lists.includes(kind)) return;
        hasEntries = true;
        if (found.length === 0 && hasContent(entry)) unread += 1;
      },
    });
    this.hasWholeList ||= hasEntries;
    this.entriesLost += unread;
    if (unread > 0) this.addIssue("list_not_read", "warning", `${title} has entries that can't be read: ${unread}.`);
    const left = new Map([...others].filter(([, count]) => count > 0));
    if (hasFollows || isFollowList(named)) for (const count of left.values()) this.entriesLost += count;
    if (hasFollows) {
      const message = `${title} also has entries of no list that is read: ${listed(left)}.`;
      if (left.size > 0) this.addIssue("list_not_read", "info", message);
      return;
    }
    if (isFollowList(named)) accounts.note(named);
    this.passOver(fileIndex, noFollows(title, others), isFollowList(named) ? "warning" : "info");
  }

  private passOver(fileIndex: number, error: ImportFileError, severity: ImportIssue["severity"]): void {
    this.withoutFollows.set(fileIndex, error);
    this.addIssue("file_passed_over", severity, `${error.message} It was skipped.`);
  }

  /** An error in a list that the strategy doesn't use must not lose the accounts of other lists. */
  private noteUnreadable({ fileIndex, title, named, inArchive }: ListDocument, error: ImportFileError): void {
    const { lists, inAll } = strategies[this.strategy];
    if (isFollowList(named)) this.accounts.note(named);
    if (isFollowList(named) && !lists.includes(named)) {
      const message = `${title} was not read to its end, so that sources may lack ${named}: ${error.message}`;
      this.addIssue("list_not_read", "info", message);
      return;
    }
    const isPart = error.reason === "file_unreadable" || (inArchive && error.reason === "file_empty");
    this.isFatal ||= !isPart || inAll;
    const located = inArchive ? new ImportFileError(error.reason, `${title}: ${error.message}`) : error;
    this.unreadable.set(fileIndex, located);
    const message = `${title} was read only as far as it is whole, so that accounts are missing: ${error.message}`;
    this.addIssue("list_not_read", "warning", message);
  }

  private addIssue(code: ImportIssueCode, severity: ImportIssue["severity"], message: string): void {
    this.issues.push({ code, severity, message });
  }
}

/** Messages name at most this many other lists of a file. */
const maxOtherLists = 20;

/** Errors of storage and programming errors are thrown again. */
function requireFileError(error: unknown): ImportFileError {
  if (error instanceof ImportFileError) return error;
  throw error;
}
