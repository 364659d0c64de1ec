/** Initials and tints of people without a picture. */

const segments = new Intl.Segmenter("en");

/** The first characters of the first and the last word, such as "AL" of "Ada King Lovelace". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = "") => [...segments.segment(word)][0]?.segment.toLocaleUpperCase() ?? "").join("");
}

/** A hue in degrees. Neighbours in a list differ, because the multiplier spreads sums that are near. */
export function tintOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return (sum * 137) % 360;
}
