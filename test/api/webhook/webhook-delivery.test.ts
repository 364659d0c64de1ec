/** The whole way of an event through the local stack: the write, the stream of the table, the queue, the function, the receiver. */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { v7 as newUuid } from "uuid";
import { expect, it } from "vitest";
import { tableNames } from "../../../infra/local/stack/function-environment.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { createPepper } from "../../../shared/auth/pepper.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { newSecret, sealSecret } from "../../../shared/webhook/secret.ts";
import { planWebhooks, type WebhookRecord } from "../../../shared/webhook/store/webhook.ts";
import { clientOf, freshAccount, localStack } from "../../support/process/stack.ts";
import { startReceiver } from "../../support/webhook/receiver.ts";

/** A webhook of the account for contacts that are created; its secret. */
async function subscribe(accountId: string, url: string): Promise<string> {
  const { endpoints, credentials, pepper } = await localStack();
  const client = createDocumentClient({ endpoint: endpoints.dynamoDb, region: credentials.region, credentials });
  const store = { client, tableName: tableNames.main };
  const { current: readPepper } = createPepper({ API_KEY_PEPPER: pepper, API_KEY_PEPPER_SECRET: undefined }, Date.now);
  const [id, secret, at] = [newUuid(), newSecret(randomBytes), new Date().toISOString()];
  const sealed = await sealSecret(secret, { accountId, id }, { readPepper, randomBytes });
  await writeAccount(store, accountId, async (head, txid) => {
    const webhook: WebhookRecord = {
      ...{ id, accountId, url, events: ["contact.created"], secret: sealed, previousSecret: null, description: null },
      ...{ enabled: true, disabledReason: null, disabledAt: null, startTxid: txid, createdAt: at, updatedAt: at },
    };
    return { ...planWebhooks(store, head, [], [webhook]), result: undefined };
  });
  return secret;
}

it("a contact that is created is told to a receiver on this machine within seconds, signed", async () => {
  const arrived = Promise.withResolvers<void>();
  const receiver = await startReceiver(() => {
    arrived.resolve();
    return 204;
  });
  const client = await clientOf((await freshAccount()).token);
  const { userId: accountId } = (await client.createContact({ firstName: "Zoe" })).contact;
  const secret = await subscribe(accountId, receiver.url);

  const { body, headers } = await client.createContact({ firstName: "Ann" }).withResponse();
  await arrived.promise;
  const [{ headers: sent, text } = { headers: {}, text: "" }] = receiver.received;
  expect(new Webhook(secret).verify(text, sent)).toEqual({
    type: "contact.created",
    timestamp: expect.any(String),
    data: { contactId: body.contact.id, txid: headers.get("x-txid") },
  });
});
