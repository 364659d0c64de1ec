/** A server of a test on the loopback address. */
import { createServer, type RequestListener } from "node:http";
import { closeServer, listenOnLoopback } from "../../../infra/local/server/loopback.ts";

export async function startServer(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener);
  const url = `http://127.0.0.1:${await listenOnLoopback(server, "The test server")}`;
  return { url, [Symbol.asyncDispose]: () => closeServer(server) };
}
