/** The values of a row and of the contact that it joins, as lines of text, and what the join does to each field. */
import type { ComparedContact, ParsedContact } from "../../../../shared/client/types.ts";
import { labelOf, linesOf } from "../parts/value-lines.ts";

/** What the list or other parts of the details show. */
const otherFields = new Set(
  "id tempId isValid issues alreadyExists duplicateOf duplicateInFile notSameAs groups photo connectedAt uid likelyPerson sources".split(
    " ",
  ),
);

interface Joined {
  /** The contact before and after, as the service answers them. */
  contact: ComparedContact;
  merged: ComparedContact;
  /** The fields whose value of the row is left out. */
  differing: readonly string[];
}

interface DescribedField {
  label: string;
  brings: string[];
  has: string[];
  /** What happens to the contact that the row joins. */
  outcome?: { kind: "kept" | "same" | "changed"; text: string };
}

/** The fields of the row, and those that joining it changes. */
export function describeRow(row: ParsedContact, joined: Joined | null): DescribedField[] {
  const fields = Object.keys({ ...row, ...joined?.merged }).filter((field) => !otherFields.has(field));
  return fields.flatMap((field) => {
    const linesIn = (of: object | undefined) => linesOf((of as Readonly<Record<string, unknown>> | undefined)?.[field]);
    const [brings, has, becomes] = [linesIn(row), linesIn(joined?.contact), linesIn(joined?.merged)];
    const isChanged = has.join("\n") !== becomes.join("\n");
    if (brings.length === 0 && !isChanged) return [];
    const described = { label: labelOf(field), brings, has };
    if (!joined) return [described];
    const rest = joined.differing.includes(field) ? "; the row's value is left out" : "";
    if (!isChanged) return [{ ...described, outcome: { kind: rest ? "kept" : "same", text: `Stays${rest}` } }];
    const adds = becomes.filter((line) => !has.includes(line) && (has.length > 0 || !brings.includes(line)));
    const words = has.length === 0 ? "Filled in" : becomes.length > has.length ? "Added" : "Completed";
    return [{ ...described, outcome: { kind: "changed", text: [words + rest, ...adds].join("\n") } }];
  });
}
