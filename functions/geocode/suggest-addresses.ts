/** Suggests addresses for a typed text: the street as it is written, and the town. */
import { toPlace } from "../../shared/place/find-place.ts";
import type { Gazetteer, Town } from "../../shared/place/gazetteer/gazetteer.ts";
import type { Place } from "../../shared/place/place.ts";
import { placeKey } from "../../shared/place/place-key.ts";
import { readHints } from "../../shared/place/text/hints.ts";
import { matchTown, type TownMatch } from "../../shared/place/text/match-town.ts";
import { type Segment, splitSegments } from "../../shared/place/text/parts.ts";
import { townsStartingWith } from "./suggest-places.ts";

export interface AddressSuggestion {
  place: Place;
  /** The street as it is written; null if there is none. */
  street: string | null;
  postalCode: string | null;
}

/** The position of the town's name in a text, in UTF-16 code units. */
interface Span {
  from: number;
  to: number;
}

/**
 * If nothing follows the town, suggests all towns whose names begin with the typed one, the largest first. Otherwise reads
 * the text as a complete address.
 */
export function suggestAddresses(gazetteer: Gazetteer, text: string, limit: number): AddressSuggestion[] {
  const last = splitSegments(text).at(-1);
  if (!last) return [];
  const match = matchTown(gazetteer, text, { order: "townLast" });
  const begun = match && match.part.start < last.start ? [] : townsBegun(gazetteer, text, last, limit);
  const read = match ? [{ town: match.town, span: spanOf(match) }] : [];
  return (begun.length > 0 ? begun : read).map(({ town, span }) => ({
    place: toPlace(gazetteer, town),
    ...readAround(gazetteer, text, span),
  }));
}

/** Numbers before the name are a house number and a postal code, after it a district or a British postal code. */
const townWords = /(?<=^|\s)(?:[^\s\d]+\s+)*[^\s\d]+(?=(?:\s+\S*\d\S*)*$)/u;

function townsBegun(gazetteer: Gazetteer, text: string, last: Segment, limit: number): { town: Town; span: Span }[] {
  const found = townWords.exec(last.text);
  if (!found) return [];
  const from = last.start + found.index;
  const code = codeBefore.exec(text.slice(0, from))?.[1];
  const countries = code === undefined ? undefined : countriesOf(code.replace(/^[A-Z]+-/, ""));
  const isPossible = ({ country }: Town) => countries?.has(gazetteer.countries[country]?.code ?? "") ?? true;
  const towns = townsStartingWith(gazetteer, found[0], limit, isPossible);
  return towns.map((town) => ({ town, span: { from, to: from + found[0].length } }));
}

/** The shortest position of the name in the text, at the first place where it is complete. */
function spanOf({ part: { text, start }, key }: TownMatch): Span {
  const positions = Array.from({ length: text.length + 1 }, (_, index) => index);
  const to = positions.find((end) => placeKey(text.slice(0, end)).endsWith(key)) ?? text.length;
  const from = positions.findLast((begin) => begin < to && placeKey(text.slice(begin, to)) === key) ?? 0;
  return { from: start + from, to: start + to };
}

/** Postal codes: digits, which a hyphen or a blank may separate, and letters in Britain, Canada and the Netherlands. */
const postalCode = [
  String.raw`(?:[A-Z]{1,2}-)?\d{4,6}`,
  String.raw`\d{5}-\d{3,4}|\d{2}-\d{3}|\d{3}-\d{4}|\d{3} \d{2}`,
  String.raw`[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2}`,
].join("|");
/** Directly before the town. With a comma between, it is the number of a house. */
const codeBefore = new RegExp(String.raw`(?:^|[\s,〒])(${postalCode})\s+$`, "u");
/** Only a postal code, or a province of China or Japan. */
const notStreet = new RegExp(String.raw`^(?:${postalCode}|\p{Script=Han}{2,3}[県府省])$`, "u");
const codeBehind = new RegExp(String.raw`(?<![\p{L}\p{N}-])(${postalCode})(?![\p{L}\p{N}-])`, "u");

/** The street is before the town, or after it in addresses that begin with the largest area. */
function readAround(gazetteer: Gazetteer, text: string, { from, to }: Span): Omit<AddressSuggestion, "place"> {
  const [before, behind] = [text.slice(0, from), text.slice(to)];
  const code = codeBefore.exec(before);
  const street = lineOf(gazetteer, code ? before.slice(0, code.index) : before);
  const ending = street === null ? lineOf(gazetteer, behind) : null;
  return {
    street: street ?? (ending !== null && /\d/.test(ending) ? ending : null),
    postalCode: code?.[1] ?? codeBehind.exec(behind)?.[1] ?? null,
  };
}

/** The text without country, region and postal code at either end; null if nothing else is left. */
function lineOf(gazetteer: Gazetteer, text: string): string | null {
  const lines = splitSegments(text).filter(
    ({ text: part }) => !notStreet.test(part) && readHints(gazetteer, part).length === 0,
  );
  const [first] = lines;
  const line = text.slice(first?.start ?? 0, lines.at(-1)?.end ?? 0);
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}

/** The countries by the shape of the postal codes before their towns: `9` is a digit, `A` a letter. */
const countriesByShape: Readonly<Record<string, string>> = {
  "999": "FO IS MG OM",
  "9999": "AF AL AM AR AT AU BD BE BG CH CV CY DK GE GL HU LI LU LV MD MK MZ NL NO NZ PH PT PY SI TN VE ZA",
  "99999":
    "AD AX BA BT CR CU CZ DE DO DZ EE EG ES FI FR GP GR GT HN HR ID IL IQ IT JO KE KH KR KW LA LK LT MA MC ME MM MQ " +
    "MX MY NI NP PE PK PM RE RS SA SE SK SM SN SV TH TR TW UA UY VA VN XK ZM",
  "999999": "BY CN CO EC IN IR KG KZ MN RO RU SG TJ TM TT UZ VN",
  "999 99": "CZ GR SE SK",
  "99-999": "PL",
  "9999-999": "PT",
  "99999-999": "BR",
  "999-9999": "JP",
  "9999 AA": "NL",
  "9999AA": "NL",
};

/** Undefined if any country may have the code. */
function countriesOf(postalCode: string): ReadonlySet<string> | undefined {
  const shape = postalCode.replace(/\d/g, "9").replace(/[A-Z]/g, "A");
  const countries = countriesByShape[shape];
  return countries === undefined ? undefined : new Set(countries.split(" "));
}
