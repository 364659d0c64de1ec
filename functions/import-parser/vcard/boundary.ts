/** The lines that begin and end a card, as files have them that were put one behind the other. */

export interface Boundary {
  /** Else it ends a card. */
  begins: boolean;
  /**
   * The next boundary, where a file without a line end at its end stands before another one, or the version behind a
   * BEGIN; else empty.
   */
  rest: string;
}

/** What a physical line is; null for nearly all, which are none. */
export function boundaryOf(physical: string): Boundary | null {
  if (!mayBeBoundary(physical)) return null;
  if (physical === "BEGIN:VCARD") return plainBegin;
  if (physical === "END:VCARD") return plainEnd;
  if (physical.length > longest) return null;
  const match = boundary.exec(physical);
  if (!match) return null;
  const [, word = "", rest = ""] = match;
  const begins = word.toUpperCase() === "BEGIN";
  if (rest === "") return { begins, rest };
  // A folded line may have both in its text.
  if (isIndented(physical)) return null;
  return (begins ? version.test(rest) : boundaryOf(rest) !== null) ? { begins, rest } : null;
}

/** A few blanks, a mark of UTF-8, and the 0x1A that DOS writes behind the last line when it copies: they say nothing. */
export function isFilling(physical: string): boolean {
  return physical.length <= longest && allFilling.test(physical);
}

function isIndented(physical: string): boolean {
  return physical.startsWith(" ") || physical.startsWith("\t");
}

/** Most lines begin with other letters than BE and EN. */
function mayBeBoundary(physical: string): boolean {
  const code = physical.charCodeAt(0);
  if (code <= 32 || code > 127) return true;
  const next = physical.charCodeAt(1) | 32;
  const lower = code | 32;
  return (lower === 98 && next === 101) || (lower === 101 && next === 110);
}

/** As nearly all are. */
const plainBegin: Boundary = { begins: true, rest: "" };
const plainEnd: Boundary = { begins: false, rest: "" };
const longest = 200;
const version = /^VERSION:/i;
/** In raw lines the mark of UTF-8 is three characters. */
const filling = String.raw`(?:\u00ef\u00bb\u00bf|[\s\p{Cc}])*`;
const boundary = new RegExp(String.raw`^${filling}(BEGIN|END)\s*(?:;[^:]*)?:\s*VCARD${filling}(.*)$`, "isu");
const allFilling = new RegExp(`^${filling}$`, "u");
