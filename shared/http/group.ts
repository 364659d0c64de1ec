/** A route group: rows that one function serves, and where the gateway sends them from. */
import { needsCaller, type ReservedRows, type RouteRows } from "./route.ts";

export interface RouteGroup {
  /** The function's name; its entry is `functions/<name>/handler.ts`. */
  name: string;
  /** Literal paths: the gateway sends each, and everything below it, to this group; the longest match wins. */
  resources: readonly string[];
  rows: RouteRows;
  reserved?: ReservedRows;
  /**
   * Also takes the root and every path that no group has, past the authorizer. Left to itself the gateway answers an unknown path by
   * the credentials that come with it: with a bearer it complains about a signature that nobody meant to make.
   */
  catchAll?: boolean;
}

/** Whether the gateway must ask the authorizer: some row of the group is not public. */
export function isGuarded(group: RouteGroup): boolean {
  return [...Object.values(group.rows), ...Object.values(group.reserved ?? {})].some(needsCaller);
}
