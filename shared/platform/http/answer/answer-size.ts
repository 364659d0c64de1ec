/**
 * Limits the size of answers. Lambda accepts 6 MB, in which the body is escaped as a JSON text. The JSON by which the items
 * of a list are measured becomes part of the answer, because making it takes longer than all else that a page needs.
 */

/** The maximum bytes of the items of an answer as JSON. */
export const maxAnswerBytes = 5 * 1000 * 1000;
/** An upper limit for the other fields of a list's answer. */
const listOverhead = 10_000;

/** As many of the first items as fit, but at least one, because a single item always fits. */
export function fitAnswer<Item>(items: readonly Item[], maxBytes: number = maxAnswerBytes): Item[] {
  const limit = maxEscapedBytes - listOverhead;
  const uncounted: string[] = [];
  let [bytes, escaped] = [0, 0];
  for (const [index, item] of items.entries()) {
    const json = JSON.stringify(item);
    if (typeof item === "object" && item !== null) measured.set(item, json);
    bytes += Buffer.byteLength(json) + 1;
    uncounted.push(json);
    // Escaping at most doubles the bytes. Counting them takes almost as long as making the JSON, and few lists need it.
    if (2 * bytes > limit) for (const text of uncounted.splice(0)) escaped += escapedBytes(text) + 1;
    if ((bytes > maxBytes || escaped > limit) && index > 0) return items.slice(0, index);
  }
  return [...items];
}

/** The JSON of items that were measured. */
const measured = new WeakMap<object, string>();

/** The body as JSON. Items of `fitAnswer` must not have changed since. */
export function answerJson(body: object): string {
  const members = Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const json = measuredList(value) ?? JSON.stringify(value);
    return json === undefined ? [] : `${JSON.stringify(name)}:${json}`;
  });
  return `{${members.join(",")}}`;
}

/** Undefined unless it is a list of items that were measured. */
function measuredList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item) => measured.get(item as object));
  return items.includes(undefined) ? undefined : `[${items.join(",")}]`;
}

/** The maximum bytes of an escaped body: Lambda's limit without the status and the headers. */
export const maxEscapedBytes = 5.9 * 1000 * 1000;

/** The bytes of JSON after escaping, which adds a backslash to every quote and backslash. */
export function escapedBytes(json: string): number {
  let escapes = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote || code === backslash) escapes++;
  }
  return Buffer.byteLength(json) + escapes;
}

const quote = 0x22;
const backslash = 0x5c;
