/** Reads a typed phone number: the numbers in the text, and the digits that are dialled after each. */
import { contactLimits } from "../limits.ts";

export interface DialString {
  /** Digits after an optional `+`, or a code such as `*100#`. */
  dialled: string;
  /** The extension, or what is dialled after pauses, of `0-9#*,;`; usually empty. */
  extension: string;
}

export interface DialStrings {
  /** Empty if the text has no digit, or is a link of another kind. */
  numbers: DialString[];
  /** Whether digits of the text are in none of the numbers, or it is unclear to which number they belong. */
  isChanged: boolean;
}

/** Most texts have only digits and separators. */
export const plainNumber = /^\+?[\d ().-]*$/;
/** The number of characters that are read. */
export const longestTyped = 200;
/** The digits of the shortest complete number; no area code has as many. */
const wholeDigits = 7;
/** The longest extension, which leaves room for every national number. */
const maxExtension = 11;

const otherLink = /^(?:sips?|xmpp|skype|mailto|urn|im|h323|facetime(?:-audio)?|data):|:\/\/|\S@\S/i;
export const vanity = /^\+?[\d(). -]+-[A-Z][A-Z\d-]*$/;
const keypad = "22233344455566677778889999";
const dialCode = /^[\d*#().\s-]*[*#][\d*#().\s-]*$/;
const codeExtension = /(?:,+|;|ext(?:ension|n)?[.:]?|[xpw])[\s.]*([\d#*][\d#*,;pw .]*)$/i;
/** One number with separators between its digits. */
const numberRun = /(?:\+[ (]*)?\d[\d \t().[\]\u2010-\u2015\u2212·_~'/-]*/g;
/** An extension at the end of a text. */
export const extensionAtEnd = /(?:;ext=|,+|;|ext(?:ension|n)?[.:]?|[xpw#])[\s.,;pw]*[\d#*][\d#*,;pw .()-]*$/i;
const suffix = /^\s*(,+|;|ext(?:ension|n)?[.:]?|[xpw#]|(?=\*))[\s.,;pw]*([\d#*][\d#*,;pw .()-]*)[^\d#*+]*$/i;

/** Reads the first 200 characters of a text. */
export function readDialStrings(raw: string): DialStrings {
  if (raw.length <= longestTyped && plainNumber.test(raw)) {
    const digits = raw.replace(/\D+/g, "");
    if (digits === "") return { numbers: [], isChanged: false };
    const dialled = raw.startsWith("+") ? `+${digits}` : digits;
    return { numbers: [{ dialled, extension: "" }], isChanged: digits.length > contactLimits.phoneValue };
  }
  const { text, extension } = withoutParameters(cleaned(raw));
  if (otherLink.test(text)) return { numbers: [], isChanged: false };
  const behindCode = codeExtension.exec(text);
  const code = text.slice(0, behindCode?.index);
  if (dialCode.test(code)) return readCode(code, dialledAfter(behindCode?.[1] ?? "") || extension);
  const spelled = vanity.test(text)
    ? text.replace(/[A-Z]/g, (letter) => keypad[letter.charCodeAt(0) - 65] ?? "")
    : text;
  const found = readNumbers(spelled);
  const [first] = found.numbers;
  if (extension === "" || !first) return found;
  return extension.length > maxExtension || first.extension !== ""
    ? { ...found, isChanged: true }
    : { ...found, numbers: [{ ...first, extension }] };
}

function cleaned(raw: string): string {
  return asciiDigits(
    raw
      .slice(0, longestTyped)
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, ""),
  )
    .trim()
    .replace(/^(?:tel|sms|phone|callto):(?:\/\/)?/i, "")
    .replace(/%20/g, " ");
}

/** Removes the parameters of a link (RFC 3966, section 3; `postd` is in RFC 2806), and returns the extension in them. */
function withoutParameters(text: string): { text: string; extension: string } {
  const start = text.search(/;[a-z][a-z-]*=/i);
  if (start < 0) return { text, extension: "" };
  const parameter = /;(?:ext|postd)=([^;]*)/i.exec(text.slice(start))?.[1] ?? "";
  return { text: text.slice(0, start), extension: dialledAfter(parameter) };
}

/** "*100#" and "#31#5551234" are dial strings of their own; "555-1234 #1" has an extension. */
function readCode(text: string, linkExtension: string): DialStrings {
  const [, before = "", behind = ""] = (linkExtension === "" && /^([^*#]*)#[ .]?(\d{1,11})$/.exec(text)) || [];
  const hasExtension = digitsOf(before).length >= 3 && !/^[\d*#]+$/.test(text);
  const dialled = hasExtension ? digitsOf(before) : text.replace(/[^\d*#]/g, "");
  if (!/\d/.test(dialled)) return { numbers: [], isChanged: false };
  const full = hasExtension ? behind : linkExtension;
  const extension = full.length <= maxExtension ? full : "";
  const room = contactLimits.phoneValue - (extension === "" ? 0 : extension.length + 2);
  return { numbers: [{ dialled, extension }], isChanged: extension !== full || dialled.length > room };
}

/** The first number, and the following ones if they are complete like the first. */
function readNumbers(text: string): DialStrings {
  const runs = [...text.matchAll(numberRun)];
  const first = runs.find(([run]) => digitsOf(run).length >= 3) ?? runs[0];
  if (!first) return { numbers: [], isChanged: false };
  const run = first[0].slice(0, endOfNumber(first[0]));
  const dialled = (run.startsWith("+") ? "+" : "") + digitsOf(run);
  const rest = text.slice(first.index + run.length);
  const isWhole = digitsOf(run).length >= wholeDigits;
  const isChanged = first !== runs[0] || digitsOf(run).length > contactLimits.phoneValue;
  const after = digitsOf(run).length >= 3 ? suffix.exec(rest) : null;
  if (after && !isAnotherNumber(after[1] ?? "", after[2] ?? "", isWhole)) {
    const extension = dialledAfter(after[2] ?? "");
    const fits = extension.length <= maxExtension && /\d/.test(extension);
    const isCut = fits && digitsOf(run).length > contactLimits.phoneValue - extension.length - 2;
    return { numbers: [{ dialled, extension: fits ? extension : "" }], isChanged: isChanged || !fits || isCut };
  }
  const number = { dialled, extension: "" };
  // The word of "1 800 FLOWERS" is part of the number.
  if (!/\d/.test(rest)) return { numbers: [number], isChanged: isChanged || (!isWhole && /[A-Z]{2}/.test(rest)) };
  const others = readNumbers(rest);
  const areWhole = isWhole && others.numbers.every((other) => digitsOf(other.dialled).length >= wholeDigits);
  return areWhole
    ? { numbers: [number, ...others.numbers], isChanged: isChanged || others.isChanged }
    : { numbers: [number], isChanged: true };
}

/** "030/1234567" and "01/23/45/67/89" are one number each, "0301234/56" and "030 1234567 / 0171 7654321" are two. */
function endOfNumber(run: string): number {
  for (const { index } of run.matchAll(/\//g)) {
    const before = run.slice(0, index);
    const last = before.slice(before.lastIndexOf("/") + 1);
    const behind = digitsOf(run.slice(index));
    // Most country codes have two digits. A trunk zero counts as part of the area code.
    const count = digitsOf(before).length - (before.startsWith("+") ? 2 : 0);
    const enough = behind.length <= 3 ? wholeDigits - 1 : wholeDigits;
    if (behind !== "" && count >= enough && digitsOf(last).length >= 4) return index;
  }
  return run.length;
}

/** After one comma there may be another number or an extension, after two only an extension. */
function isAnotherNumber(mark: string, text: string, isWhole: boolean): boolean {
  if (!isWhole || !/^[,;]$/.test(mark) || !/^[\d .()-]+$/.test(text)) return false;
  const digits = digitsOf(text);
  return digits.length >= 10 || (digits.length >= wholeDigits && /^0|\d[ .()-]+\d/.test(text));
}

/** The dialled characters, with pauses as `,` and waits as `;`, without those at the ends. */
function dialledAfter(text: string): string {
  return text
    .toLowerCase()
    .replace(/p/g, ",")
    .replace(/w/g, ";")
    .replace(/[^\d#*,;]/g, "")
    .replace(/^[,;]+|[,;]+$/g, "");
}

function digitsOf(text: string): string {
  return text.replace(/\D+/g, "");
}

/** Converts Arabic-Indic and Persian digits. NFKC has converted full-width digits before. */
function asciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
