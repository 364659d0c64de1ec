/**
 * Members fill the name cells of a connection with titles, credentials, pronouns, emoji, mathematical letters and
 * capitals. This module separates such additions from the name; the normaliser reports them.
 */
import { trimSigns, withoutSigns } from "../text/name-signs.ts";

export interface CellNames {
  given: string;
  family: string;
  prefixes: readonly string[];
  suffixes: readonly string[];
  /** True if symbols were removed, or lookalike characters were replaced by letters. */
  undecorated: boolean;
  /** True if a name in capitals was changed to the usual case. */
  recased: boolean;
}

/** The cells must be trimmed, and either may be empty. A whole name in one cell is passed as the given name. */
export function readNames(givenCell: string, familyCell: string): CellNames {
  const asWritten = { prefixes: [], suffixes: [], undecorated: false, recased: false };
  const [given, family] = [readPart(givenCell, true), readPart(familyCell, false)];
  // A name that consists only of symbols is kept, because the row has no other name.
  if (given.name + family.name === "") return { given: givenCell, family: familyCell, ...asWritten };
  const recased = isInCapitals(given.name) && isInCapitals(family.name);
  return {
    given: recased ? inUsualCase(given.name) : given.name,
    family: recased ? inUsualCase(family.name) : family.name,
    prefixes: given.prefixes,
    suffixes: [...given.suffixes, ...family.suffixes],
    undecorated: given.undecorated || family.undecorated,
    recased,
  };
}

interface NamePart {
  name: string;
  prefixes: string[];
  suffixes: string[];
  undecorated: boolean;
}

/** The limit exceeds the longest name of a contact, so that the normaliser reports what it cuts. */
const longestCell = 1_000;

/**
 * In a given name, text after a comma is removed only if it is all known credentials, because "Silva, Anna" is a name.
 * In a family name, any text after a comma is removed. Credentials may also precede the comma.
 */
function readPart(cell: string, isGiven: boolean): NamePart {
  const written = cell.slice(0, longestCell);
  const { text, undecorated } = withoutSigns(written);
  /** A ® or ™ after a word marks it as a credential. */
  const marked = keysOf(...Array.from(written.matchAll(/([^\s,;|()[\]]+?)\s?[®™]/gu), ([, word = ""]) => word));
  const isList = (piece: string) => isCredentialList(piece, marked);
  const { kept, suffixes } = withoutBrackets(text, isList);
  const pieces = kept.split(",").map((piece) => trimSigns(piece));
  const [first = "", ...behind] = pieces.filter((piece) => piece !== "");
  const isListed = behind.length > 0 && (!isGiven || behind.every(isList));
  const start = isListed ? first : kept;
  const words = (isGiven ? start.replace(joinedTitle, "$1 ") : start).split(" ");
  const prefixes: string[] = [];
  while (words.length > 1 && isGiven && isTitle(words[0] ?? "")) prefixes.push(words.shift() ?? "");
  const trailing: string[] = [];
  const fewestWords = isListed && !isGiven ? 0 : 1;
  while (words.length > fewestWords && isCredentialAlone(words.at(-1) ?? "", marked))
    trailing.unshift(words.pop() ?? "");
  const name = trimSigns(words.join(" "));
  return { name, prefixes, suffixes: [...trailing, ...(isListed ? behind : []), ...suffixes], undecorated };
}

/** Some members write a title without a space, such as `Dr.Anna`. */
const joinedTitle = /^((?:Dr|Prof|Mrs?|Ms|Ing|Eng)\.)(?=\p{Lu})/u;

/** Brackets at the end of a name contain another name, pronouns or credentials. */
const bracketed = /\s*[([]([^()[\]]*)[)\]]$/u;

/** Removes bracketed pronouns and credentials. Only these have a comma or a slash, such as `(she/her)`. */
function withoutBrackets(text: string, isList: (text: string) => boolean): { kept: string; suffixes: string[] } {
  const [whole = "", inside = ""] = bracketed.exec(text) ?? [];
  const isName = !/[,/]/.test(inside) && !isList(inside);
  return isName
    ? { kept: text, suffixes: [] }
    : { kept: trimSigns(text.replace(bracketed, "")), suffixes: [whole.trim()] };
}

