/**
 * The words of a query as people write and paste them: lists with commas, quotations, brackets, the name and address of
 * a mail's header. What is taken off a word only ever makes it shorter, so whoever has what was typed is still found.
 */
import { queriedDigits } from "./phone-forms.ts";

export interface TypedWord {
  /** Without the punctuation around it. Folded. */
  text: string;
  /** With it, as far as it may belong to an address. Folded. */
  typed: string;
  /** A word made of digits and what people put between and around them. */
  number: string | null;
}

const letterOrDigit = /[\p{L}\p{N}]/u;
/** No brackets and points, which are parts of phone numbers. */
const quotes = String.raw`\p{Pi}\p{Pf},;:!?¿¡*'"<>、。،؛؟`;
const brackets = String.raw`\p{Ps}\p{Pe}.`;
const outerQuotes = around(quotes);
const outerMarks = around(quotes + brackets);
/** As mail programs and browsers copy it. */
const scheme = /^(?:mailto|tel):(?=.*[\p{L}\p{N}])/u;
/** None of a decimal number. */
const comma = /(?<!\d)[,;、،؛]+|[,;、،؛]+(?!\d)/;
/** Between words; `n/a` and `c/o` are one, which as letters would fit nearly everybody. */
const stroke = /\//;
const shortestByStroke = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
/** Put between words: ` - `, ` | `. The `&` of `H & M` is none. */
const separator = new RegExp(String.raw`^[${quotes}${brackets}\p{Pd}|/·•]+$`, "u");

/** Of a folded query. `isAddress` tells words that lead somewhere as wholes. */
export function typedWords(query: string, isAddress: (word: string) => boolean): TypedWord[] {
  const words = query.split(" ").filter((word) => word !== "");
  // Alone it is looked for as it stands.
  const telling = words.filter((word) => !separator.test(word));
  return (telling.length > 0 ? telling : words).flatMap((word) => partsOf(word, isAddress));
}

function partsOf(typed: string, isAddress: (word: string) => boolean): TypedWord[] {
  const text = trimmed(typed, outerMarks).replace(scheme, "");
  const number = numberIn(trimmed(typed, outerQuotes)) ?? numberIn(text);
  const whole = { text, typed, number };
  if (number !== null || isAddress(text)) return [whole];
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
