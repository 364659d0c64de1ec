/** Copies short text from much longer text. */

/** Returns a copy of the text, because a part of a longer string keeps the whole string in memory. */
export function ownText(text: string): string {
  const encoding = ascii.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}

const ascii = /^[ -~]*$/;
