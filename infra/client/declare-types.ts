/** Declares the types of the client. What a type has in common with an earlier one is not written again. */
import type { JsonSchema } from "../../shared/platform/http/route/json-schema.ts";
import { type Member, memberText, type TypeWriter } from "./type-text.ts";

/** An earlier type, or what `Partial` makes of it: the texts of its members by their names. */
interface Base {
  text: string;
  members: ReadonlyMap<string, string>;
}

/** Returns a declaration for each type, in their order. Types take from earlier ones only, so that there are no circles. */
export function declareTypes(types: ReadonlyMap<string, JsonSchema>, writer: TypeWriter): string[] {
  const bases: Base[] = [];
  return [...types].map(([name, schema]) => {
    const members = writer.membersOf(schema);
    if (members.length === 0) return `export type ${name} = ${writer.declaredText(schema)};`;
    const own = textsOf(members);
    const taken: string[] = [];
    for (let best = bestOf(bases, own); best; best = bestOf(bases, own)) {
      taken.push(best.text);
      for (const shared of best.shared) own.delete(shared);
    }
    const optional = members.map((member) => ({ ...member, optional: true }));
    bases.push({ text: name, members: textsOf(members) }, { text: `Partial<${name}>`, members: textsOf(optional) });
    if (own.size === 0) return `export type ${name} = ${taken.join(" & ")};`;
    const heritage = taken.length > 0 ? `extends ${taken.join(", ")} ` : "";
    return `export interface ${name} ${heritage}{ ${[...own.values()].join(" ")} }`;
  });
}

/** The base that saves most, with the members to take from it. Names of members to leave out must be few. */
function bestOf(bases: readonly Base[], own: ReadonlyMap<string, string>) {
  const [best] = bases
    .map(({ text, members }) => {
      const shared = [...own.keys()].filter((name) => members.get(name) === own.get(name));
      const others = [...members.keys()].filter((name) => !shared.includes(name));
      const whole = others.length === 0;
      return { text: whole ? text : `Omit<${text}, ${others.join(" | ")}>`, shared, names: whole ? 1 : others.length };
    })
    .filter(({ shared, names }) => shared.length >= 2 * names)
    .toSorted((one, other) => other.shared.length - other.names - (one.shared.length - one.names));
  return best;
}

function textsOf(members: readonly Member[]): Map<string, string> {
  return new Map(members.map((member) => [member.name, memberText(member)]));
}
