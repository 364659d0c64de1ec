/** The route table, with one line per group. All code that needs the routes reads this table. */
import type { AnyRow } from "../shared/platform/http/route/match.ts";
import { routeGroup as account } from "./account/group.ts";
import { routeGroup as apiKeys } from "./api-keys/group.ts";
import { routeGroup as app } from "./app/group.ts";
import { routeGroup as calendar } from "./calendar/group.ts";
import { routeGroup as contacts } from "./contacts/group.ts";
import type { GroupDeclaration } from "./declaration.ts";
import { routeGroup as docs } from "./docs/group.ts";
import { routeGroup as exports } from "./exports/group.ts";
import { routeGroup as geocode } from "./geocode/group.ts";
import { routeGroup as groups } from "./groups/group.ts";
import { routeGroup as health } from "./health/group.ts";
import { routeGroup as imports } from "./imports/group.ts";
import { routeGroup as interactions } from "./interactions/group.ts";
import { routeGroup as mcp } from "./mcp/group.ts";
import { routeGroup as mergeRecommendations } from "./merge-recommendations/group.ts";
import { routeGroup as merges } from "./merges/group.ts";
import { routeGroup as reserved } from "./reserved/group.ts";
import { routeGroup as session } from "./session/group.ts";
import { routeGroup as share } from "./share/group.ts";
import { routeGroup as unsubscribe } from "./unsubscribe/group.ts";
import { routeGroup as webhooks } from "./webhooks/group.ts";

/** In the order of the documentation. */
export const routeGroups = [
  contacts,
  groups,
  imports,
  exports,
  interactions,
  merges,
  mergeRecommendations,
  share,
  account,
  calendar,
  unsubscribe,
  apiKeys,
  webhooks,
  geocode,
  mcp,
  session,
  health,
  docs,
  app,
  reserved,
] as const satisfies readonly GroupDeclaration[];

/** The rows of all groups by their unique names. */
export const routeTable: Readonly<Record<string, AnyRow>> = uniteRows(routeGroups);

function uniteRows(groups: readonly GroupDeclaration[]): Record<string, AnyRow> {
  const table: Record<string, AnyRow> = {};
  for (const { rows, reserved } of groups) {
    for (const [name, row] of Object.entries({ ...reserved, ...rows })) {
      if (name in table) throw new Error(`two rows are named ${name}`);
      table[name] = row;
    }
  }
  return table;
}
