/** How long an answer is on its way: Lambda hands it on as a text within JSON, which escapes it a second time. */

/** Bytes that the body of an answer may take so: what Lambda carries (6 MB), less the status and the headers. */
export const maxCarriedBytes = 5.9 * 1000 * 1000;

/** Of a piece of JSON: every quote and backslash takes another backslash. */
export function carriedBytes(json: string): number {
  let escapes = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote || code === backslash) escapes++;
  }
  return Buffer.byteLength(json) + escapes;
}

const quote = 0x22;
const backslash = 0x5c;
