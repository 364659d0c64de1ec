/** A name or an address, and a port (RFC 9112, section 3.2), without the percent-escapes that no host here has. */
const hostPattern = /^(?:[a-z\d][a-z\d._-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether the text of a `Host` header may become a part of an address that callers are led to. */
export function isHost(text: string | undefined): text is string {
  return text !== undefined && hostPattern.test(text);
}
