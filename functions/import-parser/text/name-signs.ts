/** Removes emoji from names, and replaces mathematical letters, which look like normal letters. */
import { quote } from "../../../shared/import/row/row-issues.ts";

/**
 * Returns the name without these signs, their separators, and the quotes around all of it. The text is empty if the name
 * has only such signs; the caller then keeps the name as written. `undecorated` means that emoji or letters changed.
 */
export function withoutSigns(written: string): { text: string; undecorated: boolean } {
  const plain = written.replace(mathematicalLetters, (run) => run.normalize("NFKC")).replace(emoji, " ");
  const text = trimSigns(plain.replace(/[®™]/g, "").replace(/\s+/g, " "));
  const inside = /^(?:"([^"]*)"|“([^“”]*)”|'([^']*)'|«([^«»]*)»)$/u.exec(text)?.slice(1).join("");
  return { text: inside?.trim() ?? text, undecorated: plain !== written };
}

/** The message of the issue about removed signs. */
export function signsRemoved(written: string): string {
  return `Signs that are no letters were taken out of the name ${quote(written)}.`;
}

/** Removes the marks that separated a name from removed text. */
export function trimSigns(text: string): string {
  return text.replace(/^[\s,;|•·:–—-]+/u, "").replace(/(?<![\s,;|•·:–—-])[\s,;|•·:–—-]+$/u, "");
}

const mathematicalLetters = /[\u{1d400}-\u{1d7ff}]+/gu;
/** Matches an emoji and its joiner. The marks © and ° are not emoji, and ® and ™ follow credentials. */
const emoji = new RegExp(
  [
    String.raw`(?![®™©°])[\p{Extended_Pictographic}\p{So}\p{Regional_Indicator}]\u{200d}?`,
    String.raw`\p{Emoji_Modifier}\u{200d}?`,
    String.raw`\u{fe0f}\u{200d}?`,
    String.raw`\u{20e3}`,
    String.raw`[\u{e0020}-\u{e007f}]`,
  ].join("|"),
  "gu",
);
