/** This module converts an account of the photo network to an import row. */
import type { ImportIssueCode } from "../../../shared/import/row/issue-catalogue.ts";
import type { FollowStrategy, ImportIssue } from "../../../shared/import/row/parsed-contact.ts";
import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { fold } from "../../../shared/platform/text/fold.ts";
import { signsRemoved, withoutSigns } from "../text/name-signs.ts";
import type { Account } from "./accounts.ts";
import { followLists, strategies } from "./lists.ts";

/** Every guess, and every value that fits no field, is reported as an issue of the row. */
export function rowOf(account: Account, strategy: FollowStrategy): RawRow {
  const { handle, line, unmapped } = account;
  const row = emptyRawRow({ first: line, last: line });
  const addIssue = (code: ImportIssueCode, severity: ImportIssue["severity"], message: string, field?: string) => {
    row.issues.push({ code, severity, message, ...(field !== undefined && { field }), line });
  };
  // A name that consists only of symbols is kept, because the row has no other name.
  const name = withoutSigns(account.name).text || account.name;
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
  addTimes(row, account, strategy);
  for (const word of unmapped) {
    addIssue("property_without_place", "info", `No field of a contact fits ${quote(word)}.`);
  }
  row.originLines.push({ label: "Lists", value: row.sources.join(", ") });
  row.valuesLost += unmapped.length;
  row.valuesSeen += (handle === "" ? 0 : 1) + (account.name === "" ? 0 : 1) + unmapped.length;
  return row;
}

/**
 * Uses the time from the first list in the order of `followLists` that has one. Other times go to the notes, if the
 * strategy includes their list.
 */
function addTimes(row: RawRow, { since }: Account, strategy: FollowStrategy): void {
  const times = followLists.flatMap((list) => {
    const at = since[list];
    return typeof at === "number" ? [{ list, at: new Date(at).toISOString() }] : [];
  });
  const [first] = times;
  for (const { list, at } of times) {
    const isOther = list !== first?.list;
    if (isOther && (at === first?.at || !strategies[strategy].lists.includes(list))) continue;
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

/**
 * Returns the reason, for a message to the user, why an account probably doesn't belong to a person. Returns null if
 * there is no sign of that, because most followed accounts belong to persons.
 */
export function signOfNoPerson(handle: string, name: string): string | null {
  const tokens = fold(`${handle} ${name}`).match(/\p{L}+/gu) ?? [];
  const word = tokens.map((token) => (wholeWords.has(token) ? token : longWordIn(token))).find((found) => found);
  if (word !== undefined) return `its name says "${word}"`;
  const digits = handle.replace(/\D/g, "").length;
  const letters = handle.replace(/[^a-z]/gi, "").length;
  return name === "" && digits > letters ? "its handle has more digits than letters" : null;
}

/** Handles have no blanks, so `berlinphotography` is recognised by the word at its end. */
function longWordIn(token: string): string | undefined {
  return longWords.find((word) => token.endsWith(word) || token.startsWith(word));
}

/**
 * These words name businesses and institutions in the languages of most exports. The list excludes professions and
 * hobbies (artist, foodie, travel), which persons use in handles, and words that are also names (Sales, Church, Mart).
 */
const words = [
  "shop store boutique outlet market supermarket brand clothing apparel jewelry jewellery cosmetics handmade",
  "wholesale deals giveaway giveaways salon barbershop spa bakery cafe coffee restaurant ristorante trattoria",
  "pizzeria bistro brewery catering kitchen hotel hostel resort rentals tours realestate realty immobilien",
  "media news noticias notizie nachrichten nouvelles magazine magazin radio tv podcast records festival events",
  "tickets studio studios gallery galerie galeria museum theater theatre photography fotografie fotografia",
  "photographie films productions architects architekten agency agentur agence agencia marketing consulting",
  "solutions services gmbh inc ltd llc corp company official oficial officiel offiziell ufficiale hq club team",
  "fc academy akademie academia school schule escuela ecole university universitat universidad universite",
  "college institute institut foundation stiftung fundacion verein charity gov police polizei policia ministry",
  "memes meme quotes fanpage fans fanclub updates app software labs games gym crossfit clinic clinica klinik",
  "dental pharmacy apotheke praxis autos motors garage tattoo tattoos tienda negozio laden loja magasin ropa",
  "moda joyeria restaurante panaderia peluqueria restoran magaza butik winkel krant butikk",
].flatMap((line) => line.split(" "));

const wholeWords = new Set(words);
/** Shorter words are not matched inside handles, because names contain them: `bishop` ends with `shop`. */
const shortestLongWord = 7;
const longWords = words.filter((word) => word.length >= shortestLongWord);
