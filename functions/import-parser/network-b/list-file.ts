/** This module reads the account lists of one JSON file of an export. */
import { asUtf8 } from "../text/utf8.ts";
import { readJson } from "./json-walker.ts";
import { isFollowList, type ListKind, listOfKey } from "./lists.ts";

export interface ListTaker {
  /** The reader calls this for each list, including empty ones. */
  list(kind: ListKind): void;
  entry(kind: ListKind, entry: unknown, line: number): void;
}

/**
 * Passes the lists of a file to `take`. Entries without a list key belong to `named`, or to the followers if `named` is
 * null, because exports omit the name only there; the result is true in that case. Throws ImportFileError for bad JSON.
 */
export async function readListFile(
  bytes: AsyncIterable<Uint8Array>,
  named: ListKind | null,
  take: ListTaker,
): Promise<boolean> {
  let isGuessed = false;
  const kindOf = (key: string | null): ListKind => {
    if (key !== null) return listOfKey(key);
    isGuessed ||= named === null;
    return named ?? "followers";
  };
  /** Some files write a list of one account as a single entry, whose members are collected here. */
  const single: { entry: Record<string, unknown>; line: number } = { entry: {}, line: 0 };
  await readJson(asUtf8(bytes), {
    opensList(key) {
      if (key !== null && entryMembers.has(key)) return false;
      take.list(kindOf(key));
      return true;
    },
    element: (key, value, line) => take.entry(kindOf(key), value, line),
    member(key, value, line) {
      if (entryMembers.has(key)) {
        single.entry[key] = value;
        single.line ||= line;
        return;
      }
      const kind = listOfKey(key);
      const isList = isFollowList(kind) || key.startsWith("relationships_");
      if (typeof value !== "object" || value === null || !isList) return;
      take.list(kind);
      for (const entry of entriesIn(value)) take.entry(kind, entry, line);
    },
  });
  if (single.line > 0) {
    const kind = kindOf(null);
    take.list(kind);
    take.entry(kind, single.entry, single.line);
  }
  return isGuessed;
}

/** A list's value can be an object: its only entry, or a map from handle to time in the form of 2020. */
function entriesIn(value: object): unknown[] {
  if ("string_list_data" in value || "label_values" in value) return [value];
  return Object.entries(value).map(([title, timestamp]) => ({ title, timestamp }));
}

const entryMembers = new Set(
  "title string_list_data media_list_data label_values timestamp media fbid href value".split(" "),
);
