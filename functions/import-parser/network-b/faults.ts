/** What is said about an import that has nobody in it: what was found, and what would work. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { type FollowStrategy, followStrategies } from "../../../shared/imports/parsed-contact.ts";
import { type FollowList, followLists, strategies } from "./lists.ts";

/** `what` begins the sentence: the archive, or the file. */
export function choosesHtml(what: string): ImportFileError {
  const message = `${what} holds web pages (HTML), which are for reading only`;
  const remedy = "Ask the network for the export again and choose JSON as its format.";
  return new ImportFileError("file_kind", `${message}. ${remedy}`);
}

export function nobodyFound(strategy: FollowStrategy, entries: ReadonlyMap<FollowList, number>): ImportFileError {
  return new ImportFileError("nobody_found", `${whyNobody(strategy, entries)} ${whatWorks(entries)}`.trim());
}

function whyNobody(strategy: FollowStrategy, entries: ReadonlyMap<FollowList, number>): string {
  const { takes, inAll } = strategies[strategy];
  const there = takes.filter((list) => entries.has(list));
  if (there.length === 0 || (inAll && there.length < takes.length)) {
    const needed = `The strategy ${strategy} needs the ${lists(takes, inAll ? "and" : "or")}`;
    const absent = takes.includes("close_friends") ? " Exports leave it out for owners without close friends." : "";
    return `${needed}; found: ${inventory(entries)}.${absent}`;
  }
  const empty = there.filter((list) => entries.get(list) === 0);
  if (empty.length === there.length || (inAll && empty.length > 0)) {
    const limited = "An export may be limited to a span of dates: ask the network for all time.";
    return `Nobody is on the ${lists(empty, "and")}. ${limited} Found: ${inventory(entries)}.`;
  }
  if (inAll) return `No account is on both lists; found: ${inventory(entries)}.`;
  return `No entry names an account; found: ${inventory(entries)}.`;
}

function whatWorks(entries: ReadonlyMap<FollowList, number>): string {
  const isThere = (list: FollowList) => (entries.get(list) ?? 0) > 0;
  const possible = followStrategies.filter((strategy) => {
    const { takes, inAll } = strategies[strategy];
    return !inAll && takes.some(isThere);
  });
  return possible.length === 0 ? "" : `These strategies may find somebody: ${possible.join(", ")}.`;
}

function inventory(entries: ReadonlyMap<FollowList, number>): string {
  const found = followLists.filter((list) => entries.has(list)).map((list) => `${list} (${entries.get(list)})`);
  return found.length === 0 ? "none" : found.join(", ");
}

function lists(names: readonly FollowList[], conjunction: "and" | "or"): string {
  return names.length === 1 ? `list ${names[0]}` : `lists ${names.join(` ${conjunction} `)}`;
}
