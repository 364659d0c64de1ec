/** Makes texts of users safe to show inside other text: in mails, in calendar feeds and in HTML. */

const breaksAndControls = /[\p{Cc}\u2028\u2029]+/gu;

/** Embeddings, overrides and isolates. An unclosed one would change the direction of the rest of the line (UAX #9). */
const directionChanges = /[\u202a-\u202e\u2066-\u2069]/g;

/** Letters and marks that run from right to left. Digits and punctuation next to them may change places too. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The text on one line, without control characters, lone surrogates and changes of direction. */
export function safeLine(text: string): string {
  return oneLine(text.replace(directionChanges, ""));
}

/** The text on one line, without control characters and lone surrogates. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(breaksAndControls, " ").trim();
}

/** A safe line for plain text, with right-to-left text isolated from the text around it. HTML uses `<bdi>` instead. */
export function isolateRightToLeft(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** For text between tags and for values of attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
