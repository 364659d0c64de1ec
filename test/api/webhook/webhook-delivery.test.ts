/** The whole way of an event through the local stack: the write, the outbox, the queue, the function, the receiver. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import { chooseFreePort } from "../../../infra/local/stack/data-folder.ts";
import { clientOf, freshAccount, localStack } from "../../support/process/stack.ts";
import { startReceiver } from "../../support/webhook/receiver.ts";

it("a contact that is created is told to a receiver on this machine within seconds, signed", async () => {
  const arrived = Promise.withResolvers<void>();
  const receiver = await startReceiver(() => {
    arrived.resolve();
    return 204;
  });
  const client = await clientOf((await freshAccount()).token);
  const { secret = "" } = await client.createWebhook({ url: receiver.url, events: ["contact.created"] });
  const { body, headers } = await client.createContact({ firstName: "Ann" }).withResponse();
  await arrived.promise;
  const [{ headers: sent, text } = { headers: {}, text: "" }] = receiver.received;
  expect(new Webhook(secret).verify(text, sent)).toEqual({
    type: "contact.created",
    timestamp: expect.any(String),
    data: { contactId: body.contact.id, txid: headers.get("x-txid") },
  });
});

it("the lines of the README print a delivery", async () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, lines = ""] = /^```sh\n(node -e .*?)^```/ms.exec(readme) ?? [];
  const [{ host }, port] = [new URL((await localStack()).baseUrl), await chooseFreePort()];
  const { token } = await freshAccount();
  const script = lines.replaceAll("localhost:3000", host).replaceAll("4000", String(port));
  const env = { ...process.env, TOKEN: token, KEY: token };
  const shell = spawn("/bin/sh", ["-c", script], { env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  // The receiver outlives the shell, in its process group.
  onTestFinished(() => void process.kill(-(shell.pid ?? 0)));
  let output = "";
  for await (const part of shell.stdout) {
    output += part;
    if (/"type":"contact.created".*}}$/.test(output)) break;
  }
  expect(output).toContain('"secret":"whsec_');
  expect(output).toMatch(/{"type":"contact.created","timestamp":"[^"]+","data":{"contactId":"[\w-]+","txid":"\d+"}}/);
});
