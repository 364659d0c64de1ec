/** Cards whose every line is indented, as those that were quoted in a text or written by hand. */
import type { Card } from "./cards.ts";
import { nameEnd } from "./head.ts";
import { isUsualProperty } from "./usual-names.ts";

/**
 * The line as its card has it. Where all lines are indented they would go on in the first one, as folded lines do (RFC
 * 6350, section 3.2). But nothing stands before the first line that it could go on: so it tells, until a property
 * without indentation tells that it was the only one. A property with less of it is one all the same.
 */
export function withoutIndentation(card: Card, physical: string): string {
  const isIndented = physical.charCodeAt(0) <= 32;
  if (card.indentation === null && !isIndented && physical !== "") {
    // As in nearly all cards. The version is never folded: where all lines but it are indented, the next one tells.
    if (!version.test(physical)) card.indentation = "";
    return physical;
  }
  if (physical.trim() === "") return physical;
  card.indentation ??= indentationOf(physical);
  const { indentation } = card;
  if (physical.startsWith(indentation)) return physical.slice(indentation.length);
  if (isIndented) return isUsualProperty(physical.trimStart()) ? physical.trimStart() : physical;
  if (nameEnd(physical) !== -1) card.indentation = "";
  return physical;
}

const version = /^VERSION:/i;

function indentationOf(physical: string): string {
  return nameEnd(physical) === -1 ? "" : (/^[ \t]*/.exec(physical)?.[0] ?? "");
}
