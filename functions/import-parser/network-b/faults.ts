/** What is said about an import that has nobody in it: what was found, and what would work. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { type FollowStrategy, followStrategies } from "../../../shared/imports/parsed-contact.ts";
import { fewerAtOnce } from "../fewer-at-once.ts";
import { type FollowList, followLists, strategies } from "./lists.ts";

/** `what` begins the sentence: the archive, or the file. */
export function choosesHtml(what: string): ImportFileError {
  const message = `${what} holds web pages (HTML), which are for reading only`;
  const remedy = "Ask the network for the export again and choose JSON as its format.";
  return new ImportFileError("file_kind", `${message}. ${remedy}`);
}

/** `list` is the one that is too many; strategies that need not hold it may still do. */
export function tooManyAccounts(list: FollowList, tried: FollowStrategy, most: number): ImportFileError {
  const message = `An import may have ${most.toLocaleString("en")} accounts, and with the list ${list} there are more.`;
  const smaller = followStrategies.filter((each) => each !== tried && !strategies[each].holds.includes(list));
  const remedy = `Choose the strategy ${anyOf(smaller)}, which may have fewer. ${fewerAtOnce.network_b}`;
  return new ImportFileError("too_many_rows", `${message} ${remedy}`);
}

export function nobodyFound(strategy: FollowStrategy, entries: ReadonlyMap<FollowList, number>): ImportFileError {
  return new ImportFileError("nobody_found", `${whyNobody(strategy, entries)} ${whatWorks(strategy, entries)}`.trim());
}

function whyNobody(strategy: FollowStrategy, entries: ReadonlyMap<FollowList, number>): string {
  const { takes, inAll } = strategies[strategy];
  const there = takes.filter((list) => entries.has(list));
  if (there.length === 0 || (inAll && there.length < takes.length)) {
    const absent = takes.filter((list) => !entries.has(list));
    const isOneEnough = !inAll && takes.length > 1;
    const needs = isOneEnough ? `of which the strategy ${strategy} needs one` : `which the strategy ${strategy} needs`;
    const why = absent.includes("close_friends") ? " Exports leave it out for owners without close friends." : "";
    return `The files have no ${lists(absent, "or")}, ${needs}; found: ${inventory(entries)}.${why}`;
  }
  const empty = there.filter((list) => entries.get(list) === 0);
  if (empty.length === there.length || (inAll && empty.length > 0)) {
    const limited = "An export may be limited to a span of dates: ask the network for all time.";
    return `Nobody is on the ${lists(empty, "and")}. ${limited} Found: ${inventory(entries)}.`;
  }
  if (inAll) return `No account is on both lists; found: ${inventory(entries)}.`;
  return `No entry names an account; found: ${inventory(entries)}.`;
}

/** A list of which the strategy wanted any account at all, and which gave none, has none for another one either. */
function whatWorks(tried: FollowStrategy, entries: ReadonlyMap<FollowList, number>): string {
  const inVain = strategies[tried].inAll ? [] : strategies[tried].takes;
  const possible = followStrategies.filter((strategy) => {
    const { takes, inAll } = strategies[strategy];
    return !inAll && takes.some((list) => (entries.get(list) ?? 0) > 0 && !inVain.includes(list));
  });
  return possible.length === 0 ? "" : `Choose the strategy ${anyOf(possible)}.`;
}

function inventory(entries: ReadonlyMap<FollowList, number>): string {
  const found = followLists.filter((list) => entries.has(list)).map((list) => `${list} (${entries.get(list)})`);
  return found.length === 0 ? "none" : found.join(", ");
}

function anyOf(names: readonly FollowStrategy[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

function lists(names: readonly FollowList[], conjunction: "and" | "or"): string {
  return names.length === 1 ? `list ${names[0]}` : `lists ${names.join(` ${conjunction} `)}`;
}
