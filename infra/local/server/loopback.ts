/** Every server of the local stack listens on the loopback address only, and stops at once. */
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

export const loopbackAddress = "127.0.0.1";

/** A server cannot listen on the port of another program. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";

  constructor(service: string, port: number) {
    super(
      `${service} cannot use port ${port}: another program listens there. Stop that program, or choose another port.`,
    );
  }
}

/** Listens on the loopback address and returns the port. With port 0, the system chooses one. Throws `PortTakenError`. */
export function listenOnLoopback(server: Server, service: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void =>
      reject(error.code === "EADDRINUSE" ? new PortTakenError(service, port) : error);
    server.once("error", refuse);
    server.listen(port, loopbackAddress, () => {
      server.off("error", refuse);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Stops listening and cuts every connection, including those that are kept alive. May be called again. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Whether a request names this machine as its host and does not come from a foreign web page. Otherwise a page on the
 * Internet could read a local server by cross-origin calls, or by a host name that resolves to the loopback address (DNS
 * rebinding).
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { host, origin } = request.headers;
  return isLoopbackUrl(`http://${host}`) && (origin === undefined || isLoopbackUrl(origin));
}

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && ["localhost", loopbackAddress, "[::1]"].includes(new URL(text).hostname);
}
