/** UUIDs in fewer characters. */
import { parse, stringify } from "uuid";

const base64Characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const sortedCharacters = [...base64Characters].sort().join("");

/**
 * The id of a contact or an account as keys of the table have it: base64 with characters in the order of their bytes, so that
 * these 22 characters sort as the 36 of the id. Every index repeats keys. Throws a TypeError for what is no UUID.
 */
export function shortId(id: string): string {
  return spell(Buffer.from(parse(id)).toString("base64url"), base64Characters, sortedCharacters);
}

/** The id that `shortId` made shorter. */
export function longId(short: string): string {
  return stringify(Buffer.from(spell(short, sortedCharacters, base64Characters), "base64url"));
}

/** Replaces each character by the one at the same position of the other alphabet. */
function spell(text: string, from: string, to: string): string {
  let spelled = "";
  for (const character of text) spelled += to[from.indexOf(character)];
  return spelled;
}
