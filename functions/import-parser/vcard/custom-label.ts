/** Android's own parameter for the user's word: `X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=46=65=72)`. */
import { decodeQuotedPrintable } from "./transfer-encoding.ts";

/** The word, however long it is, and where the parameter ends; null where another one begins at `start`. */
export function customLabel(line: string, start: number): { label: string; end: number } | null {
  // Nearly all parameters are others.
  if ((line.charCodeAt(start) | 32) !== letterX || start > latestStart) return null;
  const opening = line.slice(start, start + opened.length);
  if (opening.toUpperCase() !== opened) return null;
  const close = closeOf(line, start);
  if (close === -1) return null;
  const inside = line.slice(start + opened.length, close);
  const [, settings = "", word = ""] = /^((?:(?:CHARSET|ENCODING)=[^,]*,)*)(.*)$/is.exec(inside) ?? [];
  const charset = /CHARSET=([^,]*)/i.exec(settings)?.[1] ?? "UTF-8";
  const isEncoded = /ENCODING=QUOTED-PRINTABLE/i.test(settings);
  const label = isEncoded ? decodeQuotedPrintable(word, { charset, hint: null }).text : word;
  return { label: label.trim(), end: close + 1 };
}

/** A head without its labels, which may look like parameters of the property. */
export function withoutCustomLabels(head: string): string {
  return head.replace(/X-CUSTOM\((?:[^)]|\)(?![;:]|$))*(?:\)|$)/gi, "");
}

/**
 * The word may have parentheses too: the last one stands before what follows the parameter. One in the value is not
 * taken for it, where any stands before the colon.
 */
function closeOf(line: string, start: number): number {
  const ends = [line.indexOf("):", start), line.indexOf(");", start)].filter((end) => end !== -1);
  const close = ends.length === 0 ? line.indexOf(")", start) : Math.min(...ends);
  const colon = line.indexOf(":", start);
  const inHead = colon === -1 || colon > close ? close : line.lastIndexOf(")", colon);
  return inHead > start ? inHead : close;
}

const letterX = 120;
const opened = "X-CUSTOM(";
/** Each one is searched for its end. */
const latestStart = 1_000;
