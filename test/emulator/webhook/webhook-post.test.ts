/** Where a delivery may go: real receivers on addresses of this machine, and answers of DNS that the test chooses. */
import { type AddressInfo, createServer } from "node:net";
import { generate } from "selfsigned";
import { expect, it, onTestFinished } from "vitest";
import { createHostResolver, createPost, type PostParts } from "../../../functions/webhook-sender/post.ts";
import { startReceiver } from "../../support/webhook/receiver.ts";

/** Posts a delivery. `answers` are what DNS answers, one after the other. */
async function postTo(url: string, answers: string[][], parts: Partial<PostParts> = {}) {
  const asked: string[] = [];
  const resolveHost = async (host: string) => answers[asked.push(host) - 1] ?? [];
  const { post, close } = createPost({ resolveHost, allowLoopback: true, ...parts });
  const headers = { "content-type": "application/json" };
  const answer = await post({ url, headers, body: "{}" }).finally(close);
  return { answer, asked };
}

it("DNS is asked once, and the connection is made to the address that was checked", async () => {
  const checked = await startReceiver();
  const other = await startReceiver(undefined, { host: "127.0.0.2", port: checked.port });
  const url = `http://receiver.example:${checked.port}/`;
  const { answer, asked } = await postTo(url, [["127.0.0.1"], ["127.0.0.2"]]);
  expect(answer).toEqual({ status: 204, text: "" });
  expect(asked).toEqual(["receiver.example"]);
  expect([checked.received.length, other.received.length]).toEqual([1, 0]);
  expect(checked.received[0]?.headers.host).toBe(`receiver.example:${checked.port}`);
});

it.each([
  ...[["127.0.0.1"], ["::1"], ["169.254.169.254"], ["10.1.2.3"], ["fd00:ec2::254"], ["::ffff:127.0.0.1"]],
  ...[["93.184.216.34", "127.0.0.1"], ["64:ff9b::7f00:1"], []],
])("a host with the addresses %j, %j gets nothing", async (...addresses) => {
  const receiver = await startReceiver();
  const url = `https://receiver.example:${receiver.port}/`;
  const { answer } = await postTo(url, [addresses.filter((address) => typeof address === "string")], {
    allowLoopback: false,
  });
  expect(answer).toEqual({ error: "address_not_allowed" });
  expect(receiver.received).toEqual([]);
});

it.each(["https://127.0.0.1", "https://[::1]", "https://2130706433", "https://0x7f.1", "https://[::ffff:7f00:1]"])(
  "%s gets nothing, and needs no DNS",
  async (origin) => {
    const { answer, asked } = await postTo(`${origin}:9/`, [], { allowLoopback: false });
    expect({ answer, asked }).toEqual({ answer: { error: "address_not_allowed" }, asked: [] });
  },
);

it.each([[["93.184.216.34"]], [["127.0.0.1", "93.184.216.34"]], [["10.0.0.1"]]])(
  "where loopback is allowed, http to %j is not",
  async (addresses) => {
    const { answer } = await postTo("http://receiver.example:9/", [addresses]);
    expect(answer).toEqual({ error: "address_not_allowed" });
  },
);

it("https goes to the host by its name: in the request, and for its certificate", async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "receiver.example" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "receiver.example" }] }],
  });
  const receiver = await startReceiver(undefined, { tls: { key, cert } });
  const authorities = [cert];
  const named = (host: string, parts?: Partial<PostParts>) =>
    postTo(`https://${host}:${receiver.port}/`, [["127.0.0.1"]], parts);
  expect((await named("receiver.example", { authorities })).answer).toEqual({ status: 204, text: "" });
  expect((await named("other.example", { authorities })).answer).toEqual({ error: "certificate_not_valid" });
  expect((await named("receiver.example")).answer).toEqual({ error: "certificate_not_valid" });
  expect(receiver.received).toHaveLength(1);
});

it("a host without an answer of DNS, a port where nobody listens, and DNS that never answers are failures", async () => {
  const { port } = await startReceiver();
  const resolver = { resolve4: () => Promise.reject(new Error()), resolve6: () => Promise.reject(new Error()) };
  const resolveHost = createHostResolver(resolver);
  const notFound = await postTo("https://receiver.example/", [], { resolveHost });
  expect(notFound.answer).toEqual({ error: "host_not_found" });
  const refused = await postTo(`http://receiver.example:${port}/`, [["127.0.0.3"]]);
  expect(refused.answer).toEqual({ error: "connection_failed" });
  const never = await postTo("https://receiver.example/", [], {
    resolveHost: () => new Promise(() => {}),
    timeLimit: 50,
  });
  expect(never.answer).toEqual({ error: "timeout" });
});

it("the addresses of both versions of IP count, and names of this machine need no name server", async () => {
  const resolveHost = createHostResolver({
    resolve4: async () => ["192.0.2.1"],
    resolve6: async () => ["2001:db8::1"],
  } as never);
  expect(await resolveHost("receiver.example")).toEqual(["192.0.2.1", "2001:db8::1"]);
  for (const host of ["localhost", "a.localhost"]) expect(await resolveHost(host)).toEqual(["127.0.0.1", "::1"]);
});

it("a receiver that closes its connections after each answer gets every delivery", async () => {
  const receiver = await startReceiver((_, response) => {
    response.writeHead(200, { "keep-alive": "timeout=0" }).end("ok");
    response.socket?.end();
    return undefined;
  });
  const { post, close } = createPost({ resolveHost: async () => [], allowLoopback: true });
  for (let sent = 0; sent < 20; sent++) {
    expect(await post({ url: receiver.url, headers: {}, body: "{}" })).toEqual({ status: 200, text: "ok" });
  }
  close();
  expect(receiver.received).toHaveLength(20);
});

it.each([
  ["HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", { status: 101, text: "" }],
  ["HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", { status: 204, text: "" }],
  ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", { status: 200, text: "ab" }],
  [`HTTP/1.1 200 OK\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, { error: "connection_failed" }],
  ["no HTTP", { error: "connection_failed" }],
  ["", { error: "connection_failed" }],
])("the strange answer %j comes to an end", async (text, expected) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect((await postTo(`http://127.0.0.1:${port}/`, [])).answer).toEqual(expected);
});
