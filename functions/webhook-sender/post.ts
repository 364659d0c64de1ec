/**
 * Posts a delivery to the address of a webhook. The host is resolved here, all of its addresses are checked, and the connection
 * is made to a checked address itself, so that a second answer of DNS changes nothing. Redirects are not followed.
 */
import { Resolver } from "node:dns/promises";
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { addressInUrl, isLoopbackAddress, isPublicAddress } from "../../shared/webhook/address-rules.ts";

/** The IPv4 and IPv6 addresses of a host. Throws when it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

export interface PostParts {
  resolveHost: ResolveHost;
  /** Whether http and https may deliver to this machine. */
  allowLoopback: boolean;
  /** Milliseconds for an attempt, if not `attemptLasts`. */
  timeLimit?: number;
  /** Additional certificates of authorities, in PEM. */
  authorities?: string[];
}

export interface PostedMessage {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What the receiver answered, or why there is no answer. The text of the answer has up to 256 bytes. */
export type Answer = { status: number; text: string } | { error: PostError };

export type PostError =
  | "address_not_allowed"
  | "host_not_found"
  | "connection_failed"
  | "certificate_not_valid"
  | "secret_lost"
  | "timeout";

/** The time of an attempt in milliseconds, from the resolution of the host to the end of the answer. */
export const attemptLasts = 10_000;

const keptBytes = 256;

export type Post = (message: PostedMessage) => Promise<Answer>;

/** Connections are used again until `close` is called. */
export function createPost(parts: PostParts): { post: Post; close: () => void } {
  const { authorities: ca, timeLimit = attemptLasts } = parts;
  const agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, ...(ca && { ca }) }),
  };
  return {
    post: async (message) => {
      const signal = AbortSignal.timeout(timeLimit);
      try {
        const url = new URL(message.url);
        const addresses = await Promise.race([allowedAddresses(parts, url), rejection(signal)]);
        if (!addresses) return { error: "address_not_allowed" };
        return await send({ ...message, url, lookup: lookupOf(addresses), signal, agents });
      } catch (error) {
        return { error: signal.aborted ? "timeout" : errorOf(error) };
      }
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function rejection(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason));
  return promise;
}

/** Undefined if the URL, or any address of its host, is not allowed. */
async function allowedAddresses({ resolveHost, allowLoopback }: PostParts, url: URL) {
  const literal = addressInUrl(url);
  const addresses = literal === undefined ? await resolveHost(url.hostname) : [literal];
  const isLocal = allowLoopback && addresses.every(isLoopbackAddress);
  const isAllowed = isLocal || (url.protocol === "https:" && addresses.every(isPublicAddress));
  return isAllowed && addresses.length > 0 ? addresses : undefined;
}

/** Answers with the checked addresses instead of asking DNS again. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, done) => {
    if (options.all) return done(null, all);
    const [first] = all;
    done(null, first?.address ?? "", first?.family);
  };
}

interface Sending extends Omit<PostedMessage, "url"> {
  url: URL;
  lookup: LookupFunction;
  signal: AbortSignal;
  agents: { http: HttpAgent; https: HttpsAgent };
}

async function send(sending: Sending): Promise<Answer> {
  const { url, headers, body, lookup, signal, agents } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    lookup,
    signal,
  };
  const request =
    url.protocol === "https:"
      ? httpsRequest(url, { ...options, agent: agents.https })
      : httpRequest(url, { ...options, agent: agents.http });
  request.once("response", (response) => {
    const status = response.statusCode ?? 0;
    resolve(firstBytes(response).then((text) => ({ status, text })));
  });
  // If a receiver switches to another protocol, this is the only event: neither a response nor an error follows.
  request.once("upgrade", ({ statusCode: status = 0 }, socket) => {
    socket.destroy();
    resolve({ status, text: "" });
  });
  request.once("close", () => reject(new Error("the connection was closed without an answer")));
  // The receiver may close a connection just when it is used again. Then it has not read the request.
  request.on("error", (error) => (request.reusedSocket && isReset(error) ? resolve(send(sending)) : reject(error)));
  request.end(body);
  return promise;
}

/** The bytes of the answer that have arrived when it ends, breaks off, or is long enough. */
async function firstBytes(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response) {
      parts.push(part);
      length += part.length;
      if (length >= keptBytes) break;
    }
  } catch {
    // The status has arrived, and it alone says whether the receiver has the event.
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, keptBytes));
}

function isReset(error: Error): boolean {
  return "code" in error && error.code === "ECONNRESET";
}

function errorOf(error: unknown): PostError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof HostNotFoundError) return "host_not_found";
  return /CERT|SIGNATURE|ERR_TLS/.test(code) ? "certificate_not_valid" : "connection_failed";
}

class HostNotFoundError extends Error {
  override readonly name = "HostNotFoundError";
}

/** Asks the name servers of the machine. Unlike getaddrinfo, this needs no thread, so a slow name server holds back no other. */
export function createHostResolver(resolver: Pick<Resolver, "resolve4" | "resolve6"> = new Resolver()): ResolveHost {
  return async (host) => {
    // This name never leaves the machine (RFC 6761, section 6.3).
    if (/(^|\.)localhost\.?$/.test(host)) return ["127.0.0.1", "::1"];
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw new HostNotFoundError("the host has no address");
    return addresses;
  };
}
