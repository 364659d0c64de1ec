/** This module identifies which account list of an export a file or a member contains. */
import type { FollowStrategy } from "../../../shared/import/row/parsed-contact.ts";

/** Rows name and use the lists in this order. */
export const followLists = ["following", "followers", "close_friends"] as const;
export type FollowList = (typeof followLists)[number];

/** A kind is a list of follows, or another list with the export's name for it. */
export type ListKind = FollowList | { other: string };

interface Strategy {
  /** The accounts of these lists become rows. */
  takes: readonly FollowList[];
  /** If true, an account must be on all of these lists, so only accounts of the first list are held. */
  inAll: boolean;
}

export const strategies: Readonly<Record<FollowStrategy, Strategy>> = {
  following: { takes: ["following"], inAll: false },
  followers: { takes: ["followers"], inAll: false },
  following_and_followers: { takes: ["following", "followers"], inAll: false },
  mutual_following: { takes: ["following", "followers"], inAll: true },
  close_friends: { takes: ["close_friends"], inAll: false },
};

export function isFollowList(kind: ListKind | null): kind is FollowList {
  return typeof kind === "string";
}

/** The key of a list is, for example, `relationships_following` since 2021 and `following` in the file of 2020. */
export function listOfKey(key: string): ListKind {
  const name = key.replace(/^relationships_/, "");
  return followLists.find((list) => list === name) ?? { other: name.replaceAll("_", " ") };
}

/**
 * Recognises names such as `followers_1.json` and a browser's second download `following (1).json`. Returns null if the
 * name indicates no list.
 */
export function listOfFileName(name: string): ListKind | null {
  const words: readonly string[] =
    name
      .toLowerCase()
      .replace(/\.json$/, "")
      .match(/[a-z]+/g) ?? [];
  const list = followLists.find((each) => each.split("_").every((word) => words.includes(word)));
  if (list && !words.includes("hashtags")) return list;
  return words.some((word) => wordsOfOthers.has(word)) ? { other: words.join(" ") } : null;
}

/** Only names of other lists contain these words. */
const wordsOfOthers = new Set(
  "blocked restricted pending recent requests unfollowed suggestions hide favorited synced hashtags".split(" "),
);

/** Finds the files of an archive that contain follows, by file name; `both` is the single file of 2020. */
export function listOfPath(path: string): FollowList | "both" | null {
  if (path.startsWith("__MACOSX/")) return null;
  const [, base] = /(?:^|\/)([a-z_]+?)(?:_\d{1,6})?\.json$/i.exec(path) ?? [];
  if (base?.toLowerCase() === "connections") return "both";
  return followLists.find((list) => list === base?.toLowerCase()) ?? null;
}
