/** Receivers of webhooks: real servers on the loopback address, which keep what arrives. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { closeServer } from "../../../infra/local/server/loopback.ts";

export interface Received {
  headers: Record<string, string>;
  /** As it was sent. */
  text: string;
  body: { type: string; timestamp: string; accountId: string; webhookId: string; data: Record<string, string> };
}

interface Receiver {
  url: string;
  port: number;
  /** In the order of their arrival. */
  received: Received[];
}

/** Answers a delivery with this status, or in its own way. */
type Respond = (received: Received, response: ServerResponse) => Promise<number | undefined> | number | undefined;

/** It stops at the end of the test. `tls` makes it a server of https. */
export async function startReceiver(
  respond: Respond = () => 204,
  { tls, host = "127.0.0.1", port = 0 }: { tls?: { key: string; cert: string }; host?: string; port?: number } = {},
): Promise<Receiver> {
  const received: Received[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const one = { headers: request.headers as Record<string, string>, text, body: JSON.parse(text) };
    received.push(one);
    const status = await respond(one, response);
    if (status !== undefined) response.writeHead(status).end();
  };
  const server = tls ? createTlsServer(tls, serve) : createServer(serve);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(() => closeServer(server));
  const address = server.address() as AddressInfo;
  return { url: `${tls ? "https" : "http"}://${host}:${address.port}/hook`, port: address.port, received };
}

/** The contacts of the events that arrived, in their order. */
export const contactsOf = ({ received }: Receiver) => received.map(({ body }) => body.data.contactId);
