/** This module collects the accounts of all lists and files of an import, without duplicates. */
import type { FollowStrategy } from "../../../shared/import/row/parsed-contact.ts";
import { importSources } from "../../../shared/import/sources.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import { maxRows } from "../files/read-within.ts";
import { ownText } from "../text/own-text.ts";
import type { FoundAccount } from "./entry.ts";
import { type FollowList, strategies } from "./lists.ts";

export interface Account {
  /** The handle is spelled as in the first entry, and empty if the file has only a name. */
  readonly handle: string;
  name: string;
  readonly line: number;
  /** Maps each list of the account to the time of its entry (milliseconds since 1970 UTC), or to null if unknown. */
  readonly since: Partial<Record<FollowList, number | null>>;
  /** These are the file's names of values that fit no field, without duplicates. */
  unmapped: readonly string[];
}

/** An account keeps at most this many property names for its issues. */
const maxWords = 10;
const longestWord = 60;

export class Accounts {
  /** Counts entries without an account in the lists that are held. */
  nameless = 0;
  /** Counts the entries of each list in the files. */
  readonly entries = new Map<FollowList, number>();
  private readonly byHandle = new Map<string, Account>();
  /** The accounts of a list have the order of the files. */
  private readonly onList = new Map<FollowList, Set<Account>>();
  private readonly strategy: FollowStrategy;

  constructor(strategy: FollowStrategy) {
    this.strategy = strategy;
  }

  /** True if the strategy needs accounts that are only on this list. */
  holds(list: FollowList): boolean {
    const { lists, inAll } = strategies[this.strategy];
    return inAll ? list === lists[0] : lists.includes(list);
  }

  /** Records that the files contain the list, even if it is empty. */
  note(list: FollowList): void {
    this.entries.set(list, this.entries.get(list) ?? 0);
  }

  /** Adds the accounts of an entry if the list is held. Throws ImportFileError if the import has too many accounts. */
  add(list: FollowList, found: readonly FoundAccount[], line: number): void {
    this.entries.set(list, (this.entries.get(list) ?? 0) + 1);
    if (!this.holds(list)) return;
    const members = this.onList.get(list) ?? new Set();
    this.onList.set(list, members);
    for (const each of found) {
      const account = this.byHandle.get(each.handle.toLowerCase()) ?? this.hold(each, line);
      members.add(account);
      complete(account, list, each);
    }
    if (found.length === 0) this.nameless += 1;
    if (this.byHandle.size + this.nameless <= maxRows) return;
    const message = `An import may have ${maxRows.toLocaleString("en")} accounts. Choose another strategy.`;
    throw new ImportFileError("too_many_rows", `${message} ${importSources.network_b.fewerAtOnce}`);
  }

  /** Adds the list to the accounts that are already held, and holds no new ones. */
  mark(list: FollowList, found: readonly FoundAccount[]): void {
    for (const each of found) {
      const account = this.byHandle.get(each.handle.toLowerCase());
      if (account) complete(account, list, each);
    }
  }

  /** Returns the accounts that the strategy selects: first those that the owner follows, then the others in file order. */
  selected(): Account[] {
    const { lists, inAll } = strategies[this.strategy];
    const all = new Set(lists.flatMap((list) => [...(this.onList.get(list) ?? [])]));
    return [...all].filter(({ since }) => !inAll || lists.every((list) => list in since));
  }

  /** An account without a handle gets a unique key, because it can't be matched with other entries. */
  private hold({ handle }: FoundAccount, line: number): Account {
    const account = { handle: ownText(handle), name: "", line, since: {}, unmapped: none };
    this.byHandle.set(account.handle.toLowerCase() || `name ${this.byHandle.size}`, account);
    return account;
  }
}

/** Most accounts share this empty list to save memory. */
const none: readonly string[] = [];

/** Adds the details of an entry to the account, and keeps values that are already set. */
function complete(account: Account, list: FollowList, { name, time, unmapped }: FoundAccount): void {
  const at = readTime(time);
  account.since[list] ??= at;
  account.name ||= ownText(name);
  const further = [...unmapped];
  if (name !== "" && name !== account.name) further.push("another name");
  if (time && at === null) further.push("timestamp");
  if (further.length === 0) return;
  const words = further.map((word) => ownText(word.slice(0, longestWord)));
  account.unmapped = [...new Set([...account.unmapped, ...words])].slice(0, maxWords);
}

/**
 * Converts whole seconds UTC, or RFC 3339 text of the files of 2020, to milliseconds since 1970 UTC. Returns null for
 * other values and for implausible times.
 */
export function readTime(value: unknown): number | null {
  const isDate = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
  const at = isDate ? Date.parse(value) : typeof value === "number" ? value * 1_000 : Number.NaN;
  return at >= earliest && at < latest ? Math.floor(at) : null;
}

/** Times outside these limits are implausible: the network opened in October 2010. */
const earliest = Date.UTC(2010, 0, 1);
const latest = Date.UTC(2100, 0, 1);
