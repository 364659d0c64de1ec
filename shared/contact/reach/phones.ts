/** Phone numbers, split into country code and national number by the metadata of libphonenumber. */
import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { contactLimits } from "../limits.ts";
import { type DialString, readDialStrings } from "./dial-strings.ts";

/** `prefix` is `+` and the country calling code, or empty if the country is unknown. `value` is the rest, digits first. */
export interface PhoneParts {
  prefix: string;
  value: string;
}

/** The phone numbers in a text. */
export interface PhoneReading {
  phones: PhoneParts[];
  /** Whether digits of the text are in none of the numbers, or it is unclear to which number they belong. */
  isChanged: boolean;
}

/**
 * The numbers in a typed text. It reads blanks, brackets, invisible direction marks, `tel:` links (RFC 3966), `00` and `011`
 * for `+`, extensions and digits after pauses (kept after an `x`), and letters of vanity numbers. Digits on both sides of a
 * word, of a second `+`, or of a slash after a whole number are never joined.
 */
export function readPhones(raw: string): PhoneReading {
  const { numbers, isChanged } = readDialStrings(raw);
  return { phones: numbers.map(splitDialString), isChanged };
}

/**
 * The first number in a typed text; both parts are empty if there is none. The small metadata are enough: they split the
 * example numbers of every country like the full metadata, at half the size.
 */
export function splitPhone(raw: string): PhoneParts {
  return readPhones(raw).phones[0] ?? { prefix: "", value: "" };
}

function splitDialString({ dialled, extension }: DialString): PhoneParts {
  const suffix = extension === "" ? "" : ` x${extension}`;
  const known = parseInternational(dialled);
  if (known) return { prefix: `+${known.countryCallingCode}`, value: known.nationalNumber + suffix };
  const digits = /^[\d*#]+$/.test(dialled) ? dialled : dialled.replace(/\D/g, "");
  const room = contactLimits.phoneValue - suffix.length;
  return { prefix: "", value: digits.slice(0, room) + suffix };
}

/** The number in E.164; null if the country is unknown, the length is impossible there, or the text is not one number. */
export function toE164(raw: string): string | null {
  const { numbers, isChanged } = readDialStrings(raw);
  const [first] = numbers;
  if (!first || numbers.length > 1 || isChanged) return null;
  const known = parseInternational(first.dialled);
  return known?.isPossible() ? known.number : null;
}

/** The key for lookups: E.164, or only the digits if the country is unknown, without extension. `isSameNumber` compares keys. */
export function phoneLookupKey(prefix: string, value: string): string {
  if (prefix === "") {
    const split = splitPhone(value);
    return split.prefix === "" ? digitsBeforeExtension(split.value) : phoneLookupKey(split.prefix, split.value);
  }
  // Many people write the trunk prefix after the country code ("+49 (0)30"). The metadata know where it must be removed.
  const international = prefix + digitsBeforeExtension(value);
  return parseNumber(international)?.number ?? international;
}

/**
 * Whether two keys (`phoneLookupKey`) may be the same number. A key with and a key without country may be the same if the
 * digits without country are dialled in that country, with or without trunk prefix ("030 1234567" and "+49301234567"), or
 * are the whole number without the plus sign. Two keys without country are the same if only leading zeros differ. A number
 * of fewer than 7 digits, without country code, equals only itself, because most such numbers are short codes, which every
 * country has. The relation is not transitive: "030 1234567" may be "+49301234567" or "+43301234567", which are different.
 */
export function isSameNumber(left: string, right: string): boolean {
  const [one, other] = [left, right].map(withoutFormerPrefix) as [string, string];
  return isSameCurrentNumber(one, other);
}

/**
 * Until August 2019, mobile numbers of Mexico had a 1 after the country code, and 044 or 045 within the country, where 01 was
 * the trunk prefix. Address books still have these forms.
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

/** The part of the key that all spellings of a number share: the last 7 digits, or the whole number if it is shorter. */
export function phoneTail(key: string): string {
  return key.slice(-tailLength).replace("+", "");
}

/** The length of the shortest numbers that whole countries have without country code, for instance Estonia and Iceland. */
const tailLength = 7;

function isSpellingOf(digits: string, international: string): boolean {
  const callingCode = parseNumber(international)?.countryCallingCode;
  // No calling code has more than three digits.
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

/** Numbers that were parsed: a number of an import is, when it is read, compared and indexed, which takes long. */
const parsed = new Map<string, PhoneNumber | null>();
const maxParsed = 1_000;

/** A number that begins with a plus sign. */
export function parseNumber(international: string): PhoneNumber | undefined {
  let number = parsed.get(international);
  if (number === undefined) {
    if (parsed.size === maxParsed) parsed.clear();
    number = parsePhoneNumberFromString(international) ?? null;
    parsed.set(international, number);
  }
  return number ?? undefined;
}

function parseInternational(dialled: string): PhoneNumber | undefined {
  if (dialled.startsWith("+")) return parseNumber(`+${dialled.replace(/\D/g, "")}`);
  // 00 and 011 are exit codes in most countries, but not in all, so only a valid number is accepted. 011 is also the area code
  // of cities, whose numbers have fewer digits after it than any number with a country code.
  for (const [exitCode, leastDigits] of [
    ["00", 1],
    ["011", 10],
  ] as const) {
    if (!dialled.startsWith(exitCode)) continue;
    const digits = dialled.slice(exitCode.length).replace(/\D/g, "");
    const candidate = digits.length < leastDigits ? undefined : parseNumber(`+${digits}`);
    if (candidate?.isValid()) return candidate;
  }
  return undefined;
}
