/**
 * Reads the event of a Lambda authorizer and writes its result ("Input to" and "Output from an API Gateway Lambda
 * authorizer" in the developer guide of API Gateway).
 */
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { isHost } from "../../shared/platform/http/scope.ts";
import { type Verdict, verdictToContext } from "../../shared/platform/http/verdict.ts";
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
 * Allows every request and passes the verdict to the pipeline as context, because the gateway can't answer two different
 * 401 codes. The policy allows the whole stage, because a path may contain characters that a policy reads as a pattern.
 * The gateway does not cache the policy.
 */
export function allowRequest(methodArn: string, verdict: Verdict | undefined): APIGatewayAuthorizerResult {
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

/** Returns all values of a header. The names of headers are not case-sensitive. */
function headerValues({ multiValueHeaders, headers }: APIGatewayRequestAuthorizerEvent): (name: string) => string[] {
  const single = Object.entries(headers ?? {}).map(([name, value]): [string, string[]] => [name, value ? [value] : []]);
  const entries = multiValueHeaders ? Object.entries(multiValueHeaders) : single;
  return (header) => entries.flatMap(([name, values]) => (name.toLowerCase() === header ? (values ?? []) : []));
}
