/** Texts that nobody can see. */

/**
 * Anything but blanks, characters that are ignored where they are displayed (UAX #44, Default_Ignorable_Code_Point),
 * format and control characters, and the braille pattern without a dot.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/** Whether a text shows something to somebody who looks at it. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
