/**
 * People of one name who connected on one day: exports without profiles have nothing else that tells people apart, and
 * so their order does.
 */
import { fold } from "../text/fold.ts";
import { nameWords, type PersonName } from "./identity-names.ts";

/** What namesakes share. */
export interface Connection extends PersonName {
  /** An ISO timestamp in UTC, of which the day counts, or null. */
  connectedAt: string | null;
}

/**
 * Numbers the people whom it is told of, from 0 on, among those with the words of their name, in any order, and their
 * day; 0 without a day. `person` is the same text for the same person, who keeps the number. Keeps some 80 bytes of each
 * name and day.
 */
export function createNamesakes(): (connection: Connection, person: string) => number {
  const firsts = new Map<number, string>();
  /** Only where there are several. */
  const further = new Map<number, Map<string, number>>();
  const keyOf = createKeys();
  return (connection, person) => {
    if (connection.connectedAt === null) return 0;
    const key = keyOf(connection.connectedAt, connection);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, person);
    if (first === undefined || first === person) return 0;
    const others = further.get(key) ?? new Map<string, number>();
    further.set(key, others);
    const number = others.get(person) ?? others.size + 1;
    others.set(person, number);
    return number;
  };
}

/**
 * Keys of 53 bits, a sum over the words, so that their order does not count. SHA-256 would take as long as all the rest
 * that makes a row's id; should two names ever meet, one of them has a number more than it needs. Nothing is made on the
 * way, which is half of the time.
 */
function createKeys(): (connectedAt: string, name: PersonName) => number {
  let [high, low] = [0, 0];
  let [wordHigh, wordLow] = [0, 0];

  // FNV-1a with two primes, the bits mixed once more because sums are taken of it.
  function beginWord(): void {
    wordHigh = 0x811c9dc5 | 0;
    wordLow = 0x9747b28c | 0;
  }
  function addCode(code: number): void {
    wordHigh = Math.imul(wordHigh ^ code, 0x01000193);
    wordLow = Math.imul(wordLow ^ code, 0x85ebca6b);
  }
  function endWord(): void {
    high = (high + Math.imul(wordHigh ^ (wordHigh >>> 15), 0x2c1b3c6d)) | 0;
    low = (low + Math.imul(wordLow ^ (wordLow >>> 13), 0xc2b2ae35)) | 0;
  }
  function addWord(word: string, length = word.length): void {
    beginWord();
    for (let at = 0; at < length; at++) addCode(word.charCodeAt(at));
    endWord();
  }

  /** All of `nameWords`: of most names without making them. */
  function addWords(name: string): void {
    const [highBefore, lowBefore] = [high, low];
    let length = 0;
    beginWord();
    for (let at = 0; at < name.length; at++) {
      const code = foldedCode(name.charCodeAt(at));
      if (code === unlike) {
        [high, low] = [highBefore, lowBefore];
        for (const word of nameWords(name)) addWord(word);
        return;
      }
      if (code === separator) {
        if (length > 0) endWord();
        beginWord();
        length = 0;
      } else {
        addCode(code);
        length += 1;
      }
    }
    if (length > 0) endWord();
  }

  return (connectedAt, { firstName, middleName, lastName }) => {
    [high, low] = [0, 0];
    addWord(connectedAt, "YYYY-MM-DD".length);
    addWords(firstName);
    if (middleName) addWords(middleName);
    if (lastName) addWords(lastName);
    return (high >>> 0) * 2 ** 21 + (low >>> 11);
  };
}

const [unread, separator, unlike] = [0, -1, -2];
/** What each character folds to, as it is met: the code of one letter, or that it parts words, or does neither. */
const foldedCodes = new Int16Array(0x2000).fill(unread);

function foldedCode(code: number): number {
  const known = foldedCodes[code] ?? unlike;
  if (known !== unread) return known;
  const folded = foldOne(String.fromCharCode(code));
  foldedCodes[code] = folded;
  return folded;
}

function foldOne(character: string): number {
  if (composing.test(character)) return unlike;
  const [word] = nameWords(character);
  if (word !== undefined) return word.length === 1 && fold(character) === word ? word.charCodeAt(0) : unlike;
  return nameWords(`a${character}a`).length === 2 ? separator : unlike;
}

/** Marks and the parts of Hangul syllables: what they become hangs on what stands before them. */
const composing = /[\p{M}\u1100-\u11ff]/u;
