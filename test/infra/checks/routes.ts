/** Checks that the gateway's document sends every row to its function, with the right access, and that API Gateway accepts it. */
import { isDeepStrictEqual } from "node:util";
import { binaryMediaTypes } from "../../../shared/platform/http/answer/gateway-responses.ts";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import { isGuarded } from "../../../shared/platform/http/route/group.ts";
import type { AnyRow } from "../../../shared/platform/http/route/match.ts";
import { at, type Check, listOf, pathOf, referencesOf, resourcesOf, type Template, textOf } from "./template.ts";

interface GatewayMethod {
  functionName: string | undefined;
  /** The names of the authorizers of the method. */
  authorizers: string[];
}

type MethodsOfPath = Map<string, Map<string, GatewayMethod>>;

/**
 * Every row, at the root and under `/api`, reaches the function of its group, behind the authorizer unless the group is public. All
 * other paths reach the catch-all group.
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

/** There is one authorizer, which runs for every request. */
export const authorizerFaults: Check = (template) => {
  const schemes = Object.entries(at(documentOf(template), "components", "securitySchemes") ?? {});
  if (schemes.length !== 1) return [`${schemes.length} authorizers`];
  return schemes.flatMap(([, scheme]) => {
    const authorizer = at(scheme, "x-amazon-apigateway-authorizer");
    return [
      ...(at(scheme, "x-amazon-apigateway-authtype") === "custom" ? [] : ["the authorizer is not one of ours"]),
      ...(at(authorizer, "authorizerResultTtlInSeconds") === 0 ? [] : ["the authorizer's verdict is cached"]),
      ...(at(authorizer, "type") === "request" ? [] : ["the authorizer does not see the whole request"]),
      ...(at(authorizer, "identitySource") === undefined ? [] : ["the authorizer is not asked without some header"]),
      ...(functionOf(template, at(authorizer, "authorizerUri")) === "authorizer" ? [] : ["another authorizer"]),
    ];
  });
};

/**
 * The document has the paths and settings that API Gateway needs. A resource may have one variable below it, and a greedy one only at
 * the end ("Amazon API Gateway important notes" in its developer guide).
 */
export const documentFaults: Check = (template) => {
  const document = documentOf(template);
  const [api] = resourcesOf(template, "AWS::ApiGateway::RestApi").map(([, { Properties }]) => Properties);
  const paths = Object.keys(at(document, "paths") ?? {});
  const variables = paths.flatMap((path) => path.split("/").filter((part) => part.includes("{")));
  return [
    ...(String(at(document, "openapi")).startsWith("3.0.") ? [] : ["a version that API Gateway can't read"]),
    ...paths.filter((path) => /\{.*\}.|.\/$/.test(path)).map((path) => `${path} is no path of a gateway`),
    ...variables.filter((part) => part !== "{proxy+}").map((part) => `${part} beside {proxy+}`),
    ...paths.flatMap((path) => parameterFaults(path, at(document, "paths", path))),
    ...(isDeepStrictEqual(at(document, "x-amazon-apigateway-binary-media-types"), [...binaryMediaTypes])
      ? []
      : ["bytes travel as text"]),
    ...(at(document, "x-amazon-apigateway-minimum-compression-size") === 1024 ? [] : ["answers are not compressed"]),
    ...(at(api, "Mode") === "overwrite" ? [] : ["what the document no longer says stays"]),
    ...(isRegional(api) ? [] : ["the endpoint is not regional"]),
  ];
};

/** The functions of the document may be called by this API, and exist before the document is deployed. */
export const invocationFaults: Check = (template) => {
  const [api = ""] = resourcesOf(template, "AWS::ApiGateway::RestApi").map(([id]) => id);
  const [deployment] = resourcesOf(template, "AWS::ApiGateway::Deployment").map(([, resource]) => resource);
  const before = listOf(deployment?.DependsOn).map(String);
  const called = [...gatewayPaths(template).values()].flatMap((methods) =>
    Array.from(methods.values(), ({ functionName }) => functionName ?? "nobody"),
  );
  return [...new Set([...called, "authorizer"])].flatMap((name) => {
    const [permission] = resourcesOf(template, "AWS::Lambda::Permission").filter(
      ([, { Properties }]) =>
        at(Properties, "Principal") === "apigateway.amazonaws.com" &&
        pathOf(template.Resources[referencesOf(at(Properties, "FunctionName"))[0] ?? ""] ?? { Type: "" }) ===
          `Functions/${name}/Live`,
    );
    const source = textOf(at(permission?.[1].Properties, "SourceArn"));
    const scope = name === "authorizer" ? "/authorizers/*" : "/*/*/*";
    return [
      ...(source.endsWith(`:${api}${scope}`) ? [] : [`the gateway may not call ${name}`]),
      ...(before.includes(permission?.[0] ?? "") ? [] : [`the document is served before ${name} may be called`]),
    ];
  });
};

