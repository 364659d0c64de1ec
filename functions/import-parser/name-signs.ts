/** Signs in a person's name that are no letters: emoji, and letters of mathematics that only look like usual ones. */
import { quote } from "../../shared/imports/remarks.ts";

export interface PlainName {
  text: string;
  /** Words that a ® or ™ behind them shows to be credentials. */
  marked: string[];
  /** Signs that are no letters were taken away, or letters changed that only look like such. */
  undecorated: boolean;
}

/**
 * The name without such signs, and without what separated it from them and the quotes around all of it. Empty when
 * nothing else is there: that is somebody's name all the same, which is for the caller to keep as it is written.
 */
export function withoutSigns(written: string): PlainName {
  const letters = written.replace(mathematicalLetters, (run) => run.normalize("NFKC"));
  const marked: string[] = [];
  if (letters.includes("®") || letters.includes("™")) {
    for (const [, word] of letters.matchAll(marks)) if (word !== undefined) marked.push(word);
  }
  const plain = letters.replace(emoji, " ");
  const text = trimSigns(plain.replace(/[®™]/g, "").replace(/\s+/g, " "));
  return { text: unquoted(text), marked, undecorated: plain !== written };
}

/** The same issue, whichever network the name is from. */
export function signsRemoved(written: string): { code: string; message: string } {
  const message = `Signs that are no letters were taken out of the name ${quote(written)}.`;
  return { code: "name_signs_removed", message };
}

/** What separated a name from what is gone. */
export function trimSigns(text: string): string {
  return text.replace(/^[\s,;|•·:–—-]+/u, "").replace(/(?<![\s,;|•·:–—-])[\s,;|•·:–—-]+$/u, "");
}

const mathematicalLetters = /[\u{1d400}-\u{1d7ff}]+/gu;
const marks = /([^\s,;|()[\]]+?)\s?[®™]/gu;
/** With the joiner behind it; the marks © and ° are no emoji, ® and ™ are told apart before. */
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

function unquoted(text: string): string {
  const inside = /^(?:"([^"]*)"|“([^“”]*)”|'([^']*)'|«([^«»]*)»)$/u.exec(text);
  return inside ? (inside[1] ?? inside[2] ?? inside[3] ?? inside[4] ?? "").trim() : text;
}
