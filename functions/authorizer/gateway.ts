/**
 * The authorizer's side of API Gateway ("Input to" and "Output from an API Gateway Lambda authorizer" in its developer
 * guide).
 */
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { type Verdict, verdictToContext } from "../../shared/auth/verdict.ts";
import { isHost } from "../../shared/http/host.ts";
import type { AuthorizerRequest } from "./operations.ts";

export function readRequest(event: APIGatewayRequestAuthorizerEvent): AuthorizerRequest {
  const values = headerValues(event);
  const [scheme = "https"] = values("x-forwarded-proto");
  const host = values("host").find(isHost) ?? event.requestContext.domainName ?? "";
  return {
    requestId: event.requestContext.requestId,
    clientAddress: event.requestContext.identity?.sourceIp ?? "unknown",
    method: event.httpMethod,
    path: event.path,
    baseUrl: `${scheme}://${host}`,
    authorization: values("authorization"),
    cookie: values("cookie"),
    origin: values("origin").at(-1),
  };
}

/**
 * Always lets the request through, with what was found out as context: the gateway can't answer in two kinds of 401,
 * the pipeline can. The policy is for the whole stage, since a path may hold what a policy would read as a pattern;
 * nothing keeps it for another request.
 */
export function letThrough(methodArn: string, verdict: Verdict | undefined): APIGatewayAuthorizerResult {
  const stage = methodArn.split("/", 2).join("/");
  return {
    principalId: verdict && "caller" in verdict ? verdict.caller.accountId : "unknown",
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Action: "execute-api:Invoke", Effect: "Allow", Resource: `${stage}/*` }],
    },
    context: verdict ? verdictToContext(verdict) : {},
  };
}

/** All values of a header, whatever the case of its name. */
function headerValues({ multiValueHeaders, headers }: APIGatewayRequestAuthorizerEvent): (name: string) => string[] {
  const single = Object.entries(headers ?? {}).map(([name, value]): [string, string[]] => [name, value ? [value] : []]);
  const entries = multiValueHeaders ? Object.entries(multiValueHeaders) : single;
  return (wanted) => entries.flatMap(([name, values]) => (name.toLowerCase() === wanted ? (values ?? []) : []));
}
