/** A route group: rows that one function serves, and their paths in the gateway. */
import { needsCaller, type ReservedRows, type RouteRows } from "./route.ts";

export interface RouteGroup {
  /** The function's name; its entry is `functions/<name>/handler.ts`. */
  name: string;
  /** Literal paths. The gateway sends these and all paths below them to this group. The longest match is used. */
  resources: readonly string[];
  rows: RouteRows;
  reserved?: ReservedRows;
  /**
   * Also serves the root and all paths that no group has, without the authorizer. The gateway itself would answer an unknown path
   * with an error about the AWS signature if there is an `Authorization` header.
   */
  catchAll?: boolean;
}

/** Whether the gateway must call the authorizer, because a row needs a caller. */
export function isGuarded(group: RouteGroup): boolean {
  return [...Object.values(group.rows), ...Object.values(group.reserved ?? {})].some(needsCaller);
}