/** True for three or more capitals, which are not just initials, in scripts with known case rules. */
function isInCapitals(name: string): boolean {
  return capitals.test(name) && name.replace(/[^\p{Lu}]/gu, "").length > 2;
}

/** Names with Turkic letters are excluded, because the lower case of I is ı in those languages. */
const capitals = /^[[[\p{Lu}&&[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]]--[İĞŞƏ]]\p{M} .,'’ʼ`\(\)\-]+$/v;

function inUsualCase(name: string): string {
  return name.replace(/\p{L}[\p{L}\p{M}'’ʼ`]*/gu, (word) =>
    word.toLowerCase().replace(/^\p{L}(?:['’ʼ`]\p{L})?/u, (start) => start.toUpperCase()),
  );
}

/** Written in capitals, these words are never names, so they are credentials even without a comma before them. */
const unmistakable = keysOf(
  "MBA EMBA PhD MSc BSc MSci MPhil MPH LLM LLB DBA EdD PsyD PharmD DNP DVM MFA MPA MSW LCSW CPA CFA CFP CMA DDS DMD",
  "CISA CISM CISSP CRISC CGEIT OSCP PMP PgMP PfMP PMI-ACP PMI-RMP CAPM CSM CSPO A-CSM ITIL TOGAF PRINCE2 CTFL ISTQB",
  "SHRM-CP SHRM-SCP PHR SPHR GPHR aPHR CHRP CHRL CHRE ACCA FCCA CPIM CSCP CLTD CSSBB SSBB LSSBB LSSGB CSSGB LSSMBB",
  "MIET FIET MCIPS FCIPS MCIPD FCIPD MRICS FRICS MBBS FRCS MRCP CPCC CCXP CDMP CBAP CCBA CCNA CCNP CCIE MCSE RHCE",
  "CHFP FACHE CRNA MSN BSN APRN FNP-C RN-BC",
);

/** These words can also be names or ordinary words, so they are credentials only after a comma or in brackets. */
const credentials = keysOf(
  "MA BA MS BS MD JD DO PE RN ED BE ME BTech MTech BCom MCom BBA BCA MCA CA CS CWA FCA ACA ACMA FCMA CPT CIA CEH FRM",
  "ACC PCC MCC ICF CSCS RD LPN NP PA PT DPT OT AuD DC ND Esq Esquire Jr Sr II III IV CPHR ESQ AICP ASLA NCARB OBE",
  "MBE CBE KC QC TD VR FRS FRSA FBA PGDM PGCE QTS CISO CEO CTO CFO COO Dr Ing Eng ACP SA SPC POPM SSM PSM PSPO",
  "PSM-I PSPO-I BCBA PGD PGDip MEng BEng PEng CEng EIT LEED RIBA ARB AIA CAIA CAMS CFE CTP SAFe MCP AWS-SAA HRBP",
);

/** A title is removed only if another word follows it in the cell. */
const titles = keysOf(
  "Dr Prof Professor Mr Mrs Ms Mx Miss Dame Rev Dipl-Ing Drs Dra Profa Engr Capt Cpt Lt Sgt Mme Mlle Herr Frau",
);
/** These words are titles only with a dot, because they are names without one. */
const titlesWithDot = keysOf("Ing Eng Mag Ir Arch Col Gen Maj Hon Sir");

function isCredentialList(text: string, marked: ReadonlySet<string>): boolean {
  const keys = text.split(/[\s/&]+/).map(keyOf);
  return keys.every((key) => unmistakable.has(key) || credentials.has(key) || marked.has(key));
}

/** Without a comma before it, a word needs two capitals or no vowel: `MBA` is a credential, but the name `Mba` is not. */
function isCredentialAlone(word: string, marked: ReadonlySet<string>): boolean {
  return marked.has(keyOf(word)) || (unmistakable.has(keyOf(word)) && /\p{Lu}.*\p{Lu}|^[^aeiou]+$/u.test(word));
}

function isTitle(word: string): boolean {
  const key = keyOf(word);
  return titles.has(key) || (word.endsWith(".") && titlesWithDot.has(key));
}

function keyOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function keysOf(...lines: string[]): ReadonlySet<string> {
  return new Set(
    lines
      .join(" ")
      .split(" ")
      .map(keyOf)
      .filter((key) => key !== ""),
  );
}
