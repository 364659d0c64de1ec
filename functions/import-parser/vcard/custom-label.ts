/** Android's own parameter for the user's word: `X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=46=65=72)`. */
import { decodeQuotedPrintable } from "./transfer-encoding.ts";

/** The word, and where the parameter ends; null where another one begins at `start`. */
export function customLabel(line: string, start: number): { label: string; end: number } | null {
  // Nearly all parameters are others.
  if ((line.charCodeAt(start) | 32) !== letterX) return null;
  const match = custom.exec(line.slice(start, start + longest));
  if (!match) return null;
  const [whole, inside = ""] = match;
  const [, settings = "", word = ""] = /^((?:(?:CHARSET|ENCODING)=[^,]*,)*)(.*)$/is.exec(inside) ?? [];
  const charset = /CHARSET=([^,]*)/i.exec(settings)?.[1] ?? "UTF-8";
  const isEncoded = /ENCODING=QUOTED-PRINTABLE/i.test(settings);
  const label = isEncoded ? decodeQuotedPrintable(word, { charset, hint: null }).text : word;
  return { label: label.trim(), end: start + whole.length };
}

const letterX = 120;
const longest = 1_000;
const custom = /^X-CUSTOM\(([^)]*)\)/i;
