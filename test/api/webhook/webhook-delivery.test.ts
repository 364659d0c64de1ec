/** The whole way of an event through the local stack: the write, the outbox, the queue, the function, the receiver. */
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { clientOf, freshAccount } from "../../support/process/stack.ts";
import { startReceiver } from "../../support/webhook/receiver.ts";

it("a contact that is created is told to a receiver on this machine within seconds, signed", async () => {
  const arrived = Promise.withResolvers<void>();
  const receiver = await startReceiver(() => {
    arrived.resolve();
    return 204;
  });
  const client = await clientOf((await freshAccount()).token);
  const { secret = "", webhook } = await client.createWebhook({ url: receiver.url, events: ["contact.created"] });
  const { body, headers } = await client.createContact({ firstName: "Ann" }).withResponse();
  await arrived.promise;
  const [{ headers: sent, text } = { headers: {}, text: "" }] = receiver.received;
  expect(new Webhook(secret).verify(text, sent)).toEqual({
    type: "contact.created",
    timestamp: expect.any(String),
    ...{ accountId: body.contact.userId, webhookId: webhook.id },
    data: { contactId: body.contact.id, txid: headers.get("x-txid") },
  });
});
