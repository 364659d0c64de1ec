/** The calls of the import page. They wait and try again when the API is busy or can't be reached. */
import { CallError, callApi } from "./call-api.js";
import { storedKey } from "./key.js";

/** A call is made this often at most. */
const attempts = 6;
/** The longest wait between two calls, in milliseconds. */
const longestWait = 30_000;

/**
 * `base` is the path below which the API is served. All functions return the JSON of the answer, and throw a `CallError` or,
 * after `signal` was aborted, an `AbortError`.
 */
export function createApi(base) {
  return {
    get: (path, signal) => callWithRetries(`${base}${path}`, signal),
    /** All attempts of a POST have one idempotency key, so that what it does is done once. */
    post: (path, content, signal) =>
      callWithRetries(`${base}${path}`, signal, {
        method: "POST",
        content,
        headers: { "idempotency-key": crypto.randomUUID() },
      }),
    delete: (path, signal) => callWithRetries(`${base}${path}`, signal, { method: "DELETE" }),
    /** The address of a path, for a request that shows its progress. */
    addressOf: (path) => `${base}${path}`,
  };
}

function callWithRetries(address, signal, init) {
  return withRetries(() => callApi(address, storedKey(), signal, init), signal);
}

/** The result of `work`, which is done again while it fails with an error that may pass. */
export async function withRetries(work, signal) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError) || !isPassing(error) || attempt === attempts) throw error;
      await pause(Math.min(longestWait, (error.wait ?? 2 ** (attempt - 1)) * 1_000), signal);
    }
  }
}

/** Whether the same call may succeed later: the API is busy, or there was no answer. */
function isPassing({ status }) {
  return status === undefined || status === 429 || status === 503;
}

/** Waits for these milliseconds. Throws an `AbortError` as soon as `signal` is aborted. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}
