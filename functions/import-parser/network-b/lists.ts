/** The account lists of an export: which list a file or a member contains, and what a strategy does with it. */
import type { FollowStrategy } from "../../../shared/import/row/parsed-contact.ts";
import { asUtf8 } from "../text/utf8.ts";
import { isEntry, isRecord, type JsonRecord, readMembers } from "./entry.ts";
import { readJson } from "./json-walker.ts";

/** Rows name and use the lists in this order. */
export const followLists = ["following", "followers", "close_friends"] as const;
export type FollowList = (typeof followLists)[number];

/** A kind is a list of follows, or another list with the export's name for it. */
export type ListKind = FollowList | { other: string };

interface Strategy {
  /** The accounts of these lists become rows. */
  lists: readonly FollowList[];
  /** If true, an account must be on all of these lists, so only accounts of the first list are held. */
  inAll: boolean;
}

export const strategies: Readonly<Record<FollowStrategy, Strategy>> = {
  following: { lists: ["following"], inAll: false },
  followers: { lists: ["followers"], inAll: false },
  following_and_followers: { lists: ["following", "followers"], inAll: false },
  mutual_following: { lists: ["following", "followers"], inAll: true },
  close_friends: { lists: ["close_friends"], inAll: false },
};

export function isFollowList(kind: ListKind): kind is FollowList {
  return typeof kind === "string";
}

/** Finds the list in names such as `followers_1.json` and a browser's second download `following (1).json`. */
export function listOfFileName(path: string): ListKind {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const words = new Set(name.match(/[a-z]+/g));
  return followLists.find((list) => list.split("_").every((word) => words.has(word))) ?? { other: "unnamed" };
}

/** Whether a file of an archive contains follows. `connections` is the single file of 2020. */
export function hasFollows(path: string): boolean {
  return /(?:^|\/)(?:following|followers|close_friends|connections)(?:_\d{1,6})?\.json$/i.test(path);
}

export interface ListVisitor {
  /** The reader calls this for each list, including empty ones. */
  list(kind: ListKind): void;
  entry(kind: ListKind, entry: unknown, line: number): void;
}

/**
 * Passes the lists of a JSON file to `visitor`. `named` is the list of a file that is one list without a key, or one entry.
 * Throws ImportFileError for bad JSON.
 */
export async function readLists(
  bytes: AsyncIterable<Uint8Array>,
  named: ListKind,
  visitor: ListVisitor,
): Promise<void> {
  const kindOf = (key: string | null) => (key === null ? named : listOfKey(key));
  /** The members of an entry that is the document itself. */
  const single = new Map<string, unknown>();
  await readJson(asUtf8(bytes), {
    whole: readMembers,
    list: (key) => visitor.list(kindOf(key)),
    element: (key, value, line) => visitor.entry(kindOf(key), value, line),
    member(key, value, line) {
      if (readMembers.has(key)) single.set(key, value);
      const kind = listOfKey(key);
      if (!isRecord(value)) return;
      const entries = isEntry(value) ? [value] : isFollowList(kind) ? membersOf(value) : listedIn(value);
      if (entries.length > 0 || isFollowList(kind)) visitor.list(kind);
      for (const entry of entries) visitor.entry(kind, entry, line);
    },
  });
  const entry = Object.fromEntries(single);
  if (!isEntry(entry)) return;
  visitor.list(named);
  visitor.entry(named, entry, 1);
}

/** Returns the entries of a list that is an object. Other members than entries and times become entries without an account. */
function membersOf(list: JsonRecord): unknown[] {
  return Object.entries(list).flatMap(([title, value]): unknown[] => {
    if (isEntry(value)) return [value];
    // The file of 2020 maps handles to times.
    const isTime = (typeof value === "string" || typeof value === "number") && /^\d{4}/.test(String(value));
    return isTime ? [{ title, timestamp: value }] : [value].flat().map((each) => [each]);
  });
}

/** Returns the entries of the lists in an object, which are only counted. */
function listedIn(value: JsonRecord): unknown[] {
  return Object.values(value).filter(Array.isArray).flat().filter(isRecord);
}

/** The key of a list is, for example, `relationships_following` since 2021 and `following` in the file of 2020. */
function listOfKey(key: string): ListKind {
  const name = key.replace(/^relationships_/, "");
  return followLists.find((list) => list === name) ?? { other: name.replaceAll("_", " ") };
}
