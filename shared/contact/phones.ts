/** Phone numbers by libphonenumber's metadata: the country code apart from the national number. */
import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { contactLimits } from "./limits.ts";

/**
 * `prefix` is `+` and the country calling code, or empty when the country is unknown; `value` the rest, digits first.
 */
export interface PhoneParts {
  prefix: string;
  value: string;
}

/**
 * Splits a number as somebody typed it: blanks, brackets, invisible direction marks, `tel:` links (RFC 3966), `00` and
 * `011` for `+`, extensions and pauses (kept behind an `x`), letters of vanity numbers. Without a digit, both are
 * empty. The small metadata do: they split every country's example numbers as the full ones do, at half the size.
 */
export function splitPhone(raw: string): PhoneParts {
  const { dialled, extension } = readDialString(raw);
  const known = parseInternational(dialled);
  const suffix = extension === "" ? "" : ` x${extension}`;
  if (known) return { prefix: `+${known.countryCallingCode}`, value: known.nationalNumber + suffix };
  const digits = /^[\d*#]+$/.test(dialled) ? dialled : dialled.replace(/\D/g, "");
  if (!/\d/.test(digits)) return { prefix: "", value: "" };
  const room = contactLimits.phoneValue - suffix.length;
  return { prefix: "", value: digits.slice(0, room) + suffix };
}

/** E.164, or null when the country is unknown or no number of that country can have this length. */
export function toE164(raw: string): string | null {
  const known = parseInternational(readDialString(raw).dialled);
  return known?.isPossible() ? known.number : null;
}

/**
 * What equal numbers share however they were typed: E.164, or the bare digits when the country is unknown; no
 * extension.
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

function digitsBeforeExtension(value: string): string {
  return (value.split(/[x,;]/i)[0] ?? "").replace(/\D/g, "");
}

function parseInternational(dialled: string): PhoneNumber | undefined {
  if (dialled.startsWith("+")) return parsePhoneNumberFromString(`+${dialled.replace(/\D/g, "")}`);
  // 00 and 011 are exit codes in most of the world, but not everywhere: only a number that is valid proves it.
  for (const exitCode of ["00", "011"]) {
    if (!dialled.startsWith(exitCode)) continue;
    const candidate = parsePhoneNumberFromString(`+${dialled.slice(exitCode.length).replace(/\D/g, "")}`);
    if (candidate?.isValid()) return candidate;
  }
  return undefined;
}

const longestTyped = 200;
const extensionAtEnd = /(?:;ext=|;|,+|ext(?:ension|n)?[.:]?|#|x|p|w)[ .]?(\d{1,11})$/i;
const vanity = /^\+?[\d(). -]+-[A-Z][A-Z\d-]*$/;
const keypad = "22233344455566677778889999";

function readDialString(raw: string): { dialled: string; extension: string } {
  let text = asciiDigits(
    raw
      .slice(0, longestTyped)
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, ""),
  )
    .trim()
    .replace(/^(?:tel|sms|phone|callto):(?:\/\/)?/i, "");
  text = (text.split(/;(?:phone-context|isub|postd)=/i)[0] ?? "").replace(/%20/g, " ");
  if (vanity.test(text)) text = text.replace(/[A-Z]/g, (letter) => keypad[letter.charCodeAt(0) - 65] ?? "");
  const extension = extensionAtEnd.exec(text);
  // "555-1234,1" has an extension; "*100#5" and "#31#5551234" are dial strings of their own.
  const before = extension && !/^[\d*#]+$/.test(text) ? text.slice(0, extension.index) : undefined;
  const hasNumber = before !== undefined && before.replace(/\D/g, "").length >= 3;
  const number = hasNumber ? before : text;
  const plus = /^[^\d*#+]*[+]/.test(number);
  const dialled = number.replace(/[^\d*#]/g, "");
  return { dialled: plus ? `+${dialled}` : dialled, extension: hasNumber ? (extension?.[1] ?? "") : "" };
}

/** Arabic-Indic and Persian digits; full-width ones have been folded by NFKC. */
function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
