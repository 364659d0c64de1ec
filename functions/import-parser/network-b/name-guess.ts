/** A name for an account of which the file knows only the handle. */

export interface GuessedName {
  given: string;
  family: string;
}

/** A sentence has more. */
const maxWords = 4;

/**
 * `anna.schmidt_92` as Anna Schmidt: the words between separators, without digits, in the case of names. Null where
 * that is no name: a handle of one word stays as it is, since nothing tells where its words part, and so does one of
 * letters (`a.b.c`) or of many words.
 */
export function guessName(handle: string): GuessedName | null {
  const words = handle
    .split(/[._]+/)
    .map((part) => part.replace(/^\d+|\d+$/g, ""))
    .filter((word) => word !== "");
  const letters = words.filter((word) => word.length === 1).length;
  const isName = words.length > letters && letters < 2 && words.length <= maxWords;
  if (!/[._]/.test(handle) || !isName || words.some((word) => /\d/.test(word))) return null;
  const [given = "", ...others] = words.map(capitalised);
  return { given, family: others.join(" ") };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
