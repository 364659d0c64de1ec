/** One run of a background function. */
import type { Context } from "aws-lambda";

export interface Invocation {
  /** The id of the request, which is the same for every attempt at one event. */
  requestId: string;
  /** Milliseconds. */
  remainingTime: () => number;
}

export function invocationOf(context: Context): Invocation {
  return { requestId: context.awsRequestId, remainingTime: () => context.getRemainingTimeInMillis() };
}
