/** Calls the authorizer function and reads its answer: a policy for this one call, and a context for the function. */
import * as z from "zod";
import { type Call, FunctionTimeout, invokeFunction, type LocalFunction } from "../lambda/lambda-function.ts";
import { GatewayFault, scalar } from "./answer.ts";
import { type AuthorizerContext, authorizerEvent, type ReceivedRequest } from "./event.ts";
import type { ResolvedResource } from "./resources.ts";

/** "Output from an API Gateway Lambda authorizer", with the one statement that ours gives. */
const authorizerAnswer = z.object({
  principalId: z.string(),
  policyDocument: z.object({
    Statement: z.tuple([
      z.object({ Effect: z.string(), Action: z.literal("execute-api:Invoke"), Resource: z.string() }),
    ]),
  }),
  context: z.record(z.string(), scalar).nullish(),
});

/** The context for the function's event. Throws a `GatewayFault` for a refusal and for a malformed answer. */
export async function authorize(
  authorizer: LocalFunction,
  request: ReceivedRequest,
  resolved: ResolvedResource,
  call: Call,
): Promise<AuthorizerContext> {
  const event = authorizerEvent(request, resolved);
  const { data, error } = authorizerAnswer.safeParse(await ask(authorizer, event, call));
  if (!data) throw new GatewayFault("AUTHORIZER_CONFIGURATION_ERROR", error);
  const [{ Effect, Resource }] = data.policyDocument.Statement;
  // A resource of IAM may end in a wildcard.
  const isForThisCall = event.methodArn.startsWith(Resource.replace(/\*$/, ""));
  if (Effect !== "Allow" || !isForThisCall) throw new GatewayFault("ACCESS_DENIED");
  return { ...data.context, principalId: data.principalId };
}

async function ask(authorizer: LocalFunction, event: object, call: Call): Promise<unknown> {
  try {
    return await invokeFunction(authorizer, event, call);
  } catch (error) {
    if (error instanceof FunctionTimeout) throw new GatewayFault("AUTHORIZER_FAILURE", error);
    // The gateway knows this one message, which means a 401.
    if (error instanceof Error && error.message === "Unauthorized") throw new GatewayFault("UNAUTHORIZED");
    throw new GatewayFault("AUTHORIZER_CONFIGURATION_ERROR", error);
  }
}
