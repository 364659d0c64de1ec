/** The route table: every group's rows, nothing more. Everything that knows routes reads this. */
import type { RouteGroup } from "../shared/http/group.ts";
import type { AnyRow } from "../shared/http/match.ts";
import { accountReserved, accountRoutes } from "./account/routes.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { calendarRoutes } from "./calendar/routes.ts";
import { contactReserved, contactRoutes } from "./contacts/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { geocodeRoutes } from "./geocode/routes.ts";
import { groupRoutes } from "./groups/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { importRoutes } from "./imports/routes.ts";
import { interactionRoutes } from "./interactions/routes.ts";
import { reservedFamilies } from "./reserved/routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { unsubscribeRoutes } from "./unsubscribe/routes.ts";

export const routeGroups = [
  { name: "contacts", resources: ["/contacts"], rows: contactRoutes, reserved: contactReserved },
  { name: "groups", resources: ["/groups", "/tags"], rows: groupRoutes },
  { name: "imports", resources: ["/contacts/import"], rows: importRoutes },
  { name: "interactions", resources: ["/interactions"], rows: interactionRoutes },
  { name: "account", resources: ["/me"], rows: accountRoutes, reserved: accountReserved },
  { name: "calendar", resources: ["/calendar"], rows: calendarRoutes },
  { name: "unsubscribe", resources: ["/unsubscribe"], rows: unsubscribeRoutes },
  { name: "api-keys", resources: ["/me/api-keys"], rows: apiKeyRoutes },
  { name: "geocode", resources: ["/geocode"], rows: geocodeRoutes },
  { name: "session", resources: ["/session"], rows: sessionRoutes },
  { name: "health", resources: ["/health"], rows: healthRoutes },
  { name: "docs", resources: ["/openapi.json", "/docs"], rows: docsRoutes, catchAll: true },
  {
    name: "reserved",
    resources: ["/sync", "/chat", "/subscriptions", "/admin", "/webhooks", "/extension"],
    rows: {},
    reserved: reservedFamilies,
  },
] as const satisfies readonly RouteGroup[];

/** Every row of every group by its name; names are unique over all groups. */
export const routeTable: Readonly<Record<string, AnyRow>> = uniteRows(routeGroups);

function uniteRows(groups: readonly RouteGroup[]): Record<string, AnyRow> {
  const table: Record<string, AnyRow> = {};
  for (const { rows, reserved } of groups) {
    for (const [name, row] of Object.entries({ ...reserved, ...rows })) {
      if (name in table) throw new Error(`two rows are named ${name}`);
      table[name] = row;
    }
  }
  return table;
}
