/** What a request is sent to: its target in every form of RFC 9112, section 3.2, and its host. */
import type { IncomingMessage } from "node:http";
import { isHost } from "../../shared/http/host.ts";

export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Turns an absolute target, as proxies are sent, into path and query: its host counts, and not that of the header (section 3.2.2). */
export function takeAbsoluteTarget(message: IncomingMessage): void {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(message.url ?? "") ?? [];
  if (host === undefined) return;
  message.url = rest.startsWith("/") ? rest : `/${rest}`;
  if (message.headers.host === undefined) return;
  message.headers.host = host;
  message.rawHeaders = message.rawHeaders.map((text, at) => (isHostName(message.rawHeaders[at - 1], at) ? host : text));
}

/** A request of HTTP/1.1 names one valid host; an earlier one may name none. */
export function namesItsHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const names = rawHeaders.filter((name, at) => isHostName(name, at + 1)).length;
  return names === 0 ? httpVersion === "1.0" : names === 1 && isHost(headers.host);
}

/** Names and values come in turn: whether the value at this index is that of a `Host`. */
function isHostName(name: string | undefined, valueAt: number): boolean {
  return valueAt % 2 === 1 && name?.toLowerCase() === "host";
}
