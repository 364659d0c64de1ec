/** Addresses for what somebody has typed so far: the street as it is written, and the town behind it. */
import { readClaims } from "./claims.ts";
import { toPlace } from "./find-place.ts";
import type { Gazetteer, Town } from "./gazetteer.ts";
import { type Match, matchTown } from "./match-town.ts";
import type { Place } from "./place.ts";
import { placeKey } from "./place-key.ts";
import { countriesOf } from "./postal-code.ts";
import { type Segment, splitSegments } from "./segments.ts";
import { townsStartingWith } from "./suggest-places.ts";

export interface AddressSuggestion {
  place: Place;
  /** As it is written before the town; null when nothing is. */
  street: string | null;
  postalCode: string | null;
}

/** Where a text names the town, in UTF-16 code units. */
interface Span {
  from: number;
  to: number;
}

/**
 * While nothing follows the town: the towns that its name is, and may become when more of it is typed, the largest
 * first. Else the address as it can be read.
 */
export function suggestAddresses(gazetteer: Gazetteer, text: string, limit: number): AddressSuggestion[] {
  const last = splitSegments(text).at(-1);
  if (!last) return [];
  const match = matchTown(gazetteer, text, { order: "townLast" });
  const begun = match && match.segment.start < last.start ? [] : townsBegun(gazetteer, text, last, limit);
  const read = match ? [{ town: match.town, span: spanOf(match) }] : [];
  return (begun.length > 0 ? begun : read).map(({ town, span }) => ({
    place: toPlace(gazetteer, town),
    ...readAround(gazetteer, text, span),
  }));
}

/**
 * Numbers before the name are those of the house and the postal code, behind it those of a district or a British postal
 * code.
 */
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

/** The name in the text: the first place at which it is complete, and from there as little as has its key. */
function spanOf({ segment: { text, start }, key }: Match): Span {
  const positions = Array.from({ length: text.length + 1 }, (_, index) => index);
  const to = positions.find((end) => placeKey(text.slice(0, end)).endsWith(key)) ?? text.length;
  const from = positions.findLast((begin) => begin < to && placeKey(text.slice(begin, to)) === key) ?? 0;
  return { from: start + from, to: start + to };
}

/**
 * Of most countries: digits, digits parted by a hyphen or a blank, and letters among them in Britain, Canada, the
 * Netherlands.
 */
const postalCode = [
  String.raw`(?:[A-Z]{1,2}-)?\d{4,6}`,
  String.raw`\d{5}-\d{3,4}|\d{2}-\d{3}|\d{3}-\d{4}|\d{3} \d{2}`,
  String.raw`[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2}`,
].join("|");
/** Right before the town, with no comma between: otherwise it is the number of a house. */
const codeBefore = new RegExp(String.raw`(?:^|[\s,〒])(${postalCode})\s+$`, "u");
/** A postal code alone, or a province of China or Japan. */
const notStreet = new RegExp(String.raw`^(?:${postalCode}|\p{Script=Han}{2,3}[県府省])$`, "u");
const codeBehind = new RegExp(String.raw`(?<![\p{L}\p{N}-])(${postalCode})(?![\p{L}\p{N}-])`, "u");

/** The street stands before the town, or behind it where the largest comes first. */
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

/** As it is written, without country, region and postal code at either end; null when no more than these is there. */
function lineOf(gazetteer: Gazetteer, text: string): string | null {
  const lines = splitSegments(text).filter(
    ({ text: part }) => !notStreet.test(part) && readClaims(gazetteer, part).length === 0,
  );
  const [first] = lines;
  const line = text.slice(first?.start ?? 0, lines.at(-1)?.end ?? 0);
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}
