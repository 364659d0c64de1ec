/** Asks the authorizer function and reads its answer: a policy for this one call, and a context that travels on to the function. */
import { type AuthorizerContext, authorizerEvent, type ReceivedRequest } from "./gateway-event.ts";
import { GatewayFault } from "./gateway-fault.ts";
import type { ResolvedResource } from "./gateway-resources.ts";
import { type Call, FunctionTimeout, invokeFunction, type LocalFunction } from "./lambda-function.ts";

/** The context for the function's event, all its values strings. Throws the GatewayFault that a refusal or a faulty answer is. */
export async function authorize(
  authorizer: LocalFunction,
  request: ReceivedRequest,
  resolved: ResolvedResource,
  call: Call,
): Promise<AuthorizerContext> {
  const event = authorizerEvent(request, resolved);
  const answer = await ask(authorizer, event, call);
  if (!isRecord(answer) || typeof answer.principalId !== "string") throw misconfigured("no principal");
  if (!allows(answer.policyDocument, event.methodArn)) throw new GatewayFault("ACCESS_DENIED");
  return { ...contextStrings(answer.context), principalId: answer.principalId };
}

async function ask(authorizer: LocalFunction, event: object, call: Call): Promise<unknown> {
  try {
    return await invokeFunction(authorizer, event, call);
  } catch (error) {
    if (error instanceof FunctionTimeout) throw new GatewayFault("AUTHORIZER_FAILURE", error);
    // The one message that the gateway knows: it stands for a 401.
    if (error instanceof Error && error.message === "Unauthorized") throw new GatewayFault("UNAUTHORIZED");
    throw new GatewayFault("AUTHORIZER_CONFIGURATION_ERROR", error);
  }
}

/** An explicit denial wins over every allowance, and what nothing allows is denied (IAM, "Policy evaluation logic"). */
function allows(policy: unknown, methodArn: string): boolean {
  if (!isRecord(policy) || policy.Statement === undefined) throw misconfigured("no policy");
  const statements = [policy.Statement].flat().filter(isRecord);
  const concerning = statements.filter(
    ({ Action, Resource }) =>
      anyMatches(Action, "execute-api:Invoke".toLowerCase(), true) && anyMatches(Resource, methodArn, false),
  );
  return concerning.length > 0 && concerning.every(({ Effect }) => Effect === "Allow");
}

function anyMatches(patterns: unknown, value: string, ignoreCase: boolean): boolean {
  return [patterns].flat().some((pattern) => {
    if (typeof pattern !== "string") return false;
    const source = pattern
      .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${source}$`, ignoreCase ? "i" : "").test(value);
  });
}

function contextStrings(context: unknown): AuthorizerContext {
  if (context === undefined || context === null) return {};
  if (!isRecord(context)) throw misconfigured("a context that is no object");
  return Object.fromEntries(
    Object.entries(context).map(([name, value]) => {
      if (!["string", "number", "boolean"].includes(typeof value)) throw misconfigured(`${name} in the context`);
      return [name, String(value)];
    }),
  );
}

function misconfigured(what: string): GatewayFault {
  return new GatewayFault("AUTHORIZER_CONFIGURATION_ERROR", new Error(`the authorizer answered with ${what}`));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
