/** Declares the types of the client. What a type has in common with an earlier one is not written again. */
import type { JsonSchema } from "../../shared/platform/http/route/json-schema.ts";
import { type Member, memberText, type TypeWriter } from "./type-text.ts";

/** An earlier type, or what `Partial` or another such type makes of it: the texts of its members by their names. */
interface Base {
  text: string;
  members: ReadonlyMap<string, string>;
}

/** Returns a declaration for each type, in their order. Types take from earlier ones only, so that there are no circles. */
export function declareTypes(types: ReadonlyMap<string, JsonSchema>, writer: TypeWriter): string[] {
  const bases: Base[] = [];
  const earlier: [name: string, members: readonly Member[]][] = [];
  return [...types].map(([name, schema]) => {
    const comment = writer.commentOf(schema);
    const members = writer.membersOf(schema);
    if (members.length === 0) return `${comment}export type ${name} = ${writer.declaredText(schema)};`;
    const own = textsOf(members);
    const candidates = [...bases, ...earlier.flatMap((one) => basesOfKeys(one, members))];
    const taken: string[] = [];
    for (let best = bestOf(candidates, own); best; best = bestOf(candidates, own)) {
      taken.push(best.text);
      for (const shared of best.shared) own.delete(shared);
    }
    earlier.push([name, members]);
    bases.push(...basesOf(name, members));
    if (own.size === 0) return `${comment}export type ${name} = ${taken.join(" & ")};`;
    const heritage = taken.length > 0 ? `extends ${taken.join(", ")} ` : "";
    return `${comment}export interface ${name} ${heritage}{ ${[...own.values()].join(" ")} }`;
  });
}

function basesOf(name: string, members: readonly Member[]): Base[] {
  const optional = members.map((member) => ({ ...member, optional: true }));
  const clearable = optional.map((member) => ({ ...member, type: member.type.replace(/(?<! \| null)$/, " | null") }));
  return [
    { text: name, members: textsOf(members) },
    { text: `Partial<${name}>`, members: textsOf(optional) },
    { text: `Clearable<${name}>`, members: textsOf(clearable) },
  ];
}

/** What has the names of an earlier type, and one type for all members that need no words. */
function basesOfKeys([name, names]: [string, readonly Member[]], members: readonly Member[]): Base[] {
  const types = new Set(members.flatMap(({ comment, optional, type }) => (optional && comment === "" ? [type] : [])));
  return [...types].map((type) => ({
    text: `Partial<Record<keyof ${name}, ${type}>>`,
    members: textsOf(names.map((member) => ({ ...member, comment: "", optional: true, type }))),
  }));
}

/** The base that saves most, with the members to take from it. Names of members to leave out must be few. */
function bestOf(bases: readonly Base[], own: ReadonlyMap<string, string>) {
  const [best] = bases
    .map(({ text, members }) => {
      const shared = [...own].flatMap(([name, member]) => (members.get(name) === member ? [name] : []));
      const others = [...members.keys()].filter((name) => !shared.includes(name));
      const whole = others.length === 0;
      const hasWords = whole && shared.some((name) => own.get(name)?.includes("/**"));
      return {
        ...{ text: whole ? text : `Omit<${text}, ${others.join(" | ")}>`, shared },
        names: hasWords ? 0.5 : Math.max(others.length, 1),
      };
    })
    .filter(({ shared, names }) => shared.length >= 2 * names)
    .toSorted((one, other) => other.shared.length - other.names - (one.shared.length - one.names));
  return best;
}

function textsOf(members: readonly Member[]): Map<string, string> {
  return new Map(members.map((member) => [member.name, memberText(member)]));
}
