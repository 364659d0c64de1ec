/** What functions must have besides what the compiler asks of their declarations: sentences that say what to write where. */
import type { GroupDeclaration } from "../../functions/declaration.ts";
import type { AnyRow } from "../../shared/platform/http/route/match.ts";
import { isMultipart, type Row } from "../../shared/platform/http/route/route.ts";

/** Of one of the groups. `files` are paths from the root of the repository: all of `functions/` and `events/`. */
export function groupFaults(
  group: GroupDeclaration,
  groups: readonly GroupDeclaration[],
  files: readonly string[],
): string[] {
  return [
    ...fileFaults(group.name, files),
    ...wordFaults(group),
    ...placeFaults(group, groups),
    ...Object.entries(group.rows).flatMap(([name, row]) => rowFaults(name, row).map((fault) => inGroup(group, fault))),
  ];
}

/** Declarations that no table has. */
export function unlistedFaults(
  groups: readonly GroupDeclaration[],
  others: readonly string[],
  files: readonly string[],
): string[] {
  const isListed = (name: string) => groups.some((group) => group.name === name);
  return files.flatMap((path) => {
    const [, folder = "", kind] = /^functions\/([\w-]+)\/(group|function)\.ts$/.exec(path) ?? [];
    if (kind === "group" && !isListed(folder)) {
      return [`${path}: add its routeGroup to functions/routes.ts, under the name of its folder, "${folder}"`];
    }
    if (kind === "function" && !others.includes(folder)) {
      return [
        `${path}: add what it declares to functions/other-functions.ts, under the name of its folder, "${folder}"`,
      ];
    }
    return [];
  });
}

/** What every function has, whether a route calls it or not. */
export function eventFaults(name: string, files: readonly string[]): string[] {
  const isRecorded = files.some((path) => path.startsWith(`events/${name}.`) && path.endsWith(".json"));
  return isRecorded ? [] : [`events/: record an event of ${name}, as events/${name}.<what it asks for>.json`];
}

function fileFaults(name: string, files: readonly string[]): string[] {
  const handler = `functions/${name}/handler.ts`;
  return [
    ...(files.includes(handler)
      ? []
      : [`${handler}: write it; it exports a handler that createHandler makes of the rows`]),
    ...eventFaults(name, files),
  ];
}

function wordFaults(group: GroupDeclaration): string[] {
  return [
    ...(/^[A-Z].*[^.]$/.test(group.title)
      ? []
      : [inGroup(group, "write the title as a heading: a capital letter first and no full stop")]),
    ...(/^[A-Z].*\.$/s.test(group.description)
      ? []
      : [inGroup(group, "write the description as sentences, with a full stop at their end")]),
  ];
}

/** The gateway sends a path to the group whose resource is the longest that it begins with. */
function placeFaults(group: GroupDeclaration, groups: readonly GroupDeclaration[]): string[] {
  const resources = groups.flatMap(({ name, resources, catchAll }) =>
    [...resources, ...(catchAll ? ["/"] : [])].map((resource) => ({ name, resource })),
  );
  const rows: AnyRow[] = [...Object.values(group.rows), ...Object.values(group.reserved ?? {})];
  return [
    ...group.resources
      .filter((resource) => !/^(\/[a-z][a-z0-9.-]*)+$/.test(resource))
      .map((resource) =>
        inGroup(group, `write the resource "${resource}" as a literal path without a slash at its end`),
      ),
    ...rows.flatMap(({ method, path }) => {
      const [longest] = resources
        .filter(({ resource }) => path === resource || path.startsWith(`${resource}/`))
        .toSorted((a, b) => b.resource.length - a.resource.length);
      if (longest?.name === group.name) return [];
      const other = longest
        ? `which the gateway sends to the group ${longest.name}`
        : "which the gateway sends nowhere";
      return [inGroup(group, `add to the resources one that ${method} ${path} begins with, ${other}`)];
    }),
  ];
}

function rowFaults(name: string, { summary, body, example }: Row): string[] {
  return [
    ...(/^[A-Z].{5,100}[^.]$/.test(summary)
      ? []
      : [`write the summary of ${name} as a heading: a capital letter first, no full stop, 7 to 102 letters`]),
    ...(body && !isMultipart(body) && example === undefined
      ? [`write an example beside the body of ${name}, which the documentation shows`]
      : []),
  ];
}

function inGroup({ name }: GroupDeclaration, fault: string): string {
  return `functions/${name}/group.ts: ${fault}`;
}
