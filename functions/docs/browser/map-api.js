/** Calls of the API from the page of the map. */

/** A call that came to nothing. Without a status nothing answered; `code` is one of the API's, where the API itself said no. */
export class Refusal extends Error {
  constructor(status, { code, message, retry_after: wait } = {}) {
    super(message ?? "The answer can't be read.");
    Object.assign(this, { status, code, wait });
  }
}

/** The answer's JSON. Throws a Refusal, or an AbortError. */
export async function callApi(address, key, signal) {
  const { ok, status, text } = await fetchText(address, {
    headers: { authorization: `Bearer ${key}` },
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  const body = parse(text);
  if (!ok || body === undefined) throw new Refusal(status, body?.error);
  return body;
}

/** What a Refusal says to the person at the page; other errors are faults of the page. */
export function wordsOf(error) {
  if (!(error instanceof Refusal)) throw error;
  const { status, code, message, wait } = error;
  const name = [status, code].filter(Boolean).join(" ");
  const words = [name && `${name}: `, message];
  if (wait !== undefined) words.push(` Try again in ${wait} s.`);
  if (status === 401) words.push(" Enter another key or token.");
  return words.join("");
}

/** A function whose every call takes the place of the one before: `work` is given the arguments and a signal that aborts. */
export function newestOnly(work) {
  let running;
  return (...given) => {
    running?.abort();
    running = new AbortController();
    return work(...given, running.signal);
  };
}

/** `soon()` does the work once nobody has called it for so long; `now()` does it at once, in place of what is to come. */
export function whenQuiet(milliseconds, work) {
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
    if (init.signal.aborted) throw error;
    throw new Refusal(undefined, { message: "The API can't be reached." });
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
