/** What every server of the local stack shares: it listens on the loopback address only, and it stops at once. */
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

export const loopbackAddress = "127.0.0.1";

/** A server cannot listen where another program listens already. */
export class PortTakenError extends Error {
  readonly port: number;
  constructor(service: string, port: number) {
    super(
      `${service} cannot use port ${port}: another program listens there. Stop that program, or choose another port.`,
    );
    this.name = "PortTakenError";
    this.port = port;
  }
}

/** Listens on the loopback address. Port 0 lets the system choose. Gives the port; throws `PortTakenError`. */
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

/** Stops listening and cuts every connection, also those kept alive. A server that is stopped already is left as it is. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Whether a request speaks to this machine by its own name, and comes from no foreign web page: a page on the Internet could else read
 * an open local server by cross-origin calls, or by a host name of its own that resolves to the loopback address (DNS rebinding).
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { host, origin } = request.headers;
  return isLoopbackUrl(`http://${host}`) && (origin === undefined || isLoopbackUrl(origin));
}

function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && ["localhost", loopbackAddress, "[::1]"].includes(new URL(text).hostname);
}
