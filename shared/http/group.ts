/** A route group: rows that one function serves, and where the gateway sends them from. */
import type { ReservedRows, RouteRows } from "./route.ts";

export interface RouteGroup {
  /** The function's name; its entry is `functions/<name>/handler.ts`. */
  name: string;
  /** Literal paths: the gateway sends each, and everything below it, to this group; the longest match wins. */
  resources: readonly string[];
  rows: RouteRows;
  reserved?: ReservedRows;
}

/** Whether the gateway must ask the authorizer: some row of the group is not public. */
export function isGuarded(group: RouteGroup): boolean {
  return [...Object.values(group.rows), ...Object.values(group.reserved ?? {})].some(
    (row) => row.access === "integration" || row.access === "session",
  );
}
