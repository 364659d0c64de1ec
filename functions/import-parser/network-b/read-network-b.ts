/** This module reads followed accounts, followers and close friends from exports of the photo network (network_b). */
import type { FollowStrategy, ImportIssue } from "../../../shared/import/row/parsed-contact.ts";
import { followStrategies } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow } from "../../../shared/import/row/raw-row.ts";
import { fewerAtOnce } from "../files/fewer-at-once.ts";
import type { ImportFile, RowReader } from "../files/import-file.ts";
import { ImportFileError, ImportFilesError } from "../files/import-file-error.ts";
import { maxTextBytes } from "../files/read-within.ts";
import { rowOf } from "./account-row.ts";
import { Accounts } from "./accounts.ts";
import { readEntry } from "./entry.ts";
import { type ListDocument, openExportFile } from "./export-files.ts";
import { type ListTaker, readListFile } from "./list-file.ts";
import { type FollowList, followLists, isFollowList, strategies } from "./lists.ts";

/**
 * Yields a row for each account that the strategy selects: first accounts that the owner follows, then the others in
 * file order (newest first). Entries without an account follow as rows with `noPerson`. Issues about files, such as a
 * damaged list, are in the first row. Throws ImportFilesError if a file is rejected or no account is found.
 */
export const readNetworkB: RowReader = async function* readRows(files, { strategy }) {
  const reading = new ExportReading(strategy);
  for (const document of await reading.open(files)) await reading.read(document);
  await reading.markOtherLists();
  const accounts = reading.accounts.taken();
  const issues = reading.finish(files.length, accounts.length > 0);
  for (const [index, account] of accounts.entries()) {
    const row = rowOf(account, strategy);
    if (index === 0) row.issues.push(...issues.slice(0, maxIssues));
    yield row;
  }
  for (let entry = 0; entry < reading.accounts.nameless; entry += 1) {
    yield { ...emptyRawRow({ first: 1, last: 1 }), noPerson: true };
  }
};

const maxIssues = 50;

/** A fault says why a file yields no accounts, or not all of them. */
interface Fault {
  /** `fatal` rejects the import, `damaged` only if no other list is whole, `without follows` only if no account is found. */
  kind: "fatal" | "damaged" | "without follows";
  /** The index refers to the imported file. */
  index: number;
  error: ImportFileError;
}

