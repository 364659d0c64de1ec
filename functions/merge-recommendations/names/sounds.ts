/** How Latin words sound, roughly: spellings of one name in several languages have the same sound. */

/**
 * ü and ue, Clara and Klara, Sophie and Sofie, Xenia and Ksenia, Meyer and Maier, Wladimir and Vladimir, Sarah and Sara,
 * Katja and Katya, Ana and Anna, Gonzales and Gonzalez. Digraphs that distinguish names, as zh and z, stay.
 */
const united: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/th/g, "t"],
  [/ch(?=[rl])|ck|c(?=[aouklrtnms]|$)|q/g, "k"],
  [/x/g, "ks"],
  [/[ae]i|[ae]y/g, "ei"],
  [/([aou])e/g, "$1"],
  [/^y(?=[aeou])/, "j"],
  [/y|(?<=.)j|ie$/g, "i"],
  [/w/g, "v"],
  [/z(?!h)/g, "s"],
  [/(.)\1+/g, "$1"],
  [/(?<=.)h$/, ""],
];

/** The sound of a folded Latin word. */
export function soundOf(word: string): string {
  return united.reduce((sound, [letters, one]) => sound.replace(letters, one), word);
}

const consonants: readonly (readonly [RegExp, string])[] = [
  [/t?s?ch|ts|tz|x|ks/g, "2"],
  [/[aeiouyhjw'_]/g, ""],
  [/[bpfv]/g, "1"],
  [/[cgkqsz]/g, "2"],
  [/[dt]/g, "3"],
  [/[lr]/g, "4"],
  [/[mn]/g, "5"],
  [/(.)\1+/g, "$1"],
];

/** The classes of the consonants, which most romanisations of a name in another script share (as in Soundex). */
export function consonantsOf(latin: string): string {
  return consonants.reduce((left, [letters, one]) => left.replace(letters, one), latin);
}
