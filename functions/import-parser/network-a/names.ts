/**
 * The name cells of a connection, as members of the network fill them: with titles, credentials, pronouns, emoji,
 * letters of mathematics and in capitals. What is not the name is told apart, and left to the normaliser to mention.
 */
import { type PlainName, trimSigns, withoutSigns } from "../name-signs.ts";
import { inUsualCase } from "./capitals.ts";
import { isCredential, isCredentialAlone, isTitle } from "./credentials.ts";

export interface CellNames {
  given: string;
  family: string;
  prefixes: readonly string[];
  suffixes: readonly string[];
  /** Signs that are no letters were taken away, or letters changed that only look like such. */
  undecorated: boolean;
  /** Capitals were brought to the usual case. */
  recased: boolean;
}

/** Both cells, trimmed; either may be empty. */
export function readNames(givenCell: string, familyCell: string): CellNames {
  if (plainWord.test(givenCell) && plainWord.test(familyCell)) return asWritten(givenCell, familyCell);
  const given = readGiven(withoutSigns(bounded(givenCell)));
  const family = readFamily(withoutSigns(bounded(familyCell)));
  // A name of nothing but signs is somebody's name all the same.
  if (given.name + family.name === "") return asWritten(givenCell, familyCell);
  const recased = inUsualCase(given.name, family.name);
  return {
    given: recased?.given ?? given.name,
    family: recased?.family ?? family.name,
    prefixes: given.prefixes,
    suffixes: [...given.suffixes, ...family.suffixes],
    undecorated: given.undecorated || family.undecorated,
    recased: recased !== null,
  };
}

/** A whole name in one cell. */
export function readFullName(cell: string): CellNames {
  const names = readNames(cell, "");
  return names.given === "" ? asWritten(cell, "") : names;
}

const plainWord = /^(?:[A-Z][a-z]+)?$/;

function asWritten(given: string, family: string): CellNames {
  return { given, family, prefixes: none, suffixes: none, undecorated: false, recased: false };
}

const none: readonly string[] = [];

/** Longer than any name that is kept, so that what is cut is said. */
function bounded(cell: string): string {
  return cell.slice(0, 1_000);
}

interface NamePart {
  name: string;
  prefixes: string[];
  suffixes: string[];
  undecorated: boolean;
}

/** Titles stand before a given name; behind a comma only credentials that are known: "Silva, Anna" is a name. */
function readGiven({ text, marked, undecorated }: PlainName): NamePart {
  const { kept, suffixes } = withoutBrackets(text, marked);
  const [first = "", ...behind] = kept.split(/[,，،]/u).map((piece) => piece.trim());
  const isSuffixed = behind.length > 0 && behind.every((piece) => isCredentialList(piece, marked));
  const words = (isSuffixed ? first : kept).replace(joinedTitle, "$1 ").split(" ");
  const prefixes: string[] = [];
  while (words.length > 1 && isTitle(words[0] ?? "")) prefixes.push(words.shift() ?? "");
  const trailing = takeTrailing(words, marked);
  const name = trimSigns(words.join(" "));
  return {
    name,
    prefixes,
    suffixes: [...trailing, ...(isSuffixed ? behind : []), ...suffixes].filter(filled),
    undecorated,
  };
}

/** Whatever stands behind a comma in a family name is no part of it, and neither are credentials before it. */
function readFamily({ text, marked, undecorated }: PlainName): NamePart {
  const { kept, suffixes } = withoutBrackets(text, marked);
  const pieces = kept
    .split(/[,，،]/u)
    .map((piece) => trimSigns(piece))
    .filter(filled);
  const isNameless = pieces.length > 1 && isUnmistakable(pieces[0] ?? "", marked);
  const behind = isNameless ? pieces : pieces.slice(1);
  const words = isNameless ? [] : (pieces[0] ?? "").split(" ");
  const trailing = takeTrailing(words, marked);
  const name = trimSigns(words.join(" "));
  return { name, prefixes: [], suffixes: [...trailing, ...behind, ...suffixes].filter(filled), undecorated };
}

/** `Dr.Anna` */
const joinedTitle = /^((?:Dr|Prof|Mrs?|Ms|Ing|Eng)\.)(?=\p{Lu})/u;

function filled(text: string): boolean {
  return text !== "";
}

const pronounWords = "she he they ze xe her him them hers his theirs any all elle ella ela il ele él sie er iel";
const pronouns = new RegExp(
  String.raw`[([]\s?(?:(?:${pronounWords.replaceAll(" ", "|")})\s?[/|,·]?\s?){1,4}(?:pronouns)?[)\]]`,
  "giu",
);
/** At the end of a name: what somebody is called besides, or credentials. */
const bracketed = /\s*[([]([^()[\]]*)[)\]]$/u;

/** Takes what is no name out of brackets: pronouns, and credentials, of which a list can only be. */
function withoutBrackets(text: string, marked: readonly string[]): { kept: string; suffixes: string[] } {
  if (!text.includes("(") && !text.includes("[")) return { kept: text, suffixes: [] };
  const suffixes: string[] = [];
  const take = (found: string) => {
    suffixes.push(found.trim());
    return " ";
  };
  const kept = trimSigns(text.replace(pronouns, take).replace(/\s+/g, " "));
  const inside = bracketed.exec(kept)?.[1]?.trim() ?? "";
  const isCredentials = inside.includes(",") || isCredentialList(inside, marked);
  return { kept: isCredentials ? trimSigns(kept.replace(bracketed, take)) : kept, suffixes };
}

function isCredentialList(piece: string, marked: readonly string[]): boolean {
  const words = piece.split(/[\s/&]+/).filter(filled);
  return words.length > 0 && words.every((word) => isCredential(word) || marked.includes(word));
}

function isUnmistakable(piece: string, marked: readonly string[]): boolean {
  return piece.split(/[\s/&]+/).every((word) => isCredentialAlone(word) || marked.includes(word));
}

/** Credentials that somebody put behind the name without a comma: only such as are no names of people. */
function takeTrailing(words: string[], marked: readonly string[]): string[] {
  const taken: string[] = [];
  while (words.length > 1) {
    const word = words.at(-1) ?? "";
    if (!isCredentialAlone(word) && !marked.includes(word)) break;
    taken.unshift(word);
    words.pop();
  }
  return taken;
}
