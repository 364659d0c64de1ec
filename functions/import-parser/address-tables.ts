/** Tells address books that were exported as tables from the connections of the network, by the keys of their columns. */
import { meaningOf, type Place, type TextField } from "./network-a/column-places.ts";

/** What there is to do with one: vCards have a place for all that it holds. */
export const addressBookAdvice =
  "This is an address book as CSV: export it there as vCard (.vcf) and import it as vcard.";

/** Whether a column is of the network: the day of the connection, or the profile. */
export function namesConnections(keys: ReadonlySet<string>): boolean {
  return [...keys].some((key) => places(key, "connected") || places(key, "profile"));
}

/** Whether a column has names of people. */
export function namesPeople(keys: ReadonlySet<string>): boolean {
  return [...keys].some((key) => {
    const place = meaningOf(key)?.place;
    return place?.to === "text" && nameFields.has(place.field);
  });
}

/** The fields of which each alone names somebody. */
export const nameFields: ReadonlySet<TextField> = new Set<TextField>([
  "givenName",
  "familyName",
  "fullName",
  "nickname",
  "middleName",
]);

/** Whether columns have means of reaching people, beside a name or each other. */
export function namesAddressBook(keys: ReadonlySet<string>): boolean {
  const all = [...keys];
  const count = all.filter((key) => losesMeans(key) || places(key, "email") || places(key, "phone")).length;
  return count > 1 || (count === 1 && all.some((key) => !losesMeans(key) && places(key, "text")));
}

/** Whether a column has e-mail addresses or phone numbers that no connections file has a place for. */
export function losesMeans(key: string): boolean {
  return means.test(key) && meaningOf(key) === undefined;
}

/** Also as Google's book numbers them ("E-mail 1 - Value"); not what a column says about them, as their type or label. */
const means = new RegExp(
  String.raw`^(?:\p{L}*(?:phone|telefono?|telephone|mobile|mobil|handy|movil|celular|portable|fax|pager|mail)|tel)` +
    String.raw`(?:number|nummer|address|adresse|private?|home|work|business|geschaftlich)?\d*(?:value|number|address)?$`,
  "u",
);

function places(key: string, to: Place["to"]): boolean {
  return key !== "" && meaningOf(key)?.place.to === to;
}
