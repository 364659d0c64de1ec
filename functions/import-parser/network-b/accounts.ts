/** The accounts of an import, each once, gathered over all lists and files. */
import type { FollowStrategy } from "../../../shared/imports/parsed-contact.ts";
import { maxRows } from "../read-within.ts";
import type { FoundAccount } from "./account.ts";
import { tooManyAccounts } from "./faults.ts";
import { type FollowList, followLists, strategies } from "./lists.ts";
import { ownText } from "./own-text.ts";
import { readTime } from "./times.ts";

export interface Account {
  /** As the first entry spells it; empty when the file knows only a name. */
  readonly handle: string;
  name: string;
  readonly line: number;
  /** In which lists it is, and since when (milliseconds since 1970 UTC; null when that is not said). */
  readonly since: Partial<Record<FollowList, number | null>>;
  /** Grows with the entries: that of the account on the first of its lists, in the order of `followLists`. */
  order: number;
  /** By the file's own words; each once. */
  withoutPlace: readonly string[];
  /** Times that can't be believed. */
  implausible: readonly string[];
}

/** Words of one account that are kept for remarks. */
const maxWords = 10;
const longestWord = 60;

export class Accounts {
  /** Entries of the lists that are held which name nobody. */
  nameless = 0;
  /** Entries of each list that is there. */
  readonly entries = new Map<FollowList, number>();
  private readonly byKey = new Map<string, Account>();
  private readonly strategy: FollowStrategy;
  private order = 0;

  constructor(strategy: FollowStrategy) {
    this.strategy = strategy;
  }

  get size(): number {
    return this.byKey.size;
  }

  /** A list is there, even if nobody is on it. */
  note(list: FollowList): void {
    this.entries.set(list, this.entries.get(list) ?? 0);
  }

  /**
   * The accounts of an entry. Those of a list that the strategy does not hold are only noted where they are held
   * already; false when some are not. Throws ImportFileError when they are more than an import may have.
   */
  add(list: FollowList, found: readonly FoundAccount[], line: number): boolean {
    this.entries.set(list, (this.entries.get(list) ?? 0) + 1);
    if (!strategies[this.strategy].holds.includes(list)) return this.mark(list, found);
    for (const each of found) {
      const account = this.byKey.get(keyOf(each)) ?? this.hold(newAccount(each, line));
      if (listsOf(account).every((other) => isBefore(list, other))) account.order = this.order;
      this.order += 1;
      complete(account, list, each);
    }
    if (found.length === 0) this.nameless += 1;
    if (this.byKey.size + this.nameless <= maxRows) return true;
    throw tooManyAccounts(list, this.strategy, maxRows);
  }

  /** What has no handle can't be found again. */
  private hold(account: Account): Account {
    this.byKey.set(keyOf(account) || `name ${this.byKey.size}`, account);
    return account;
  }

  /** Notes that accounts which are held are on this list too; false when some are not held. */
  mark(list: FollowList, found: readonly FoundAccount[]): boolean {
    let allHeld = true;
    for (const each of found) {
      const account = this.byKey.get(keyOf(each));
      if (account) complete(account, list, each);
      else allHeld = false;
    }
    return allHeld;
  }

  /** Those that the strategy takes: whom the owner follows first, then the others, as the files have them. */
  taken(): Account[] {
    const { takes, inAll } = strategies[this.strategy];
    const isTaken = ({ since }: Account) =>
      inAll ? takes.every((list) => list in since) : takes.some((list) => list in since);
    const rank = ({ since }: Account) => takes.findIndex((list) => list in since);
    return [...this.byKey.values()].filter(isTaken).sort((a, b) => rank(a) - rank(b) || a.order - b.order);
  }
}

function keyOf({ handle }: { handle: string }): string {
  return handle.toLowerCase();
}

function newAccount({ handle }: FoundAccount, line: number): Account {
  return {
    handle: ownText(handle),
    name: "",
    line,
    since: {},
    order: 0,
    withoutPlace: nothing,
    implausible: nothing,
  };
}

/** Of most accounts, which are many. */
const nothing: readonly string[] = [];

/** What is known already stays. */
function complete(account: Account, list: FollowList, found: FoundAccount): Account {
  const { at, implausible } = readTime(found.time);
  account.since[list] ??= at;
  account.name ||= ownText(found.name);
  const isOtherName = found.name !== "" && found.name !== account.name;
  account.withoutPlace = united(account.withoutPlace, isOtherName ? ["another name"] : nothing);
  account.withoutPlace = united(account.withoutPlace, found.withoutPlace);
  if (implausible !== "") account.implausible = united(account.implausible, [implausible]);
  return account;
}

function united(words: readonly string[], further: readonly string[]): readonly string[] {
  if (further.length === 0) return words;
  return [...new Set([...words, ...further.map((word) => ownText(word.slice(0, longestWord)))])].slice(0, maxWords);
}

function isBefore(list: FollowList, other: FollowList): boolean {
  return followLists.indexOf(list) < followLists.indexOf(other);
}

export function listsOf({ since }: Account): FollowList[] {
  return followLists.filter((list) => list in since);
}
