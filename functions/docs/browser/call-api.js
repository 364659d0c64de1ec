/** Calls of the API by the pages. */

/** A failed call. It has no `status` when there was no answer, and a `code` when the answer was an error of the API. */
export class CallError extends Error {
  constructor(status, { code, message, retry_after: wait, details } = {}) {
    super(message ?? "The answer can't be read.");
    Object.assign(this, { status, code, wait, details });
  }
}

/**
 * Returns the JSON of the answer. Throws a `CallError` or an `AbortError`. `content` is sent as JSON. `headers` are more
 * headers than those of the key and the content.
 */
export async function callApi(address, key, signal, { method, content, headers } = {}) {
  const { ok, status, text } = await fetchText(address, {
    method,
    headers: {
      ...(key !== "" && { authorization: `Bearer ${key}` }),
      ...(content && { "content-type": "application/json" }),
      ...headers,
    },
    body: content && JSON.stringify(content),
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  return readAnswer(ok, status, text);
}

/** The JSON of an answer. Throws a `CallError` if it is an error, or no JSON. */
export function readAnswer(ok, status, text) {
  const body = parse(text);
  if (!ok || body === undefined) throw new CallError(status, body?.error);
  return body;
}

/** The message of a `CallError` for the user. Other errors are faults of the page and are thrown again. */
export function messageOf(error) {
  if (!(error instanceof CallError)) throw error;
  const { status, code, message, wait } = error;
  const name = [status, code].filter(Boolean).join(" ");
  const parts = [name && `${name}: `, message];
  if (wait !== undefined) parts.push(` Try again in ${wait} s.`);
  if (status === 401) parts.push(" Enter another key or token.");
  return parts.join("");
}

/** Returns a function that aborts its previous call. `work` gets the arguments and an abort signal. */
export function latestOnly(work) {
  let running;
  return (...args) => {
    running?.abort();
    running = new AbortController();
    return work(...args, running.signal);
  };
}

/** `soon()` runs `work` when it has not been called for some milliseconds. `now()` runs it at once instead. */
export function debounce(milliseconds, work) {
  let timer;
  return {
    soon() {
      clearTimeout(timer);
      timer = setTimeout(work, milliseconds);
    },
    now() {
      clearTimeout(timer);
      work();
    },
  };
}

async function fetchText(address, init) {
  try {
    const answer = await fetch(address, init);
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new CallError(undefined, { message: "The API can't be reached." });
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
