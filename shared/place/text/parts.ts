/** Splits a location or an address into parts, each with its hints about the place of the town. */
import type { Gazetteer, Town } from "../gazetteer/gazetteer.ts";
import { placeKey } from "../place-key.ts";
import { fitOf, type Hints, namedHints, readHints } from "./hints.ts";

export interface Segment {
  text: string;
  /** The start and the end in the whole text, in UTF-16 code units. */
  start: number;
  end: number;
  /** It is an alternative to the part before ("London / Berlin"), and not the region of that part. */
  isChoice: boolean;
}

export interface Part extends Segment {
  hints: Hints;
}

/** A hyphen separates only between blanks: "São Paulo - SP", but not "Aix-en-Provence". */
const separator = /[,;\r\n|/•·、，（）()[\]→]+|\s[-–—]\s|\s(?:or|oder|ou)\s+(?=remote|hybrid|virtual|anywhere)/gi;
const choosing = /[|/•·→]|[a-z]/i;

/** The number of segments that are read, from the end, where the place usually is. */
const maxSegments = 12;

/** The segments in their order, without blank ones. */
export function splitSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  let [from, isChoice] = [0, false];
  for (const { index, 0: sign } of text.matchAll(separator)) {
    segments.push(segmentOf(text, from, index, isChoice));
    from = index + sign.length;
    isChoice = choosing.test(sign);
  }
  segments.push(segmentOf(text, from, text.length, isChoice));
  return segments.filter((segment) => segment.text !== "").slice(-maxSegments);
}

/** The segment without the blanks around it. */
function segmentOf(whole: string, from: number, to: number, isChoice: boolean): Segment {
  const raw = whole.slice(from, to);
  const start = from + raw.length - raw.trimStart().length;
  const text = raw.trim();
  return { text, start, end: start + text.length, isChoice };
}

/**
 * The parts in their order. The name of a country or region is one part despite its punctuation: "Saint Martin (French
 * part)". If a later part or the caller names a country, a part names no region of another country: several countries have
 * a "Capital District".
 */
export function readParts(gazetteer: Gazetteer, text: string, country: number | undefined): Part[] {
  const isOneName = namedHints(gazetteer, gazetteer.find(placeKey(text))).length > 0;
  const segments = isOneName
    ? [segmentOf(text, 0, text.length, false)]
    : joinNames(gazetteer, text).flatMap((segment) => splitEnd(gazetteer, segment));
  const parts: Part[] = [];
  const countries = country === undefined ? [] : [country];
  for (const segment of segments.toReversed()) {
    const found = readHints(gazetteer, segment.text);
    const hints = found.filter(
      (hint) => hint.region === undefined || countries.length === 0 || countries.includes(hint.country),
    );
    parts.unshift({ ...segment, hints });
    countries.push(
      ...found.filter(({ region, isWeak }) => region === undefined && !isWeak).map((hint) => hint.country),
    );
  }
  return parts;
}

/** Joins segments that are one name: "Frankfurt/Oder" is another town than Frankfurt. */
function joinNames(gazetteer: Gazetteer, text: string): Segment[] {
  const segments: Segment[] = [];
  for (const segment of splitSegments(text)) {
    const before = segments.at(-1);
    const joined = before && segmentOf(text, before.start, segment.end, before.isChoice);
    const isOne = joined && isOtherTown(gazetteer, before.text, joined.text);
    if (isOne && readHints(gazetteer, segment.text).length === 0) segments.splice(-1, 1, joined);
    else segments.push(segment);
  }
  return segments;
}

/** The population of a city whose name alone means the city, and not a village elsewhere together with the next segment. */
const cityPeople = 100_000;

/**
 * Whether both segments together are the name of another town than the first alone. If the first is a large city, the other
 * town must be in its country: "London / Village" is no place in Kiribati.
 */
function isOtherTown(gazetteer: Gazetteer, one: string, both: string): boolean {
  const [whole, first] = [both, one].map((name) => townOf(gazetteer, withoutPostalCode(name)));
  if (!whole || whole.id === first?.id) return false;
  return !first || first.population < cityPeople || whole.country === first.country;
}

function townOf(gazetteer: Gazetteer, name: string): Town | undefined {
  const found = gazetteer.find(placeKey(name)).find(({ kind }) => kind === "town" || kind === "alias");
  return found && gazetteer.town(found.id);
}

/** "80331", "CH-8001", "1012 JS", also after a street: "Hauptstr 5 80331". */
const postalCodeBefore = /^(?:.*\d\p{L}?,?\s+)?(?:\p{Lu}{1,2}-)?\d{4,6}(?:\s?\p{Lu}{2}(?=\s))?\s+/u;

/** Removes the postal code before the name of a town. */
export function withoutPostalCode(text: string): string {
  return text.replace(postalCodeBefore, "");
}

/** The words of the name of a country or region that may follow a town without a comma. */
const maxEndWords = 3;

/**
 * Splits a town from the country or region after it: "Portland Maine", "20121 Milano MI". "New York" and "West Virginia" are
 * one name, and "100 Peachtree St NE" is a street.
 */
function splitEnd(gazetteer: Gazetteer, segment: Segment): Segment[] {
  const { text, start, end, isChoice } = segment;
  const blanks = [...text.matchAll(/\s+/g)].slice(-maxEndWords);
  if (blanks.length === 0 || gazetteer.find(placeKey(withoutPostalCode(text))).length > 0) return [segment];
  const cut = blanks.find(({ index }) => {
    const town = text.slice(0, index);
    return !/\d/.test(withoutPostalCode(town)) && saysWhere(gazetteer, town, text.slice(index).trim());
  });
  if (!cut) return [segment];
  const behind = text.slice(cut.index).trimStart();
  return [
    { text: text.slice(0, cut.index), start, end: start + cut.index, isChoice },
    { text: behind, start: end - behind.length, end, isChoice: false },
  ];
}

/** The population of a region that is written without a comma: "Bay" is a small one of Somalia. */
const knownRegion = 500_000;

/** Whether the end names a country or region. A code in small letters does if the region has the town: "rochester mn". */
function saysWhere(gazetteer: Gazetteer, town: string, end: string): boolean {
  const isInCapitals = end === end.toUpperCase();
  return readHints(gazetteer, end).some((hint) =>
    hint.isCode
      ? isInCapitals || isTownIn(gazetteer, town, [hint])
      : hint.region === undefined || (gazetteer.regions[hint.region]?.population ?? 0) >= knownRegion,
  );
}

function isTownIn(gazetteer: Gazetteer, name: string, where: Hints): boolean {
  return gazetteer.find(placeKey(name)).some(({ kind, id }) => kind === "town" && fitOf(gazetteer.town(id), where) > 0);
}
