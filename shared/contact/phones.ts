/** Phone numbers by libphonenumber's metadata: the country code apart from the national number. */
import {
  type CountryCode,
  Metadata,
  type NumberingPlan,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { type DialString, readDialStrings } from "./dial-strings.ts";
import { contactLimits } from "./limits.ts";

/**
 * `prefix` is `+` and the country calling code, or empty when the country is unknown; `value` the rest, digits first.
 */
export interface PhoneParts {
  prefix: string;
  value: string;
}

/** What a text has of phone numbers. */
export interface PhoneReading {
  phones: PhoneParts[];
  /** Whether digits of the text are in none of them, or it is unclear to which they belong. */
  isChanged: boolean;
}

/**
 * The numbers in what somebody typed: blanks, brackets, invisible direction marks, `tel:` links (RFC 3966), `00` and
 * `011` for `+`, extensions and what is dialled after pauses (kept behind an `x`), letters of vanity numbers. Digits on
 * both sides of a word, a second `+` or a slash behind a whole number are never joined.
 */
export function readPhones(raw: string): PhoneReading {
  const { numbers, isChanged } = readDialStrings(raw);
  return { phones: numbers.map(splitDialString), isChanged };
}

/**
 * The first number of what somebody typed; both parts are empty when there is none. The small metadata do: they split
 * every country's example numbers as the full ones do, at half the size.
 */
export function splitPhone(raw: string): PhoneParts {
  const [first] = readDialStrings(raw).numbers;
  return first ? splitDialString(first) : { prefix: "", value: "" };
}

function splitDialString({ dialled, extension }: DialString): PhoneParts {
  const suffix = extension === "" ? "" : ` x${extension}`;
  const plain = splitPlain(dialled);
  if (plain) return { prefix: plain.prefix, value: plain.value + suffix };
  const known = parseInternational(dialled);
  if (known) return { prefix: `+${known.countryCallingCode}`, value: known.nationalNumber + suffix };
  const digits = /^[\d*#]+$/.test(dialled) ? dialled : dialled.replace(/\D/g, "");
  const room = contactLimits.phoneValue - suffix.length;
  return { prefix: "", value: digits.slice(0, room) + suffix };
}

/**
 * E.164, or null when the country is unknown, no number of that country can have this length or the text is not one
 * number.
 */
export function toE164(raw: string): string | null {
  const { numbers, isChanged } = readDialStrings(raw);
  const [first] = numbers;
  if (!first || numbers.length > 1 || isChanged) return null;
  const known = parseInternational(first.dialled);
  return known?.isPossible() ? known.number : null;
}

/**
 * The number without what spellings differ in: E.164, or the bare digits when the country is unknown; no extension.
 * `isSameNumber` compares such keys.
 */
export function phoneLookupKey(prefix: string, value: string): string {
  if (prefix === "") {
    const split = splitPhone(value);
    return split.prefix === "" ? digitsBeforeExtension(split.value) : phoneLookupKey(split.prefix, split.value);
  }
  // Many write the trunk prefix behind the country code, "+49 (0)30": the metadata know where it does not belong.
  const international = prefix + digitsBeforeExtension(value);
  return parsePhoneNumberFromString(international)?.number ?? international;
}

/**
 * Whether two keys (`phoneLookupKey`) may be read as one number. One with a country and one without: when the digits
 * without are dialled in that country, trunk prefix or not ("030 1234567" and "+49301234567"), or are the whole number
 * without its plus sign. Two without: when they differ only in leading zeros. A number of fewer than 7 digits, country
 * code apart, equals nothing but itself: most of those are short codes, which every country has. Not transitive:
 * "030 1234567" may be "+49301234567" or "+43301234567", which are never each other.
 */
export function isSameNumber(left: string, right: string): boolean {
  const [one, other] = [left, right].map(withoutFormerPrefix) as [string, string];
  return isSameCurrentNumber(one, other);
}

/**
 * Until August 2019 Mexico's mobile numbers had a 1 behind the country code, and 044 or 045 at home, where 01 was the
 * trunk prefix: address books keep all of them, for the numbers that everybody dials without now.
 */
function withoutFormerPrefix(key: string): string {
  return key.replace(/^\+521(?=\d{10}$)/, "+52");
}

function isSameCurrentNumber(left: string, right: string): boolean {
  if (left === right) return true;
  const [isLeftKnown, isRightKnown] = [left.startsWith("+"), right.startsWith("+")];
  if ((isLeftKnown && isRightKnown) || phoneTail(left) !== phoneTail(right)) return false;
  if (isLeftKnown) return isSpellingOf(right, left);
  if (isRightKnown) return isSpellingOf(left, right);
  const digits = withoutLeadingZeros(left);
  return digits.length >= tailLength && digits === withoutLeadingZeros(right);
}

/** What the keys of one number share in all spellings: the last 7 digits, or the whole number when it is shorter. */
export function phoneTail(key: string): string {
  return key.slice(-tailLength).replace("+", "");
}

/** The shortest numbers that whole countries have, Estonia's and Iceland's among them, without their country code. */
const tailLength = 7;

function isSpellingOf(digits: string, international: string): boolean {
  const callingCode = callingCodeOf(international);
  // No calling code is longer than three digits, not even one that nobody has.
  const nationalLength = international.length - 1 - (callingCode?.length ?? 3);
  if (nationalLength < tailLength) return false;
  if (withoutFormerPrefix(`+${digits}`) === international) return true;
  if (callingCode === undefined) return false;
  const dialled = callingCode === "52" ? digits.replace(/^0(?:1|44|45)(?=\d{10}$)/, "") : digits;
  return parsePhoneNumberFromString(dialled, { defaultCallingCode: callingCode })?.number === international;
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+/, "");
}

function digitsBeforeExtension(value: string): string {
  return (value.split(/[x,;]/i)[0] ?? "").replace(/\D/g, "");
}

/**
 * What the library would give, at a tenth of the time, for a number with a plus sign whose rest is taken as it is: it
 * starts with no trunk prefix. Undefined for all others.
 */
function splitPlain(dialled: string): PhoneParts | undefined {
  if (!internationalDigits.test(dialled)) return undefined;
  const callingCode = callingCodeOf(dialled);
  if (callingCode === undefined) return undefined;
  const value = dialled.slice(1 + callingCode.length);
  const isPlain = value.length >= 2 && value.length <= 17 && !trunkPrefixOf(callingCode)?.test(value);
  return isPlain ? { prefix: `+${callingCode}`, value } : undefined;
}

/** Of a number with a plus sign; undefined when there is no such calling code. */
function callingCodeOf(international: string): string | undefined {
  // No calling code begins with another one.
  for (let end = 2; end <= 4; end++) {
    const start = international.slice(1, end);
    if (trunkPrefixOf(start) !== undefined) return start;
  }
  return undefined;
}

const internationalDigits = /^\+\d+$/;

/** By calling code: one to three digits, so that there are at most a thousand. */
const trunkPrefixes = new Map<string, RegExp | null | undefined>();

/** Null when the plan has none, undefined when there is no such calling code. */
function trunkPrefixOf(callingCode: string): RegExp | null | undefined {
  if (!trunkPrefixes.has(callingCode)) trunkPrefixes.set(callingCode, readTrunkPrefix(callingCode));
  return trunkPrefixes.get(callingCode);
}

/** The library's types leave out calling codes, which it takes for plans too, and the plans' trunk prefixes. */
function readTrunkPrefix(callingCode: string): RegExp | null | undefined {
  const metadata = new Metadata();
  try {
    metadata.selectNumberingPlan(callingCode as CountryCode);
  } catch {
    return undefined;
  }
  const plan = metadata.numberingPlan as
    | (NumberingPlan & { nationalPrefixForParsing: () => string | undefined })
    | undefined;
  const pattern = plan?.nationalPrefixForParsing();
  return pattern ? new RegExp(`^(?:${pattern})`) : null;
}

function parseInternational(dialled: string): PhoneNumber | undefined {
  if (dialled.startsWith("+")) return parsePhoneNumberFromString(`+${dialled.replace(/\D/g, "")}`);
  // 00 and 011 are exit codes in most of the world, but not everywhere: only a number that is valid proves it. 011 is
  // the area code of cities, too, whose numbers have fewer digits behind it than any country's with its code.
  for (const [exitCode, leastDigits] of [
    ["00", 1],
    ["011", 10],
  ] as const) {
    if (!dialled.startsWith(exitCode)) continue;
    const digits = dialled.slice(exitCode.length).replace(/\D/g, "");
    const candidate = digits.length < leastDigits ? undefined : parsePhoneNumberFromString(`+${digits}`);
    if (candidate?.isValid()) return candidate;
  }
  return undefined;
}
