/**
 * Limits the size of answers. Lambda accepts 6 MB, in which the body is escaped as a JSON text. The JSON by which a list
 * is measured becomes part of the answer, because making it takes longer than all else that a page needs.
 */

/** The maximum bytes of the items of an answer as JSON. */
export const maxAnswerBytes = 5 * 1000 * 1000;
/** An upper limit for the other fields of a list's answer. */
const listOverhead = 10_000;

/** As many of the first items as fit, but at least one, because a single item always fits. */
export function fitAnswer<Item>(items: readonly Item[], maxBytes: number = maxAnswerBytes): Item[] {
  const limit = maxEscapedBytes - listOverhead;
  const whole = JSON.stringify(items);
  // A UTF-16 code unit has at most three bytes, and escaping at most doubles them, so most lists need no counting.
  const isShort = 6 * whole.length <= limit;
  const most = isShort ? 3 * whole.length : Buffer.byteLength(whole);
  if (most <= maxBytes && 2 * most <= limit) return keepJson([...items], whole);
  let [bytes, escaped] = [0, 0];
  const fitting: string[] = [];
  for (const item of items) {
    const json = JSON.stringify(item);
    bytes += Buffer.byteLength(json) + 1;
    escaped += isShort ? 0 : escapedBytes(json) + 1;
    if ((bytes > maxBytes || escaped > limit) && fitting.length > 0) break;
    fitting.push(json);
  }
  return keepJson(items.slice(0, fitting.length), `[${fitting.join(",")}]`);
}

/** The JSON of lists that were measured. */
const measured = new WeakMap<object, string>();

function keepJson<Item>(fitting: Item[], json: string): Item[] {
  measured.set(fitting, json);
  return fitting;
}

/** The body as JSON. Lists of `fitAnswer` must not have changed since. */
export function answerJson(body: object): string {
  let members = "";
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    const json = measured.get(value as object) ?? JSON.stringify(value);
    if (json === undefined) continue;
    // Joining an array of members would copy a long list, which takes more than half as long as making its JSON.
    members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${json}`;
  }
  return `{${members}}`;
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
