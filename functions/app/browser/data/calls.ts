/** Calls of the API by its client, and the list of those that a view has made. */
import { signal } from "@preact/signals";
import { ApiError } from "../../../../shared/client/api-error.ts";
import type { Answer, CallOptions } from "../../../../shared/client/call.ts";
import { createClient, type Input, type OperationName, type Output } from "../../../../shared/client/client.ts";
import type { ShownCall } from "../../../../shared/page/call-text.ts";
import { base } from "../router.ts";
import { reach } from "./connection.ts";
import { renewSession } from "./session.ts";

export interface MadeCall extends ShownCall {
  /** 0 without an answer. */
  status: number;
  milliseconds: number;
}

/** The calls of the view, the latest first. */
export const madeCalls = signal<readonly MadeCall[]>([]);
const longestList = 50;

/** A person waits for the answer, so that a long pause is an error, which says when to try again. */
const retry = { attempts: 3, longestPause: 3_000 };

/** The greatest `x-txid` of all answers. An older answer may be stale. */
export const knownTxid = signal(0);

interface AppCallOptions extends CallOptions {
  ifMatch?: string;
  /** Whether the call is listed as one of the view. */
  isOfView?: boolean;
}

/**
 * Calls an operation with the session of the page. When the session has expired, it is renewed once. Throws `ApiError`, or the
 * reason of a signal that is aborted.
 */
export async function call<Name extends OperationName>(
  operation: Name,
  input?: Input<Name>,
  { isOfView = true, ...options }: AppCallOptions = {},
): Promise<Answer<Output<Name>>> {
  const baseUrl = location.origin + base;
  const send = async () => {
    const fetch = isOfView ? recorder({ operation, input: input ?? {}, baseUrl }) : reach;
    const client = createClient({ baseUrl, fetch, retry });
    const method = client[operation] as (input?: object, options?: object) => { withResponse(): Promise<unknown> };
    const answer = (await method(input, options).withResponse()) as Answer<Output<Name>>;
    const txid = Number(answer.headers.get("x-txid") ?? 0);
    if (txid > knownTxid.value) knownTxid.value = txid;
    return answer;
  };
  return send().catch(async (error: unknown) => {
    if (error instanceof ApiError && error.details.some(({ message }) => message === "Must be a UUID.")) {
      // Nobody types ids. The address of the page has one that nothing can have.
      throw new ApiError({ code: "not_found", status: 404, message: "There is nothing at this address." });
    }
    if (!(error instanceof ApiError && error.status === 401) || !(await renewSession())) throw error;
    return send();
  });
}

function recorder(called: Omit<ShownCall, "method" | "url">): typeof fetch {
  return async (url, init) => {
    const { method = "GET", body, headers } = init ?? {};
    const ifMatch = new Headers(headers).get("if-match");
    const sent: ShownCall = {
      ...{ ...called, method, url: String(url) },
      ...(ifMatch !== null && { options: { ifMatch }, headers: { "If-Match": ifMatch } }),
      body: typeof body === "string" || body instanceof FormData ? body : undefined,
    };
    const start = performance.now();
    const record = (status: number) => {
      const milliseconds = Math.round(performance.now() - start);
      madeCalls.value = [{ ...sent, status, milliseconds }, ...madeCalls.value].slice(0, longestList);
    };
    try {
      const response = await reach(url, init);
      record(response.status);
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) record(0);
      throw error;
    }
  };
}
