/** Calls of the API by its client, and the list of those that a view has made. */
import { signal } from "@preact/signals";
import { ApiError } from "../../../../shared/client/api-error.ts";
import type { Answer, CallOptions } from "../../../../shared/client/call.ts";
import { createClient, type Input, type OperationName, type Output } from "../../../../shared/client/client.ts";
import { base } from "../router.ts";
import { renewSession } from "./session.ts";

export interface MadeCall {
  operation: OperationName;
  input: object;
  method: string;
  /** Absolute. */
  url: string;
  /** JSON as it was sent. */
  body: string | undefined;
  /** 0 until there is an answer. */
  status: number;
  milliseconds: number;
}

/** The calls of the view, the latest first. */
export const madeCalls = signal<readonly MadeCall[]>([]);
const longestList = 50;

/** A person waits for the answer, so that a long pause is an error, which says when to try again. */
const retry = { attempts: 3, longestPause: 3_000 };

/** Whether the last request got no answer. */
export const isOffline = signal(!navigator.onLine);
addEventListener("offline", () => {
  isOffline.value = true;
});

/** The greatest `x-txid` of all answers. An older answer may be stale. */
export const knownTxid = signal(0);

/**
 * Calls an operation with the session of the page. When the session has expired, it is renewed once. Throws `ApiError`, or the
 * reason of a signal that is aborted.
 */
export async function call<Name extends OperationName>(
  operation: Name,
  input?: Input<Name>,
  options?: CallOptions & { ifMatch?: string },
): Promise<Answer<Output<Name>>> {
  const send = async () => {
    const client = createClient({ baseUrl: location.origin + base, fetch: recorder(operation, input ?? {}), retry });
    const method = client[operation] as (input?: object, options?: object) => { withResponse(): Promise<unknown> };
    const answer = (await method(input, options).withResponse()) as Answer<Output<Name>>;
    const txid = Number(answer.headers.get("x-txid") ?? 0);
    if (txid > knownTxid.value) knownTxid.value = txid;
    return answer;
  };
  return send().catch(async (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 401) || !(await renewSession())) throw error;
    return send();
  });
}

function recorder(operation: OperationName, input: object): typeof fetch {
  return async (url, init) => {
    const { method = "GET", body } = init ?? {};
    const text = typeof body === "string" ? body : undefined;
    const made = { operation, input, method, url: String(url), body: text, status: 0, milliseconds: 0 };
    const start = performance.now();
    const finish = (status: number) => {
      const done = { ...made, status, milliseconds: Math.round(performance.now() - start) };
      madeCalls.value = [done, ...madeCalls.value].slice(0, longestList);
    };
    try {
      const response = await fetch(url, init);
      isOffline.value = false;
      finish(response.status);
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) {
        isOffline.value = true;
        finish(0);
      }
      throw error;
    }
  };
}
