/** Which list of accounts a file or a member of it is: of follows, or one of the many others of an export. */
import type { FollowStrategy } from "../../../shared/imports/parsed-contact.ts";

/** In the order in which rows name and take them. */
export const followLists = ["following", "followers", "close_friends"] as const;
export type FollowList = (typeof followLists)[number];

/** A list of follows; or another one, in words. */
export type ListKind = FollowList | { other: string };

interface Strategy {
  /** Whose accounts become rows. */
  takes: readonly FollowList[];
  /** Whose accounts have to be held while the others are read. */
  holds: readonly FollowList[];
  /** An account becomes a row only when all that are taken have it. */
  inAll: boolean;
}

export const strategies: Readonly<Record<FollowStrategy, Strategy>> = {
  following: { takes: ["following"], holds: ["following"], inAll: false },
  followers: { takes: ["followers"], holds: ["followers"], inAll: false },
  following_and_followers: { takes: ["following", "followers"], holds: ["following", "followers"], inAll: false },
  mutual_following: { takes: ["following", "followers"], holds: ["following"], inAll: true },
  close_friends: { takes: ["close_friends"], holds: ["close_friends"], inAll: false },
};

export function isFollowList(kind: ListKind | null): kind is FollowList {
  return typeof kind === "string";
}

/**
 * By the key around a list: `relationships_following` since 2021, `following` in the single file of 2020. Null when it
 * is none of an export's.
 */
export function listOfKey(key: string): ListKind | null {
  const name = key.replace(/^relationships_/, "");
  const known = followLists.find((list) => list === name);
  if (known) return known;
  const other = Object.hasOwn(otherKeys, name) ? otherKeys[name] : undefined;
  if (other !== undefined) return { other };
  return name === key ? null : { other: "accounts of another list" };
}

const otherKeys: Readonly<Record<string, string>> = {
  blocked_users: "blocked accounts",
  restricted_users: "restricted accounts",
  follow_requests_sent: "pending follow requests",
  permanent_follow_requests: "recent follow requests",
  follow_requests_received: "received follow requests",
  unfollowed_users: "accounts that are followed no more",
  dismissed_suggested_users: "removed suggestions",
  hide_stories_from: "accounts that stories are hidden from",
  feed_favorites: "favourites",
  following_hashtags: "hashtags",
  whitelisted_for_sponsor_tagging_by: "sponsors",
  contacts_contact_info: "contacts of a phone's address book",
};

/**
 * By the name of a file that somebody unpacked or downloaded: `followers_1.json`, also as a browser's second download
 * `following (1).json`. Null when the name says nothing.
 */
export function listOfFileName(name: string): ListKind | null {
  const words = name
    .toLowerCase()
    .replace(/\.json$/, "")
    .split(/[^a-z]+/);
  if (words.includes("hashtags")) return { other: "hashtags" };
  const [isFollowing, isFollowers] = [words.includes("following"), words.includes("followers")];
  if (isFollowing !== isFollowers) return isFollowing ? "following" : "followers";
  if (words.includes("close") && words.includes("friends")) return "close_friends";
  const other = otherWords.find(([word]) => words.includes(word));
  return other ? { other: other[1] } : null;
}

/** Words that only the names of the other lists have. */
const otherWords: readonly (readonly [string, string])[] = [
  ["blocked", "blocked accounts"],
  ["restricted", "restricted accounts"],
  ["pending", "pending follow requests"],
  ["recent", "recent follow requests"],
  ["requests", "received follow requests"],
  ["unfollowed", "accounts that are followed no more"],
  ["suggestions", "removed suggestions"],
  ["hide", "accounts that stories are hidden from"],
  ["favorited", "favourites"],
  ["synced", "contacts of a phone's address book"],
];

/** The files of an archive that hold follows, by the end of their path; `both` is the single file of 2020. */
export function listOfPath(path: string): FollowList | "both" | null {
  if (path.startsWith("__MACOSX/")) return null;
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (!name.endsWith(".json")) return null;
  const base = name.slice(0, -".json".length);
  if (base === "connections") return "both";
  return followLists.find((list) => base === list || partOf(base, list)) ?? null;
}

/** `followers_1`, `followers_2` and so on. */
function partOf(base: string, list: string): boolean {
  return base.startsWith(`${list}_`) && /^\d{1,6}$/.test(base.slice(list.length + 1));
}
