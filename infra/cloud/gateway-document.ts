/**
 * The gateway as one OpenAPI document with API Gateway's extensions ("OpenAPI extensions for API Gateway" in its developer
 * guide), made from the route table. It has two paths for every literal path of a group: `/path` and `/path/{proxy+}`.
 */
import { exposedHeaders } from "../../shared/platform/http/answer/cors.ts";
import {
  binaryMediaTypes,
  type GatewayResponseType,
  gatewayBody,
  gatewayHeaders,
  gatewayResponses,
  gatewayStatus,
} from "../../shared/platform/http/answer/gateway-responses.ts";
import { isGuarded, type RouteGroup } from "../../shared/platform/http/route/group.ts";

/** Every path is served at the root and under `/api`. */
const bases = ["", "/api"];

/** Smaller answers are not compressed. */
export const minimumCompressionBytes = 1024;

/** The gateway's default, which is also its limit unless a higher one was requested. */
const integrationMilliseconds = 29_000;

const authorizerName = "caller";

export interface GatewayPath {
  /** Without a slash at its end; empty for the root. It needs two resources, because `{proxy+}` does not match the bare path. */
  literal: string;
  group: RouteGroup;
  guarded: boolean;
}

/** The literal paths of every group; the longest that a request begins with decides. Throws if two groups have the same path. */
export function gatewayPaths(groups: readonly RouteGroup[]): GatewayPath[] {
  const paths = groups.flatMap((group) =>
    [...group.resources, ...(group.catchAll ? [""] : [])].flatMap((path) =>
      bases.map((base) => ({ literal: base + path, group, guarded: isGuarded(group) })),
    ),
  );
  for (const [literal, [first, second]] of Map.groupBy(paths, (path) => path.literal)) {
    if (first && second) throw new Error(`${first.group.name} and ${second.group.name} both have ${literal || "/"}`);
  }
  return paths;
}

export interface DocumentContext {
  /** The name of the API. */
  title: string;
  /** The address at which API Gateway invokes a function, by the function's name. */
  invocationOf: (functionName: string) => string;
  /** The absolute address of the docs page, which may contain variables of the gateway, without a slash at its end. */
  docsUrl: string;
  allowedOrigins: readonly string[];
}

/** Version 3.0, because API Gateway imports no later one. */
export function gatewayDocument(groups: readonly RouteGroup[], context: DocumentContext) {
  const { invocationOf } = context;
  const types = Object.keys(gatewayResponses) as GatewayResponseType[];
  return {
    openapi: "3.0.1",
    info: { title: context.title, version: "1" },
    paths: Object.fromEntries(
      gatewayPaths(groups).flatMap((path) => describePath(path, invocationOf(path.group.name))),
    ),
    components: { securitySchemes: { [authorizerName]: describeAuthorizer(invocationOf("authorizer")) } },
    "x-amazon-apigateway-binary-media-types": [...binaryMediaTypes],
    "x-amazon-apigateway-minimum-compression-size": minimumCompressionBytes,
    "x-amazon-apigateway-gateway-responses": Object.fromEntries(
      types.map((type) => [type, describeGatewayResponse(type, context)]),
    ),
  };
}

function describePath({ literal, guarded }: GatewayPath, uri: string): [path: string, methods: object][] {
  const methodsWith = (parameters: object[]) => {
    const open = { ...(parameters.length > 0 && { parameters }), responses: {}, ...integrationWith(uri) };
    if (!guarded) return { "x-amazon-apigateway-any-method": open };
    // A preflight has no credentials (Fetch standard, "CORS-preflight fetch"), so it needs no authorizer.
    return { "x-amazon-apigateway-any-method": { ...open, security: [{ [authorizerName]: [] }] }, options: open };
  };
  const rest = { name: "proxy", in: "path", required: true, schema: { type: "string" } };
  return [
    [literal || "/", methodsWith([])],
    [`${literal}/{proxy+}`, methodsWith([rest])],
  ];
}

function integrationWith(uri: string) {
  return {
    "x-amazon-apigateway-integration": {
      type: "aws_proxy",
      httpMethod: "POST",
      uri,
      timeoutInMillis: integrationMilliseconds,
    },
  };
}

/**
 * Its answers are not cached, because a deleted key must be refused at its next use. Without a cache it needs no identity
 * source, so the gateway refuses no request by itself. OpenAPI requires the name of a header.
 */
function describeAuthorizer(uri: string) {
  return {
    type: "apiKey",
    name: "Unused",
    in: "header",
    "x-amazon-apigateway-authtype": "custom",
    "x-amazon-apigateway-authorizer": { type: "request", authorizerUri: uri, authorizerResultTtlInSeconds: 0 },
  };
}

function describeGatewayResponse(type: GatewayResponseType, { docsUrl, allowedOrigins }: DocumentContext) {
  const headers = {
    ...fixedHeaders(gatewayHeaders(type)),
    ...corsHeaders(allowedOrigins),
    "x-request-id": "context.requestId",
  };
  return {
    statusCode: String(gatewayStatus(type)),
    responseParameters: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [`gatewayresponse.header.${name}`, value]),
    ),
    responseTemplates: { "application/json": gatewayBody(type, "$context.requestId", `${docsUrl}/errors`) },
  };
}

/** Without the media type, which the template sets, and without values that contain quotes, which the format can't express. */
function fixedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const expressible = Object.entries(headers).filter(([name, text]) => name !== "content-type" && !text.includes("'"));
  return Object.fromEntries(expressible.map(([name, text]) => [name, `'${text}'`]));
}

/**
 * The gateway can't choose from a list. A single origin is fixed; with several, the gateway returns the caller's own origin.
 * That is safe, because the gateway's own answers contain no data of an account.
 */
function corsHeaders(allowedOrigins: readonly string[]): Record<string, string> {
  const [first, ...others] = allowedOrigins;
  if (first === undefined) return {};
  return {
    vary: "'Origin'",
    "access-control-allow-origin": others.length === 0 ? `'${first}'` : "method.request.header.Origin",
    "access-control-allow-credentials": "'true'",
    "access-control-expose-headers": `'${exposedHeaders.join(", ")}'`,
  };
}