function parameterFaults(path: string, methods: unknown): string[] {
  const wanted = path.endsWith("{proxy+}") ? [["proxy", "path", true]] : [];
  return Object.entries(methods ?? {}).flatMap(([method, operation]) => {
    const told = listOf(at(operation, "parameters")).map((one) => [
      at(one, "name"),
      at(one, "in"),
      at(one, "required"),
    ]);
    return isDeepStrictEqual(told, wanted) ? [] : [`${method} ${path} has other variables than it says`];
  });
}

/** An import uses the parameter, and all others use the property. */
function isRegional(api: unknown): boolean {
  return (
    at(api, "EndpointConfiguration", "Types", 0) === "REGIONAL" &&
    at(api, "Parameters", "endpointConfigurationTypes") === "REGIONAL"
  );
}

/** The document that the API is imported from. */
export function documentOf(template: Template): unknown {
  const [api] = resourcesOf(template, "AWS::ApiGateway::RestApi");
  return at(api?.[1].Properties, "Body");
}

function rowsOf({ rows, reserved }: RouteGroup): AnyRow[] {
  return [...Object.values(rows), ...Object.values(reserved ?? {})];
}

function rowFaults(paths: MethodsOfPath, group: RouteGroup, row: AnyRow, base: string): string[] {
  const name = `${row.method} ${base}${row.path}`;
  const methods = resolve(paths, `${base}${row.path}`.replaceAll(/\{\w+\+\}/g, "a/b").replaceAll(/\{\w+\}/g, "a"));
  const asked = methods?.get(row.method) ?? methods?.get("ANY");
  if (!methods || !asked) return [`${name} is not reached`];
  const preflight = methods.get("OPTIONS") ?? asked;
  const guarded = isDeepStrictEqual(asked.authorizers, ["caller"]);
  const closed = row.access === "integration" || row.access === "session";
  return [
    ...(asked.functionName === group.name ? [] : [`${name} reaches ${asked.functionName}`]),
    ...(closed && !guarded ? [`${name} passes the authorizer by`] : []),
    ...(!isGuarded(group) && asked.authorizers.length > 0 ? [`${name} is public and asks the authorizer`] : []),
    ...(preflight.functionName === group.name ? [] : [`a preflight of ${name} reaches ${preflight.functionName}`]),
    ...(preflight.authorizers.length === 0 ? [] : [`a preflight of ${name} asks the authorizer`]),
  ];
}

function strayFaults(paths: MethodsOfPath, group: RouteGroup): string[] {
  return ["", "/api", "/nowhere", "/api/nowhere/at/all"].flatMap((path) => {
    const asked = resolve(paths, path)?.get("ANY");
    if (asked?.functionName !== group.name) return [`${path || "/"} reaches ${asked?.functionName}`];
    return asked.authorizers.length === 0 ? [] : [`${path || "/"} asks the authorizer`];
  });
}

/** Like the gateway: a literal segment comes before a variable, and a variable before the rest. */
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
  const paths = Object.entries(at(documentOf(template), "paths") ?? {}).map(([path, operations]) => {
    const methods = Object.entries(operations as object).map(([name, operation]) => {
      const method = name === "x-amazon-apigateway-any-method" ? "ANY" : name.toUpperCase();
      const authorizers = listOf(at(operation, "security")).flatMap((one) => Object.keys(one as object));
      const uri = at(operation, "x-amazon-apigateway-integration", "uri");
      return [method, { functionName: functionOf(template, uri), authorizers }] as const;
    });
    return [path === "/" ? "" : path, new Map(methods)] as const;
  });
  return new Map(paths);
}

/** The function whose alias an address calls; undefined if it does not exist or is called without its alias. */
function functionOf(template: Template, uri: unknown): string | undefined {
  const [, called] = /:lambda:\w+:\w+:function:([\w-]+):live\/invocations$/.exec(textOf(uri)) ?? [];
  const target = resourcesOf(template, "AWS::Lambda::Function").find(
    ([, { Properties }]) => called !== undefined && at(Properties, "FunctionName") === called,
  );
  const [, name] = /^Functions\/([\w-]+)\/Function$/.exec(pathOf(target?.[1] ?? { Type: "" })) ?? [];
  const aliases = resourcesOf(template, "AWS::Lambda::Alias").filter(
    ([, alias]) => pathOf(alias) === `Functions/${name}/Live` && at(alias.Properties, "Name") === "live",
  );
  return aliases.length === 1 ? name : undefined;
}
