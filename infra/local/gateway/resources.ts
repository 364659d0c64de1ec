/** Finds the resource of the gateway for a path: `/path` or `/path/{proxy+}` of a group, at the root and under `/api`. */
import type { IncomingMessage } from "node:http";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import { gatewayPaths } from "../../cloud/gateway-document.ts";
import { loopbackAddress } from "../server/loopback.ts";

export interface ResolvedResource {
  group: RouteGroup;
  /** The resource as the gateway names it, such as `/contacts/{proxy+}`. */
  resource: string;
  pathParameters: { proxy: string } | null;
  guarded: boolean;
}

/** The longest literal path has precedence. A slash at the end is ignored. */
export function createResourceResolver(groups: readonly RouteGroup[]) {
  const paths = gatewayPaths(groups).toSorted((a, b) => b.literal.length - a.literal.length);

  return function resolve(path: string): ResolvedResource | undefined {
    const bare = path.endsWith("/") ? path.slice(0, -1) : path;
    for (const { group, literal, guarded } of paths) {
      if (bare === literal) return { group, resource: literal || "/", pathParameters: null, guarded };
      if (!bare.startsWith(`${literal}/`)) continue;
      // The gateway passes the rest on percent-encoded.
      const pathParameters = { proxy: bare.slice(literal.length + 1) };
      return { group, resource: `${literal}/{proxy+}`, pathParameters, guarded };
    }
    return undefined;
  };
}

export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** A target without the path of the stage, as the gateway matches it. Undefined if it is not below that path. */
export function withoutStage(target: string, stagePath: string): string | undefined {
  const rest = target.slice(stagePath.length);
  if (!target.startsWith(stagePath) || !/^([/?]|$)/.test(rest)) return undefined;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Turns an absolute target, as proxies send it, into path and query with its host (RFC 9112, section 3.2.2). False for the address
 * of another server and for every other form.
 */
export function toOriginForm(message: IncomingMessage): boolean {
  const { url = "", headers, headersDistinct, socket } = message;
  if (url.startsWith("/")) return true;
  const [, host = "", rest = ""] = /^http:\/\/([^/?]+)(.*)$/i.exec(url) ?? [];
  if (!["localhost", loopbackAddress].some((name) => host.toLowerCase() === `${name}:${socket.localPort}`))
    return false;
  message.url = rest.startsWith("/") ? rest : `/${rest}`;
  headers.host = host;
  headersDistinct.host = [host];
  return true;
}
