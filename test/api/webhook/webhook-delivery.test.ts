/** The whole way of an event through the local stack: the write, the outbox, the queue, the function, the receiver. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";
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
  const payload = new Webhook(secret).verify(text, sent);
  expect(payload).toEqual({
    type: "contact.created",
    timestamp: expect.any(String),
    ...{ accountId: body.contact.userId, webhookId: webhook.id },
    data: { contactId: body.contact.id, txid: headers.get("x-txid") },
  });
  const described = (await (await api("/openapi.json")).json()) as DescribedWebhooks;
  const post = described.webhooks["contact.created"]?.post;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  expect(ajv.validate(post?.requestBody.content["application/json"].schema ?? false, payload), ajv.errorsText()).toBe(
    true,
  );
  expect(Object.keys(sent)).toEqual(expect.arrayContaining(post?.parameters.map(({ name }) => name) ?? []));
});

interface DescribedWebhooks {
  webhooks: Record<
    string,
    { post: { parameters: { name: string }[]; requestBody: { content: { "application/json": { schema: object } } } } }
  >;
}
