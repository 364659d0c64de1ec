/** The refusals of files, archives and strategies without accounts, with what was found. */
import type { FollowStrategy } from "../../../shared/import/row/parsed-contact.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { ImportFileError } from "../files/import-file-error.ts";
import type { Accounts } from "./accounts.ts";
import { strategies } from "./lists.ts";

export function withoutLists(name: string): ImportFileError {
  const message = `The archive ${quote(name)} is without followers and following: that part was not chosen, has no data, or lies in`;
  return new ImportFileError(
    "nobody_found",
    `${message} another archive of the export. Ask the network for it, in JSON and for all time.`,
  );
}

/** `others` maps the names of the file's other lists to their numbers of entries. */
export function noFollows(title: string, others: ReadonlyMap<string, number>): ImportFileError {
  const message = `${title} has no followers or followed accounts, which exports have in followers_1.json and following.json.`;
  if (others.size === 0) return new ImportFileError("file_kind", message);
  return new ImportFileError("nobody_found", `${message} It has the lists: ${listed(others)}.`);
}

export function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([list, count]) => `${list} (${count})`).join(", ");
}

/** `entries` are the numbers of entries of the lists in the files. */
export function nobodyFound(strategy: FollowStrategy, entries: Accounts["entries"]): ImportFileError {
  const found = listed(entries) || "none";
  const which = strategies[strategy].inAll ? "both lists" : "a list";
  const message = `No account is on ${which} of the strategy ${strategy}; found: ${found}.`;
  const remedy =
    "Choose another strategy, or ask the network for all time, because an export may have a span of dates.";
  return new ImportFileError("nobody_found", `${message} ${remedy}`);
}