class ExportReading {
  readonly accounts: Accounts;
  private readonly strategy: FollowStrategy;
  private readonly faults: Fault[] = [];
  private readonly issues: ImportIssue[] = [];
  /** These documents contain lists whose accounts the strategy does not hold. */
  private readonly withOtherLists = new Set<ListDocument>();
  /** True after a list of the strategy with at least one entry was read to its end. */
  private hasWholeList = false;
  private bytes = 0;

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
        if (inside.length === 0) this.faults.push({ kind: "without follows", index, error: withoutLists() });
      } catch (error) {
        this.faults.push({ kind: "fatal", index, error: requireFileError(error) });
      }
    }
    const rank = ({ named }: ListDocument) => (isFollowList(named) ? followLists.indexOf(named) : -1);
    return documents.sort((a, b) => rank(a) - rank(b));
  }

  /** Collects the errors of all lists for one report, but stops at once if there are too many accounts. */
  async read(document: ListDocument): Promise<void> {
    try {
      this.bytes += document.size;
      if (this.bytes > maxTextBytes) throw tooMuchText();
      await this.readLists(document);
    } catch (fault) {
      const error = requireFileError(fault);
      if (error.reason === "too_many_rows") throw new ImportFilesError([{ index: document.fileIndex, error }]);
      this.noteFault(document, error);
    }
  }

  /** Adds details from lists that the strategy does not hold, after all files were read and the accounts are known. */
  async markOtherLists(): Promise<void> {
    for (const document of this.withOtherLists) {
      const take: ListTaker["entry"] = (kind, entry) => {
        if (isFollowList(kind) && !this.accounts.holds(kind)) this.accounts.mark(kind, readEntry(entry) ?? []);
      };
      // File errors are ignored, because the first reading already reported them.
      await readListFile(document.open(), document.named, { list() {}, entry: take }).catch(requireFileError);
    }
  }

  /** Returns the issues about files. Throws ImportFilesError if a file is rejected or no account is found. */
  finish(fileCount: number, isAnybodyFound: boolean): ImportIssue[] {
    let faults = this.faults.filter(({ kind }) => kind === "fatal");
    if (faults.length > 0 || !this.hasWholeList) faults = this.faults.filter(({ kind }) => kind !== "without follows");
    if (faults.length === 0 && !isAnybodyFound) faults = this.whyNobody(fileCount);
    if (faults.length > 0) {
      const first = new Map(faults.toReversed().map((fault) => [fault.index, fault]));
      throw new ImportFilesError([...first.values()].sort((a, b) => a.index - b.index));
    }
    for (const list of strategies[this.strategy].takes) {
      if (this.accounts.entries.has(list)) continue;
      this.addIssue("list_missing", "info", `The files have no list ${list}: only the other one was taken.`);
    }
    return this.issues;
  }

  private async readLists(document: ListDocument): Promise<void> {
    const { accounts } = this;
    const { title, named, fileIndex: index, inArchive } = document;
    const others = new Map<string, number>();
    let [lists, entries, strangers, taken] = [0, 0, 0, 0];
    const isGuessed = await readListFile(document.open(), named, {
      list: (kind) => {
        if (!isFollowList(kind)) {
          if (others.size < maxOtherLists) others.set(kind.other, others.get(kind.other) ?? 0);
          return;
        }
        lists += 1;
        accounts.note(kind);
        if (!accounts.holds(kind)) this.withOtherLists.add(document);
      },
      entry: (kind, entry, line) => {
        const found = readEntry(entry);
        entries += 1;
        if (found === null) strangers += 1;
        if (!isFollowList(kind)) {
          const count = others.get(kind.other);
          if (count !== undefined) others.set(kind.other, count + 1);
          return;
        }
        accounts.add(kind, found ?? [], line);
        if (strategies[this.strategy].takes.includes(kind)) taken += 1;
      },
    });
    this.hasWholeList ||= taken > 0;
    const isStrange = strangers > 0 && strangers === entries;
    if (isStrange || lists === 0) {
      const error = noFollows(title, isStrange ? new Map() : others);
      this.faults.push({ kind: "without follows", index, error });
      if (!inArchive) this.addIssue("file_passed_over", "info", `${error.message} It was passed over.`);
    } else if (isGuessed) {
      const message = `${title} does not say which list it is: it was read as followers, which exports don't name.`;
      this.addIssue("list_guessed", "info", message);
    }
  }

  /** An error in a list that the strategy doesn't use must not lose the accounts of other lists. */
  private noteFault({ fileIndex: index, title, named, inArchive }: ListDocument, error: ImportFileError): void {
    const { takes, inAll } = strategies[this.strategy];
    if (isFollowList(named) && !takes.includes(named)) {
      const message = `${title} was not read to its end, so that sources may lack ${named}: ${error.message}`;
      this.addIssue("list_not_read", "info", message);
      return;
    }
    const isDamaged = error.reason === "file_unreadable" && !inAll;
    const told = inArchive ? new ImportFileError(error.reason, `${title}: ${error.message}`) : error;
    this.faults.push({ kind: isDamaged ? "damaged" : "fatal", index, error: told });
    if (!isDamaged) return;
    const message = `${title} was read only as far as it is whole, so that accounts are missing: ${error.message}`;
    this.addIssue("list_not_read", "warning", message);
  }

  /** If every file has a fault, the faults are the reason; otherwise the strategy selects no account. */
  private whyNobody(fileCount: number): Fault[] {
    const indexes = new Set(this.faults.map(({ index }) => index));
    for (let index = 0; index < fileCount; index += 1) {
      if (indexes.has(index)) continue;
      return [{ kind: "fatal", index, error: nobodyFound(this.strategy, this.accounts.entries) }];
    }
    return this.faults;
  }

  private addIssue(code: string, severity: ImportIssue["severity"], message: string): void {
    this.issues.push({ code, severity, message });
  }
}

/** Messages list at most this many other lists of a file. */
const maxOtherLists = 20;

/** Errors of storage and programming errors are thrown again. */
function requireFileError(error: unknown): ImportFileError {
  if (error instanceof ImportFileError) return error;
  throw error;
}

function tooMuchText(): ImportFileError {
  const message = `The lists have more than ${maxTextBytes / 1024 / 1024} MB of text together.`;
  return new ImportFileError("too_much_text", `${message} ${fewerAtOnce.network_b}`);
}

function withoutLists(): ImportFileError {
  const message = "The archive is without followers and following: that part was not chosen, has no data, or lies in";
  return new ImportFileError(
    "nobody_found",
    `${message} another archive of the export. Ask the network for it, in JSON and for all time.`,
  );
}

/** `others` maps the names of the file's other lists to their numbers of entries. */
function noFollows(title: string, others: ReadonlyMap<string, number>): ImportFileError {
  const listed = [...others].map(([list, entries]) => `${list} (${entries})`).join(", ");
  if (listed !== "") return new ImportFileError("nobody_found", `${title} has no follows; it lists ${listed}.`);
  const message = `${title} is JSON, but no list of followers or followed accounts`;
  return new ImportFileError("file_kind", `${message}: the export has them in followers_1.json and following.json.`);
}

function nobodyFound(strategy: FollowStrategy, entries: ReadonlyMap<FollowList, number>): ImportFileError {
  const found = followLists.filter((list) => entries.has(list)).map((list) => `${list} (${entries.get(list)})`);
  const which = strategies[strategy].inAll ? "both lists" : "a list";
  const message = `No account is on ${which} of the strategy ${strategy}; found: ${found.join(", ") || "none"}.`;
  const possible = followStrategies.filter((each) => {
    const { takes, inAll } = strategies[each];
    return !inAll && each !== strategy && takes.some((list) => (entries.get(list) ?? 0) > 0);
  });
  const choice = possible.length === 0 ? "" : ` Choose the strategy ${possible.join(" or ")}.`;
  const remedy = "The export may be limited to a span of dates: then ask the network for all time.";
  return new ImportFileError("nobody_found", `${message}${choice} ${remedy}`);
}
