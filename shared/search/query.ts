/** Reads a query: the words of a typed or pasted text, such as a list with commas, a mailbox of a mail or a link to a profile. */
import { lookupHandle, normaliseHandle, platformOfUrl } from "../contact/reach/handles.ts";
import { fold } from "../platform/text/fold.ts";
import { addressOf, digitsOf } from "./searched-text.ts";
import { isForeign, type Spellings, spellingsOf } from "./spellings.ts";

export interface QueryWord {
  /** Folded. */
  text: string;
  /** Has enough letters for one of them to be wrong. */
  forgiving: boolean;
  /** Has Cyrillic or Greek letters. */
  foreign: boolean;
  spellings: Spellings;
  /** The parts of a searched text that match a pasted address of a profile or website. */
  addresses: readonly string[];
  /** The digits to find in phone numbers, if they differ from the text. */
  digits: string | null;
}

export interface Query {
  /** Different words, the longest first, because it matches the fewest contacts. */
  words: QueryWord[];
  /** The digits of phone numbers that have several words. */
  numbers: string[];
}

/** The letters of a word that may have a wrong one. */
const forgivingLetters = 4;

/** A text without visible characters, such as a soft hyphen, has no words. */
export function parseQuery(search: string): Query {
  const typed = typedWords(fold(search));
  const words = [...new Map(typed.map((word) => [word.text, word])).values()].map(queryWord);
  return { words: words.sort((one, other) => soughtLength(other) - soughtLength(one)), numbers: numbersOf(typed) };
}

function soughtLength({ digits, text }: QueryWord): number {
  return (digits ?? text).length;
}

function queryWord({ text, typed, number }: TypedWord): QueryWord {
  const { address, digits } = pasted(text);
  // A handle may end with a character that is punctuation elsewhere.
  const addresses = new Set([address, pasted(typed).address].filter((each) => each !== null));
  addresses.delete(text);
  const sought = digits ?? queriedDigits(number ?? "");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return {
    text,
    forgiving: letters >= forgivingLetters,
    foreign: isForeign(text),
    spellings: spellingsOf(text),
    addresses: [...addresses],
    digits: sought === text ? null : sought,
  };
}

function isPastedAddress(word: string): boolean {
  const { address, digits } = pasted(word);
  return address !== null || digits !== null;
}

/** The text (a line or a part of one) or the digits that the address of a profile or a website stands for in a searched text. */
function pasted(word: string): { address: string | null; digits: string | null } {
  const platform = /\/|^www\./.test(word) ? platformOfUrl(word) : null;
  const normalised = platform && normaliseHandle(platform, word);
  if (!platform || !normalised) return { address: null, digits: null };
  const line = addressOf(platform, normalised);
  if (line === null) return { address: null, digits: lookupHandle(platform, normalised).replace(/\D/g, "") };
  return { address: platform === "website" ? fold(line) : `\n${fold(line)}\n`, digits: null };
}

/** Joins neighbouring words of digits. */
function numbersOf(words: readonly TypedWord[]): string[] {
  const numbers: string[] = [];
  let run: string[] = [];
  for (const number of [...words.map((word) => word.number), null]) {
    if (number !== null) run.push(number);
    else {
      if (run.length > 1) numbers.push(queriedDigits(run.join("")) ?? "");
      run = [];
    }
  }
  return numbers;
}

interface TypedWord {
  /** Folded, without the punctuation around it. */
  text: string;
  /** Folded, with the punctuation that may belong to an address. */
  typed: string;
  /** The word if it is a part of a phone number. */
  number: string | null;
}

const letterOrDigit = /[\p{L}\p{N}]/u;
/** Without brackets and points, which are parts of phone numbers. */
const quotes = String.raw`\p{Pi}\p{Pf},;:!?¿¡*'"<>、。،؛؟`;
const brackets = String.raw`\p{Ps}\p{Pe}.`;
const outerQuotes = around(quotes);
const outerMarks = around(quotes + brackets);
/** Mail programs and browsers copy links with their scheme. */
const scheme = /^(?:mailto|tel):(?=.*[\p{L}\p{N}])/u;
/** Not the comma of a decimal number. */
const comma = /(?<!\d)[,;、،؛]+|[,;、،؛]+(?!\d)/;
/** Separates words, but not `n/a` and `c/o`, because single letters match nearly every contact. */
const stroke = /\//;
const shortestByStroke = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
/** Separators between words, such as ` - ` and ` | `, but not `&`. */
const separator = new RegExp(String.raw`^[${quotes}${brackets}\p{Pd}|/·•]+$`, "u");

/** The words of a folded query. A contact with the typed text always matches. Addresses are not split. */
function typedWords(query: string): TypedWord[] {
  const words = query.split(" ").filter((word) => word !== "");
  // A query of separators only is searched as it is.
  const sought = words.filter((word) => !separator.test(word));
  return (sought.length > 0 ? sought : words).flatMap(partsOf);
}

function partsOf(typed: string): TypedWord[] {
  const text = trimmed(typed, outerMarks).replace(scheme, "");
  const number = numberIn(trimmed(typed, outerQuotes)) ?? numberIn(text);
  const whole = { text, typed, number };
  if (number !== null || isPastedAddress(text)) return [whole];
  const parts = text
    .split(comma)
    .flatMap(splitByStrokes)
    .filter((part) => letterOrDigit.test(part));
  if (parts.length < 2) return [whole];
  return parts.map((part) => ({ text: trimmed(part, outerMarks), typed: part, number: numberIn(part) }));
}

function splitByStrokes(part: string): string[] {
  const parts = part.split(stroke).filter((each) => each !== "");
  return parts.every((each) => shortestByStroke.test(each)) ? parts : [part];
}

function numberIn(word: string): string | null {
  return queriedDigits(word) === null ? null : word;
}

function trimmed(word: string, marks: RegExp): string {
  return letterOrDigit.test(word) ? word.replace(marks, "") : word;
}

function around(marks: string): RegExp {
  return new RegExp(`^[${marks}]+|[${marks}]+$`, "gu");
}

/**
 * The digits of a word that is a part of a phone number; null for other words. A trunk zero in brackets after a country
 * code, as in `+49(0)30`, is left out. Arabic-Indic and Persian digits are digits too.
 */
function queriedDigits(word: string): string | null {
  const typed = word.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
  if (/[^\d+\-–−()./]/.test(typed) || !/\d/.test(typed)) return null;
  return digitsOf(/^\(?(?:\+|00)/.test(typed) ? typed.replace("(0)", "") : typed);
}
