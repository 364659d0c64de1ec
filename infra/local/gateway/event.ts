/**
 * Builds the events that an API Gateway REST API sends to its functions ("Input format of a Lambda function for proxy
 * integration" and "Input to an API Gateway Lambda authorizer" in its developer guide).
 */
import type {
  APIGatewayEventRequestContextWithAuthorizer,
  APIGatewayProxyEvent,
  APIGatewayRequestAuthorizerEvent,
} from "aws-lambda";
import { binaryMediaTypes } from "../../../shared/platform/http/answer/gateway-responses.ts";
import { type ResolvedResource, splitTarget } from "./resources.ts";

export interface ReceivedRequest {
  method: string;
  /** Path and query as they were sent, without the path of the stage. */
  target: string;
  /** Empty behind a custom domain. */
  stagePath: string;
  /** All values by lower-case name. */
  headers: Readonly<Record<string, string[] | undefined>>;
  body: Buffer;
  clientAddress: string;
  requestId: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
}

export type AuthorizerContext = Record<string, string>;

type RequestContext = APIGatewayEventRequestContextWithAuthorizer<undefined>;

/** The event for the authorizer: the request without its body. */
export function authorizerEvent(
  request: ReceivedRequest,
  resolved: ResolvedResource,
): APIGatewayRequestAuthorizerEvent {
  return { type: "REQUEST", methodArn: methodArn(request), ...commonParts(request, resolved) };
}

/** The event for the function. `authorizer` is the context of the authorizer's answer; undefined for open routes. */
export function proxyEvent(
  request: ReceivedRequest,
  resolved: ResolvedResource,
  authorizer: AuthorizerContext | undefined,
): APIGatewayProxyEvent {
  const { requestContext, ...parts } = commonParts(request, resolved);
  const mediaType = parts.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  const binary = binaryMediaTypes.some((type) => type === mediaType);
  return {
    ...parts,
    requestContext: { ...requestContext, authorizer },
    body: request.body.length === 0 ? null : request.body.toString(binary ? "base64" : "utf8"),
    isBase64Encoded: binary && request.body.length > 0,
  };
}

function commonParts(request: ReceivedRequest, { resource, pathParameters }: ResolvedResource) {
  const { path, query } = splitTarget(request.target);
  const multiValueHeaders = forwardedHeaders(request);
  const multiValueQuery = groupQuery(query);
  const headers = lastValues(multiValueHeaders);
  return {
    resource,
    path,
    httpMethod: request.method,
    headers,
    multiValueHeaders,
    queryStringParameters: multiValueQuery && lastValues(multiValueQuery),
    multiValueQueryStringParameters: multiValueQuery,
    pathParameters,
    stageVariables: null,
    requestContext: requestContext(request, resource, path, headers),
  };
}

/** The gateway itself sets the headers about forwarding. */
function forwardedHeaders({ headers, clientAddress }: ReceivedRequest): Record<string, string[]> {
  const addresses = [...(headers["x-forwarded-for"] ?? []), clientAddress];
  const all = { ...headers, "x-forwarded-for": [addresses.join(", ")], "x-forwarded-proto": ["http"] };
  return Object.fromEntries(Object.entries(all).map(([name, values = []]) => [name, values]));
}

function groupQuery(query: string): Record<string, string[]> | null {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) values.set(name, [...(values.get(name) ?? []), value]);
  return values.size > 0 ? Object.fromEntries(values) : null;
}

function lastValues(many: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(many).map(([name, values]) => [name, values.at(-1) ?? ""]));
}

const accountId = "000000000000";
const apiId = "local";
const stage = "local";

/** Only here the path has the stage. */
function requestContext(
  request: ReceivedRequest,
  resource: string,
  path: string,
  headers: Record<string, string>,
): RequestContext {
  const host = (headers.host ?? "localhost").replace(/:\d+$/, "");
  return {
    accountId,
    apiId,
    authorizer: undefined,
    domainName: host,
    domainPrefix: host.split(".")[0],
    extendedRequestId: request.requestId,
    httpMethod: request.method,
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.clientAddress,
      user: null,
      userAgent: headers["user-agent"] ?? null,
      userArn: null,
    },
    path: request.stagePath + path,
    protocol: "HTTP/1.1",
    requestId: request.requestId,
    requestTimeEpoch: request.receivedAt,
    resourceId: "local",
    resourcePath: resource,
    stage,
  };
}

function methodArn({ method, target }: ReceivedRequest): string {
  return `arn:aws:execute-api:local:${accountId}:${apiId}/${stage}/${method}${splitTarget(target).path}`;
}
