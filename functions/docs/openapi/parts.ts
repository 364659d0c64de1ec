/** The description in parts, because the docs page shows one operation at a time and the whole is read by programs only. */
import type { JsonSchema } from "../../../shared/platform/http/route/json-schema.ts";
import { type Description, type Operation, resolveReference } from "./describe-api.ts";
import type { OperationIndex } from "./operation-index.ts";

/** The operations of a group by their ids, with the components to which they refer. */
export interface DescribedPart {
  operations: Record<string, Operation>;
  components: Record<string, Record<string, JsonSchema>>;
}

/** The parts by their names: `index`, and one for each group. */
export function describeParts(description: Description): Record<string, OperationIndex | DescribedPart> {
  const entries = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = description.tags as { name: string; description: string }[];
  const groups = tags.map(({ name: title, description: text }) => {
    const own = entries.filter(({ operation }) => operation.tags.includes(title));
    const part: DescribedPart = {
      operations: Object.fromEntries(own.map(({ operation }) => [operation.operationId, operation])),
      components: componentsOf(description, own),
    };
    const operations = own.map(({ path, method, operation }) => {
      const { operationId: id, summary } = operation;
      return { id, method, path, summary, words: wordsOf(description, operation) };
    });
    return { name: title.toLowerCase().replaceAll(" ", "-"), title, description: text, operations, part };
  });
  return {
    index: { groups: groups.map(({ part, ...group }) => group) },
    ...Object.fromEntries(groups.map(({ name, part }) => [name, part])),
  };
}

/** The components to which the value leads, by their kinds and names. */
function componentsOf(description: Description, value: unknown): DescribedPart["components"] {
  const found: DescribedPart["components"] = {};
  const pending = [JSON.stringify(value)];
  for (const text of pending) {
    for (const [$ref, kind = "", name = ""] of text.matchAll(/#\/components\/(\w+)\/([\w-]+)/g)) {
      found[kind] ??= {};
      if (found[kind][name]) continue;
      found[kind][name] = resolveReference(description, { $ref });
      pending.push(JSON.stringify(found[kind][name]));
    }
  }
  return found;
}

/** Errors are left out, because the same words would find nearly every operation. */
function wordsOf(description: Description, { summary, description: text, ...operation }: Operation): string {
  const { parameters, requestBody, responses } = operation;
  const answers = Object.entries(responses).flatMap(([status, answer]) => (/^[23]/.test(status) ? [answer] : []));
  const described = { summary, description: text, parameters, requestBody, answers };
  const { schemas, parameters: shared } = componentsOf(description, described);
  const texts = textsOf([described, schemas, shared]).join(" ").toLowerCase();
  return [...new Set(texts.match(/\p{L}[\p{L}\d_-]{2,}/gu))].toSorted().join(" ");
}

/** The texts that a reader sees of a value: descriptions, names, and the values of lists. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (typeof part === "string") return ["summary", "description", "name", "const"].includes(key) ? [part] : [];
    if (key === "enum") return (part as unknown[]).map(String);
    if (key.startsWith("example")) return [];
    return [...(key === "properties" ? Object.keys(part) : []), ...textsOf(part)];
  });
}
