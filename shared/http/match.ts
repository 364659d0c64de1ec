/**
 * The matcher of the route table, shared by the authorizer, the pipeline and the local host.
 * A literal segment is preferred to a parameter, one with an ending (`{name}.txt`) to one without, a parameter to the
 * rest of a path; the most specific path decides, and only then its methods, so that a known path with another method
 * is 405 and not something more general.
 */
import type { ReservedRow, Row } from "./route.ts";

export type AnyRow = Row | ReservedRow;

export type Match<R extends AnyRow = AnyRow> =
  | { kind: "row"; name: string; row: R; params: Record<string, string> }
  | { kind: "method_not_allowed"; allow: string[] }
  | { kind: "not_found" };

interface Node<R extends AnyRow> {
  literals: Map<string, Node<R>>;
  /** The one with the longest ending first; "" is none. */
  parameters: { ending: string; node: Node<R> }[];
  rest?: Node<R>;
  methods: Map<string, { name: string; row: R; parameterNames: string[] }>;
}

/**
 * Compiles rows once; the function returned costs a walk over the path's segments. Throws when two rows claim one
 * place.
 */
export function createMatcher<R extends AnyRow>(rows: Readonly<Record<string, R>>) {
  const root = newNode<R>();
  for (const [name, row] of Object.entries(rows)) addRow(root, name, row);

  return function match(method: string, path: string): Match<R> {
    const segments = normalisePath(path).split("/").slice(1);
    const values: string[] = [];
    const node = walk(root, segments, 0, values);
    if (!node) return { kind: "not_found" };
    const entry = node.methods.get(method === "HEAD" ? "GET" : method) ?? node.methods.get("ANY");
    if (!entry) return { kind: "method_not_allowed", allow: allowedMethods(node) };
    const params = Object.fromEntries(entry.parameterNames.map((key, index) => [key, decode(values[index] ?? "")]));
    return { kind: "row", name: entry.name, row: entry.row, params };
  };
}

/** The path as the table knows it: without the `/api` base and without a slash at its end. */
export function normalisePath(path: string): string {
  const bare = path === "/api" || path.startsWith("/api/") ? path.slice(4) : path;
  return bare.endsWith("/") ? bare.slice(0, -1) : bare;
}

function newNode<R extends AnyRow>(): Node<R> {
  return { literals: new Map(), parameters: [], methods: new Map() };
}

function addRow<R extends AnyRow>(root: Node<R>, name: string, row: R): void {
  const parameterNames: string[] = [];
  let node = root;
  for (const segment of normalisePath(row.path).split("/").slice(1)) {
    if (segment.endsWith("+}")) {
      parameterNames.push(segment.slice(1, -2));
      node.rest ??= newNode<R>();
      node = node.rest;
    } else if (segment.startsWith("{")) {
      const [name = "", ending = ""] = segment.slice(1).split("}");
      parameterNames.push(name);
      node = parameterNode(node, ending);
    } else {
      const next = node.literals.get(segment) ?? newNode<R>();
      node.literals.set(segment, next);
      node = next;
    }
  }
  if (node.methods.has(row.method)) throw new Error(`two rows claim ${row.method} ${row.path}`);
  node.methods.set(row.method, { name, row, parameterNames });
}

function parameterNode<R extends AnyRow>({ parameters }: Node<R>, ending: string): Node<R> {
  const known = parameters.find((parameter) => parameter.ending === ending);
  if (known) return known.node;
  const node = newNode<R>();
  parameters.push({ ending, node });
  parameters.sort((one, other) => other.ending.length - one.ending.length);
  return node;
}

function walk<R extends AnyRow>(node: Node<R>, segments: string[], at: number, values: string[]): Node<R> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.methods.size > 0 ? node : undefined;
  const literal = node.literals.get(segment);
  if (literal) {
    const found = walk(literal, segments, at + 1, values);
    if (found) return found;
  }
  for (const { ending, node: next } of node.parameters) {
    if (segment.length <= ending.length || !segment.endsWith(ending)) continue;
    values.push(segment.slice(0, segment.length - ending.length));
    const found = walk(next, segments, at + 1, values);
    if (found) return found;
    values.pop();
  }
  if (node.rest) {
    values.push(segments.slice(at).join("/"));
    return node.rest;
  }
  return undefined;
}

function allowedMethods<R extends AnyRow>(node: Node<R>): string[] {
  const methods = [...node.methods.keys()].filter((method) => method !== "ANY");
  return [...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}

/** A broken percent-escape stays as it came: validation then names the parameter. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
