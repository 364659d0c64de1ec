/** The declaration of the webhook group. */
import { messageAnswer } from "../../shared/platform/http/answer/common-fields.ts";
import { answerSeconds, type GroupDeclaration } from "../declaration.ts";
import * as schemas from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;
const one = { ...common, path: "/webhooks/{id}", params: schemas.webhookParams } as const;
const below = { ...common, params: schemas.webhookParams, errors: ["webhook_not_found"] } as const;

export const routeGroup = {
  name: "webhooks",
  title: "Webhooks",
  description:
    "A webhook is a URL of yours that is called when something happens. Each delivery is a POST with `{type, timestamp, accountId, webhookId, " +
    "data}`, where `data` has the ids of what changed and the `txid`, signed as [Standard Webhooks](https://www.standardwebhooks.com) " +
    "says: verify it with one of its libraries and the secret. Answer 2xx within ten seconds. The events of a contact arrive in their order, and each at " +
    "least once: the same `webhook-id` is the same event. A delivery that fails is tried again for 24 hours. A webhook that fails for " +
    "three days is switched off with a mail to you, and one that answers 410 at once. Only a session can manage webhooks.",
  resources: ["/webhooks"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 486,
  grants: {
    table: ["GetItem", "BatchGetItem", "Query", "PutItem", "DeleteItem"],
    pepper: true,
    queue: true,
  },
  rows: {
    listWebhooks: {
      ...common,
      method: "GET",
      path: "/webhooks",
      summary: "List the webhooks of the account",
      description: "Without their secrets. An account has at most 5.",
      answers: { 200: schemas.webhookList },
    },
    createWebhook: {
      ...common,
      method: "POST",
      path: "/webhooks",
      summary: "Create a webhook, and get its secret",
      description:
        "The `secret` is shown once and signs every delivery (Standard Webhooks). An account has at most 5 webhooks: one more is 409 `conflict`.",
      body: schemas.webhookCreate,
      example: {
        url: "https://crm.example.com/hooks/contacts",
        events: ["contact.created", "contact.updated", "contact.deleted", "contact.merged"],
        description: "CRM in production",
      },
      errors: ["conflict"],
      answers: { 201: schemas.webhookWithSecret },
      shownOnce: ["secret"],
    },
    getWebhook: {
      ...one,
      method: "GET",
      summary: "Read a webhook",
      description: "`disabledReason` says why the service switched it off, if it did.",
      errors: ["webhook_not_found"],
      answers: { 200: schemas.oneWebhook },
    },
    patchWebhook: {
      ...one,
      method: "PATCH",
      summary: "Change a webhook, or switch it on or off",
      description: "An absent field stays as it is. A webhook that is switched on again gets the events from then on.",
      body: schemas.webhookPatch,
      example: { enabled: true },
      errors: ["webhook_not_found"],
      answers: { 200: schemas.oneWebhook },
    },
    deleteWebhook: {
      ...one,
      method: "DELETE",
      summary: "Delete a webhook, which stops its deliveries",
      description: "Deliveries that wait are not sent any more.",
      errors: ["webhook_not_found"],
      answers: { 200: messageAnswer },
    },
    rotateWebhookSecret: {
      ...below,
      method: "POST",
      path: "/webhooks/{id}/rotate-secret",
      summary: "Replace the secret of a webhook; the old one signs, too, for 24 hours",
      description:
        "For 24 hours deliveries have two signatures, so that a receiver can change the secret without a refusal.",
      answers: { 200: schemas.webhookWithSecret },
      shownOnce: ["secret"],
    },
    testWebhook: {
      ...below,
      method: "POST",
      path: "/webhooks/{id}/test",
      summary: "Send a delivery of the type `webhook.test`, also when the webhook is switched off",
      description: "Look at the delivery with `listWebhookDeliveries`. It is tried once.",
      location: false,
      answers: { 202: schemas.oneDelivery },
    },
    listWebhookDeliveries: {
      ...below,
      method: "GET",
      path: "/webhooks/{id}/deliveries",
      summary: "List the last 100 deliveries of a webhook, newest first",
      description: "With what the receiver answered, how long it took, and when the next attempt comes.",
      query: schemas.deliveriesQuery,
      answers: { 200: schemas.deliveryList },
    },
    redeliverWebhookEvent: {
      ...below,
      method: "POST",
      path: "/webhooks/{id}/deliveries/{deliveryId}/redeliver",
      summary: "Send an event again, under the same `webhook-id`",
      description:
        "Also an event that was received before. It is tried once; the payload is the same, with a new timestamp and signature.",
      params: schemas.deliveryParams,
      location: false,
      answers: { 202: schemas.oneDelivery },
    },
  },
} as const satisfies GroupDeclaration;
