/** The methods, paths and access of all rows, which the authorizer knows. */
import type { AnyRow } from "../shared/platform/http/route/match.ts";
import { routeTable } from "./routes.ts";

export type AccessRow = Pick<AnyRow, "method" | "path" | "access">;

/** The table as JSON. Only bundles have it (infra/cloud/function/bundling.ts), in place of the rows with their schemas. */
declare const ACCESS_TABLE: string;

export const accessTable: Readonly<Record<string, AccessRow>> =
  typeof ACCESS_TABLE === "string" ? JSON.parse(ACCESS_TABLE) : accessOf(routeTable);

function accessOf(rows: Readonly<Record<string, AnyRow>>): Record<string, AccessRow> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, { method, path, access }]) => [name, { method, path, access }]),
  );
}
