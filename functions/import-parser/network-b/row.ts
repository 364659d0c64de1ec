/** The row of an account. */
import type { FollowStrategy, ImportIssue } from "../../../shared/imports/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../../shared/imports/raw-row.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import { signsRemoved, withoutSigns } from "../name-signs.ts";
import { type Account, listsOf } from "./accounts.ts";
import { signOfNoPerson } from "./likely-person.ts";
import { followLists, strategies } from "./lists.ts";
import { guessName } from "./name-guess.ts";

/** With a remark for everything that was guessed, and for every value that no field takes. */
export function rowOf(account: Account, strategy: FollowStrategy): RawRow {
  const { handle, line, withoutPlace } = account;
  const row = emptyRawRow({ first: line, last: line });
  const say = (code: string, severity: ImportIssue["severity"], message: string, field?: string) => {
    row.issues.push({ code, severity, message, ...(field !== undefined && { field }), line });
  };
  const name = plainName(account.name);
  const sign = signOfNoPerson(handle, name);
  row.likelyPerson = sign === null;
  row.sources = listsOf(account);
  if (handle !== "") row.handles.push({ platform: "network_b", value: handle, property: "handle", line });
  else say("handle_missing", "warning", "The entry has a name, but no handle: it can't be matched with other lists.");
  setName(row, handle, name, say);
  if (name !== account.name) {
    const { code, message } = signsRemoved(account.name);
    say(code, "info", message, "firstName");
  }
  if (sign !== null) say("likely_no_person", "info", `This is probably no person: ${sign}.`, "likelyPerson");
  setConnectedAt(row, account, strategy, say);
  for (const word of withoutPlace) {
    say("property_without_place", "info", `${quote(word)} has no place in a contact.`);
  }
  row.originLines.push({ label: "Lists", value: row.sources.join(", ") });
  row.valuesSeen += (handle === "" ? 0 : 1) + (account.name === "" ? 0 : 1) + withoutPlace.length;
  row.valuesLost += withoutPlace.length;
  return row;
}

type Say = (code: string, severity: ImportIssue["severity"], message: string, field?: string) => void;

/** In UTC. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** A name of nothing but signs is somebody's name all the same. */
function plainName(written: string): string {
  const { text, undecorated } = withoutSigns(written);
  return undecorated && text !== "" ? text : written;
}

/** What the account calls itself, else what its handle seems to say; without either the handle stands for a name. */
function setName(row: RawRow, handle: string, name: string, say: Say): void {
  const guess = name === "" ? guessName(handle) : twoWords(name);
  if (name !== "") row.formattedName = name;
  if (guess !== null) {
    row.givenName = row.likelyPerson ? guess.given : `${guess.given} ${guess.family}`.trim();
    row.familyName = row.likelyPerson ? guess.family : "";
  }
  if (name !== "") return;
  if (guess === null) say("name_is_handle", "info", "The file has no name: the handle stands for it.", "firstName");
  else say("name_guessed", "info", "The file has no name: this one was guessed from the handle.", "firstName");
}

/** A name of two words of letters is a first and a last name; where a longer one parts nothing tells. */
function twoWords(name: string): { given: string; family: string } | null {
  const match = /^([\p{L}\p{M}'’-]+) +([\p{L}\p{M}'’-]+)$/u.exec(name);
  return match ? { given: match[1] ?? "", family: match[2] ?? "" } : null;
}

/**
 * Since when the owner follows the account, else since when it follows, else since when it is a close friend. Other
 * times of lists that were asked for stand in the notes only.
 */
function setConnectedAt(row: RawRow, { since, implausible }: Account, strategy: FollowStrategy, say: Say): void {
  const list = followLists.find((each) => typeof since[each] === "number");
  const at = list === undefined ? null : (since[list] ?? null);
  if (at !== null) {
    row.connectedAt = new Date(at).toISOString();
    row.valuesSeen += 1;
    const label = list === "close_friends" ? "Close friend since" : "Follows since";
    row.originLines.push({ label, value: dayOf(at) });
  }
  if (list === "close_friends") {
    const message = "The only time in the file is when the account became a close friend.";
    say("connected_at_close_friends", "info", message, "connectedAt");
  }
  for (const other of strategies[strategy].takes) {
    const time = since[other];
    if (other === list || typeof time !== "number" || time === at) continue;
    row.valuesSeen += 1;
    row.originLines.push({ label: `In ${other} since`, value: dayOf(time) });
  }
  for (const text of implausible) {
    row.valuesSeen += 1;
    row.valuesLost += 1;
    say("timestamp_implausible", "warning", `${quote(text)} can't be the time of a follow.`, "connectedAt");
  }
}
