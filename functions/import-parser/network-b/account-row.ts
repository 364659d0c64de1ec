/** This module converts an account of the photo network to an import row. */
import type { FollowStrategy, ImportIssue } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { signsRemoved, withoutSigns } from "../text/name-signs.ts";
import type { Account } from "./accounts.ts";
import { signOfNoPerson } from "./likely-person.ts";
import { followLists, strategies } from "./lists.ts";

/** Every guess, and every value that fits no field, is reported as an issue of the row. */
export function rowOf(account: Account, strategy: FollowStrategy): RawRow {
  const { handle, line, unmapped, implausible } = account;
  const row = emptyRawRow({ first: line, last: line });
  const addIssue = (code: string, severity: ImportIssue["severity"], message: string, field?: string) => {
    row.issues.push({ code, severity, message, ...(field !== undefined && { field }), line });
  };
  const { text, undecorated } = withoutSigns(account.name);
  // A name that consists only of symbols is kept, because the row has no other name.
  const name = undecorated && text !== "" ? text : account.name;
  const sign = signOfNoPerson(handle, name);
  row.likelyPerson = sign === null;
  row.sources = followLists.filter((list) => list in account.since);
  if (handle !== "") row.handles.push({ platform: "network_b", value: handle, property: "handle", line });
  else {
    const message = "The entry has a name, but no handle: it can't be matched with other lists.";
    addIssue("handle_missing", "warning", message);
  }
  // Only a name of exactly two words is split, because the position of the split is unknown in longer names.
  const words = sign === null ? /^([\p{L}\p{M}'’-]+) +([\p{L}\p{M}'’-]+)$/u.exec(name) : null;
  row.formattedName = name;
  row.givenName = words?.[1] ?? "";
  row.familyName = words?.[2] ?? "";
  if (name === "") addIssue("name_is_handle", "info", "The file has no name: the handle stands for it.", "firstName");
  if (name !== account.name) addIssue("name_signs_removed", "info", signsRemoved(account.name), "firstName");
  if (sign !== null) addIssue("likely_no_person", "info", `This is probably no person: ${sign}.`, "likelyPerson");
  setConnectedAt(row, account, strategy);
  for (const time of implausible) {
    addIssue("timestamp_implausible", "warning", `${quote(time)} can't be the time of a follow.`, "connectedAt");
  }
  for (const word of unmapped) {
    addIssue("property_without_place", "info", `${quote(word)} has no place in a contact.`);
  }
  row.originLines.push({ label: "Lists", value: row.sources.join(", ") });
  row.valuesLost += implausible.length + unmapped.length;
  row.valuesSeen += (handle === "" ? 0 : 1) + (account.name === "" ? 0 : 1) + implausible.length + unmapped.length;
  return row;
}

/**
 * Uses the time from the first list in the order of `followLists` that has one. Other times go to the notes, if the
 * strategy includes their list.
 */
function setConnectedAt(row: RawRow, { since }: Account, strategy: FollowStrategy): void {
  const times = followLists.flatMap((list) => {
    const at = since[list];
    return typeof at === "number" ? [{ list, at: new Date(at).toISOString() }] : [];
  });
  const [first] = times;
  for (const { list, at } of times) {
    const isOther = list !== first?.list;
    if (isOther && (at === first?.at || !strategies[strategy].takes.includes(list))) continue;
    const label = list === "close_friends" ? "Close friend since" : "Follows since";
    row.originLines.push({ label: isOther ? `In ${list} since` : label, value: at.slice(0, "YYYY-MM-DD".length) });
    row.valuesSeen += 1;
  }
  row.connectedAt = first?.at ?? null;
  if (first?.list !== "close_friends") return;
  const message = "The only time in the file is when the account became a close friend.";
  const about = { field: "connectedAt", line: row.lines.first };
  row.issues.push({ code: "connected_at_close_friends", severity: "info", message, ...about });
}
