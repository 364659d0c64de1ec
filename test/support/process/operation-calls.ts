/** Operations without a gateway, called for a session of an account. */
import { parseParts } from "../../../shared/platform/http/input/validate.ts";
import type { Answer, Operations, RouteRows, Row } from "../../../shared/platform/http/route/route.ts";
import { sessionInput } from "./operation-input.ts";

interface Sent {
  /** Not parsed, so that a test may send any id. */
  params?: Readonly<Record<string, string>>;
  query?: object;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Calls operations by their names. Query and body are parsed with the schemas of the row, as in the pipeline. */
export function operationCalls<Rows extends RouteRows>(
  rows: Rows,
  operations: Operations<Rows>,
  accountId: string,
  remainingTime: () => number = () => 10_000,
) {
  const callers: Readonly<Record<string, (input: never) => Promise<unknown>>> = operations;
  return <Name extends keyof Rows & string>(name: Name, sent: Sent = {}) => {
    const { params = {}, query = {}, body, headers = {} } = sent;
    const { params: _, ...row }: Row = rows[name] as Row;
    const lists = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, [String(value)]]));
    const parsed = parseParts(row, { params: {}, query: lists, body });
    const input = { ...sessionInput(accountId), ...parsed, params, headers, remainingTime };
    return callers[name]?.(input as never) as Promise<Answer<Rows[Name]>>;
  };
}
