/** Phone numbers as digits: what is stored of a number so that every spelling of it is found, and what a query asks. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { phoneLookupKey } from "../contact/phones.ts";

/**
 * The digits under which a number is found: `00` with country code and national number, which contains what people type
 * after `+`, and the national form where it differs, with the trunk prefix of that country; then the extension as
 * `x12`. Of a number without country only its digits.
 */
export function phoneForms(prefix: string, value: string): string[] {
  const number = phoneLookupKey(prefix, value);
  const extension = /[x,;]\D*(\d+)/i.exec(value);
  const tail = extension ? [`x${extension[1]}`] : [];
  if (!number.startsWith("+")) return [digitsOf(number), ...tail];
  const international = `00${digitsOf(number)}`;
  const national = nationalForm(number, prefix);
  return [international, ...(international.endsWith(national) ? [] : [national]), ...tail];
}

/** 0, which ITU-T recommends (Operational Bulletin 994), for numbers that are no valid ones of their country. */
function nationalForm(number: string, prefix: string): string {
  const known = parsePhoneNumberFromString(number);
  if (!known) return `0${digitsOf(number).slice(digitsOf(prefix).length)}`;
  const written = digitsOf(known.formatNational());
  return written === known.nationalNumber && !known.isValid() ? `0${written}` : written;
}

/**
 * The digits of a query word made of digits and what people put between them; null for other words. The trunk zero in
 * brackets is left out behind a country code, as in `+49(0)30`; Arabic-Indic and Persian digits are digits too.
 */
export function queriedDigits(word: string): string | null {
  const typed = word.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
  if (/[^\d+\-–−()./]/.test(typed) || !/\d/.test(typed)) return null;
  return digitsOf(/^\(?(?:\+|00)/.test(typed) ? typed.replace("(0)", "") : typed);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
