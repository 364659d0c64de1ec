/** Text of somebody's contacts in a mail: one line that changes nothing of what stands around it. */

const breaksAndControls = /[\p{Cc}\u2028\u2029]+/gu;

/** Embeddings, overrides and isolates: whoever leaves one open turns the rest of the line around (Unicode, UAX #9). */
const directionChanges = /[\u202a-\u202e\u2066-\u2069]/g;

/** Letters and marks that run from right to left; they may take digits and punctuation beside them along. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Without line breaks, control characters, lone surrogates and changes of direction; everything else stays. */
export function harmless(text: string): string {
  return text.toWellFormed().replace(breaksAndControls, " ").replace(directionChanges, "").trim();
}

/** Harmless text for among plain text: right-to-left text is isolated from its surroundings. HTML has `<bdi>` for it. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** For between tags and for values of attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
