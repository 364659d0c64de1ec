/** Whether the gateway sends every row of the route table to its function, past the right guard. */
import type { RouteGroup } from "../../../shared/http/group.ts";
import { isGuarded } from "../../../shared/http/group.ts";
import type { AnyRow } from "../../../shared/http/match.ts";
import { at, type Check, placeOf, referencesOf, resourcesOf, type Template } from "./template.ts";

interface GatewayMethod {
  functionName: string | undefined;
  authorization: unknown;
  authorizer: unknown;
}

type MethodsOfPath = Map<string, Map<string, GatewayMethod>>;

/**
 * Every row, at the root and under `/api`, reaches its group's function: behind the authorizer unless the group is public. What is no row
 * reaches the group that takes the rest.
 */
export function routeFaults(groups: readonly RouteGroup[]): Check {
  return (template) => {
    const paths = gatewayPaths(template);
    return groups.flatMap((group) => [
      ...rowsOf(group).flatMap((row) => ["", "/api"].flatMap((base) => rowFaults(paths, group, row, base))),
      ...(group.catchAll ? strayFaults(paths, group) : []),
    ]);
  };
}

/** One authorizer, asked at every request. */
export const authorizerFaults: Check = (template) => {
  const authorizers = resourcesOf(template, "AWS::ApiGateway::Authorizer");
  if (authorizers.length !== 1) return [`${authorizers.length} authorizers`];
  return authorizers.flatMap(([, { Properties }]) => [
    ...(at(Properties, "AuthorizerResultTtlInSeconds") === 0 ? [] : ["the authorizer's verdict is cached"]),
    ...(at(Properties, "Type") === "REQUEST" ? [] : ["the authorizer does not see the whole request"]),
    ...(at(Properties, "IdentitySource") === undefined ? [] : ["the authorizer is not asked without some header"]),
    ...(functionOf(template, at(Properties, "AuthorizerUri")) === "authorizer" ? [] : ["another authorizer"]),
  ]);
};

function rowsOf({ rows, reserved }: RouteGroup): AnyRow[] {
  return [...Object.values(rows), ...Object.values(reserved ?? {})];
}

function rowFaults(paths: MethodsOfPath, group: RouteGroup, row: AnyRow, base: string): string[] {
  const name = `${row.method} ${base}${row.path}`;
  const methods = resolve(paths, `${base}${row.path}`.replaceAll(/\{\w+\+\}/g, "a/b").replaceAll(/\{\w+\}/g, "a"));
  const asked = methods?.get(row.method) ?? methods?.get("ANY");
  if (!methods || !asked) return [`${name} is not reached`];
  const preflight = methods.get("OPTIONS") ?? asked;
  const guarded = asked.authorization === "CUSTOM" && asked.authorizer !== undefined;
  const closed = row.access === "integration" || row.access === "session";
  return [
    ...(asked.functionName === group.name ? [] : [`${name} reaches ${asked.functionName}`]),
    ...(closed && !guarded ? [`${name} passes the authorizer by`] : []),
    ...(!isGuarded(group) && asked.authorization !== "NONE" ? [`${name} is public and asks the authorizer`] : []),
    ...(preflight.functionName === group.name ? [] : [`a preflight of ${name} reaches ${preflight.functionName}`]),
    ...(preflight.authorization === "NONE" ? [] : [`a preflight of ${name} asks the authorizer`]),
  ];
}

function strayFaults(paths: MethodsOfPath, group: RouteGroup): string[] {
  return ["", "/api", "/nowhere", "/api/nowhere/at/all"].flatMap((path) => {
    const asked = resolve(paths, path)?.get("ANY");
    if (asked?.functionName !== group.name) return [`${path || "/"} reaches ${asked?.functionName}`];
    return asked.authorization === "NONE" ? [] : [`${path || "/"} asks the authorizer`];
  });
}

/** As the gateway does: segment by segment, a literal before a parameter before the rest. */
function resolve(paths: MethodsOfPath, path: string): Map<string, GatewayMethod> | undefined {
  const segments = path.split("/");
  for (let kept = segments.length; kept > 0; kept--) {
    const literal = segments.slice(0, kept).join("/");
    const found = paths.get(kept === segments.length ? literal : `${literal}/{proxy+}`);
    if (found) return found;
  }
  return undefined;
}

function gatewayPaths(template: Template): MethodsOfPath {
  const paths: MethodsOfPath = new Map();
  for (const [, { Properties }] of resourcesOf(template, "AWS::ApiGateway::Method")) {
    const path = pathOf(template, at(Properties, "ResourceId", "Ref"));
    const methods = paths.get(path) ?? new Map<string, GatewayMethod>();
    methods.set(String(at(Properties, "HttpMethod")), {
      functionName: functionOf(template, at(Properties, "Integration", "Uri")),
      authorization: at(Properties, "AuthorizationType"),
      authorizer: at(Properties, "AuthorizerId", "Ref"),
    });
    paths.set(path, methods);
  }
  return paths;
}

function pathOf(template: Template, id: unknown): string {
  const properties = template.Resources[String(id)]?.Properties;
  const part = at(properties, "PathPart");
  return part === undefined ? "" : `${pathOf(template, at(properties, "ParentId", "Ref"))}/${String(part)}`;
}

/** The function whose alias an integration calls; undefined when it is not called by its alias. */
function functionOf(template: Template, uri: unknown): string | undefined {
  const aliases = referencesOf(uri).filter((id) => template.Resources[id]?.Type === "AWS::Lambda::Alias");
  const place = placeOf(template.Resources[aliases[0] ?? ""] ?? { Type: "" });
  return /^Functions\/([\w-]+)\/Live$/.exec(place)?.[1];
}
