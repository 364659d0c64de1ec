/**
 * Finds the row of a request, for the authorizer, the pipeline and the local host. The most specific path is used: a literal
 * segment comes before a parameter with an ending (`{name}.txt`), then a parameter, then the rest of a path. If that path does
 * not have the method, the answer is 405, even if a more general path has it.
 */
import type { ReservedRow, Row } from "./route.ts";

export type AnyRow = Row | ReservedRow;

/** The parts of a row that matching compares. */
type Findable = Pick<AnyRow, "method" | "path">;

export type RouteMatch<R extends Findable = AnyRow> =
  | { kind: "row"; name: string; row: R; params: Record<string, string> }
  | { kind: "method_not_allowed"; allow: string[] }
  | { kind: "not_found" };

interface Pattern<R> {
  /** Orders patterns by how specific their segments are, from the left to the right. */
  rank: string;
  expression: RegExp;
  methods: Map<string, { name: string; row: R; parameterNames: string[] }>;
}

/** Compiles rows once. Throws when two rows have one path and method. */
export function createMatcher<R extends Findable>(rows: Readonly<Record<string, R>>) {
  const byShape = new Map<string, Pattern<R>>();
  for (const [name, row] of Object.entries(rows)) {
    const parameterNames = [...row.path.matchAll(/\{(\w+)/g)].map(([, parameter = ""]) => parameter);
    const shape = normalisePath(row.path).replace(/\{\w+/g, "{");
    const pattern = byShape.get(shape) ?? newPattern<R>(shape);
    if (pattern.methods.has(row.method)) throw new Error(`two rows have the path ${row.method} ${row.path}`);
    pattern.methods.set(row.method, { name, row, parameterNames });
    byShape.set(shape, pattern);
  }
  const patterns = [...byShape.values()].sort((one, other) => (one.rank < other.rank ? -1 : 1));

  return function match(method: string, path: string): RouteMatch<R> {
    const bare = normalisePath(path);
    const pattern = patterns.find(({ expression }) => expression.test(bare));
    if (!pattern) return { kind: "not_found" };
    const entry = pattern.methods.get(method === "HEAD" ? "GET" : method) ?? pattern.methods.get("ANY");
    if (!entry) return { kind: "method_not_allowed", allow: allowedMethods([...pattern.methods.keys()]) };
    const values = pattern.expression.exec(bare)?.slice(1) ?? [];
    const params = Object.fromEntries(entry.parameterNames.map((key, index) => [key, decode(values[index] ?? "")]));
    return { kind: "row", name: entry.name, row: entry.row, params };
  };
}

/** The path without `/api` and without a slash at its end. */
export function normalisePath(path: string): string {
  const bare = path === "/api" || path.startsWith("/api/") ? path.slice(4) : path;
  return bare.endsWith("/") ? bare.slice(0, -1) : bare;
}

/** `shape` is a path whose parameters have no names. A letter ranks each kind of segment. */
function newPattern<R>(shape: string): Pattern<R> {
  const segments = shape.split("/").map((segment) => {
    const literal = segment.replaceAll(".", "\\.");
    if (segment === "{+}") return { rank: "d", source: "(.*)" };
    if (segment === "{}") return { rank: "c", source: "([^/]+)" };
    // Of two endings, the longer one is more specific.
    if (segment.startsWith("{}")) return { rank: `b${99 - segment.length}`, source: literal.replace("{}", "([^/]+)") };
    return { rank: "a", source: literal };
  });
  return {
    rank: segments.map(({ rank }) => rank).join("/"),
    expression: new RegExp(`^${segments.map(({ source }) => source).join("/")}$`, "s"),
    methods: new Map(),
  };
}

function allowedMethods(methods: readonly string[]): string[] {
  return [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}

/** A malformed percent-escape is kept, so that validation reports the parameter. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
