/** What a row says of a person, with the words that were searched for. */
import type { Contact } from "../../../../shared/client/types.ts";
import { fold } from "../../../../shared/platform/text/fold.ts";
import { nameText } from "../parts/shared-words.ts";

/** "1 person", "3,000 people". */
export function peopleText(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? "person" : "people"}`;
}

export interface TextPart {
  text: string;
  isMarked: boolean;
}

/** A folded text, and where each of its characters stands in the text itself. */
function foldEach(text: string): { folded: string; positions: number[] } {
  let folded = "";
  const positions: number[] = [];
  let at = 0;
  for (const character of text) {
    // A text loses its outer spaces when it is folded.
    const piece = /\s/.test(character) ? " " : fold(character);
    folded += piece;
    for (let each = 0; each < piece.length; each++) positions.push(at);
    at += character.length;
  }
  positions.push(text.length);
  return { folded, positions };
}

/** The words of a search, folded. */
export function searchWords(search: string | undefined): string[] {
  return fold(search ?? "")
    .split(" ")
    .filter(Boolean);
}

/** Cuts a text where the words begin and end. They are looked for at the start of a word, and otherwise inside of one. */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const { folded, positions } = foldEach(text);
  const marked = new Set<number>();
  for (const word of words) {
    const start = folded.startsWith(word) ? 0 : ` ${folded}`.indexOf(` ${word}`);
    const from = start >= 0 ? start : folded.indexOf(word);
    if (from < 0) continue;
    const end = positions[from + word.length] ?? text.length;
    for (let at = positions[from] ?? 0; at < end; at++) marked.add(at);
  }
  const parts: TextPart[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = parts.at(-1);
    const isMarked = marked.has(at);
    if (last?.isMarked === isMarked) last.text += text[at];
    else parts.push({ text: text[at] ?? "", isMarked });
  }
  return parts;
}

export type ListedPerson = Pick<Contact, "id" | "firstName" | "lastName" | "avatar"> & Partial<Contact>;

/** Characters before a hit that the row has room for, and those that stay of a longer text. */
const [mostBefore, leadOfHit] = [32, 20];

/** The line below the name: what has the words that the name lacks, and otherwise what the person does or where. */
export function lineOf(person: ListedPerson, words: readonly string[]): string {
  const { headline, organisation, location, emails = [], phones = [] } = person;
  const usual = headline || organisation || location || "";
  const name = fold(nameText(person));
  const missing = words.filter((word) => !name.includes(word));
  if (missing.length === 0) return usual;
  const texts = [
    ...[headline, organisation, location, person.position, person.nickname, person.middleName],
    ...emails.map(({ value }) => value),
    ...phones.map(({ prefix, value }) => `${prefix} ${value}`.trim()),
    ...[person.website, person.notes],
  ];
  const found = texts.find((text) => text && missing.some((word) => hasWord(text, word)));
  return found ? cutToHit(found, missing) : usual;
}

/** Numbers are compared by their digits. */
function hasWord(text: string, word: string): boolean {
  const isNumber = /^\+?\d{3,}$/.test(word);
  return isNumber ? text.replace(/\D/g, "").includes(word.replace("+", "")) : fold(text).includes(word);
}

/** The row has room for about a line. */
function cutToHit(text: string, words: readonly string[]): string {
  const [before] = markWords(text, words);
  const start = before?.isMarked ? 0 : (before?.text.length ?? 0);
  if (start <= mostBefore || start === text.length) return text;
  return `…${text.slice(start - leadOfHit).replace(/^\S*\s/, "")}`;
}
