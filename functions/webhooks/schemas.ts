/** The schemas of the webhook routes. */
import * as z from "zod";
import { type EventId, eventIds, eventTypes, testEvent, webhookEvents } from "../../shared/account/events.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import {
  createdAt,
  secretAnswer,
  shownOnce,
  txid,
  updatedAt,
} from "../../shared/platform/http/answer/common-fields.ts";
import { paginationAnswer } from "../../shared/platform/http/answer/pagination.ts";
import { limitText, offsetText } from "../../shared/platform/http/input/page-query.ts";
import { namedObject, namedSchema } from "../../shared/platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { blankIsNull, line, uuid } from "../../shared/platform/text/schema.ts";
import { urlFault } from "./webhook-url.ts";

const maxUrl = 2_048;
const maxDescription = 200;

const webhookId = once(() => uuid().describe("The webhook"));
export const webhookParams = lazyObject(() => ({ id: webhookId() }));
export const deliveryParams = lazyObject(() => ({
  id: webhookId(),
  deliveryId: uuid().describe("The delivery, as the list of deliveries names it"),
}));

const urlExamples = ["https://crm.example.com/hooks/contacts"];

const url = once(() =>
  line(maxUrl)
    .check(({ value, issues }) => {
      const message = urlFault(value);
      if (message !== undefined) issues.push({ code: "custom", input: value, message });
    })
    .meta({
      format: "uri",
      description:
        "The https URL to which events are sent by POST. It must lead to an address of the public internet, and redirects are not followed",
      examples: urlExamples,
    }),
);

const eventWords = Object.entries(webhookEvents).map(([type, { description }]) => `\`${type}\`: ${description}`);

/** It is named, because the description would otherwise repeat the words about all events. */
const eventType = namedSchema("WebhookEvent", () => z.enum(eventTypes).describe(eventWords.join(". ")));

const events = once(() =>
  z
    .array(eventType())
    .min(1, "Must contain at least one event")
    .refine((types) => new Set(types).size === types.length, "Must not contain an event twice")
    .transform((types) => eventTypes.filter((type) => types.includes(type)))
    .meta({
      uniqueItems: true,
      description: "The types of events that are sent",
      examples: [["contact.created", "contact.updated", "contact.deleted", "contact.merged"]],
    }),
);

const descriptionWords = { description: "What the webhook is for; null for nothing", examples: ["CRM in production"] };
const description = once(() => blankIsNull(line(maxDescription)).meta(descriptionWords));

const enabled = once(() =>
  z.boolean().describe("Whether events are sent. Those of the time without are not sent later"),
);

const readOnly = ["id", "disabledReason", "disabledAt", "previousSecretEndsAt", "createdAt", "updatedAt"];

export const webhookCreate = ignoreReadOnly("WebhookInput", readOnly, () => ({
  url: url(),
  events: events(),
  description: description().default(null),
  enabled: enabled().default(true),
}));

export const webhookPatch = ignoreReadOnly("WebhookPatch", readOnly, () => ({
  url: url().optional(),
  events: events().optional(),
  description: description().optional(),
  enabled: enabled().optional(),
}));

const webhook = namedObject(
  "Webhook",
  () => ({
    id: z.uuid().describe("The id of the webhook"),
    url: z.url().meta({ description: "The URL to which events are sent by POST", examples: urlExamples }),
    events: z.array(eventType()).describe("The types of events that are sent"),
    description: z.string().nullable().meta(descriptionWords),
    enabled: z.boolean().describe("Whether events are sent"),
    disabledReason: z
      .enum(["gone", "failing"])
      .nullable()
      .meta({
        description:
          "Why the service switched it off. `gone`: its URL answered 410. `failing`: every delivery failed for three days. Null if the service did not",
        examples: [null],
      }),
    disabledAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the service switched it off; null if it did not", examples: [null] }),
    previousSecretEndsAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "Until when the secret before the last rotation signs, too; null when only one secret signs",
        examples: [null],
      }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  }),
  "A URL that is called when something happens in the account",
);
export type WebhookAnswer = z.output<ReturnType<typeof webhook>>;

export const oneWebhook = lazyObject(() => ({ webhook: webhook() }));
export const webhookList = lazyObject(() => ({ webhooks: z.array(webhook()).describe("The oldest first, at most 5") }));
export const webhookWithSecret = secretAnswer("WebhookWithSecret", () => ({
  webhook: webhook(),
  secret: shownOnce(
    z.string(),
    "`whsec_` and the key of the signatures in base64, as the libraries of Standard Webhooks take it",
    "whsec_6Rr3W1sTQ0f0uH0ZVxXk3n8P3bqR0m1wKfQe5s1yq2Y=",
  ),
}));

export const deliveriesQuery = lazyObject(() => ({ limit: limitText(200, 50), offset: offsetText() }));

const data = lazyObject(
  () => ({
    ...(Object.fromEntries(
      Object.entries(eventIds).map(([name, words]) => [name, z.uuid().optional().describe(words)]),
    ) as Record<EventId, z.ZodOptional<z.ZodUUID>>),
    txid: txid(),
  }),
  "The `data` in the body of a delivery: ids, and no other personal data",
);

const instant = (description: string, example: string | null) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description, examples: [example] });

const delivery = namedObject(
  "WebhookDelivery",
  () => ({
    id: z.uuid().describe("The id of the delivery"),
    webhookId: z.uuid().describe("The webhook"),
    messageId: z.string().meta({
      description: "The header `webhook-id`, which all attempts and repetitions of an event share",
      examples: ["msg_0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a"],
    }),
    event: z.enum([...eventTypes, testEvent]).describe("The `type` in the body"),
    data: data(),
    timestamp: z.iso.datetime().meta({
      description: "When the event happened, which is the `timestamp` in the body",
      examples: ["2026-03-03T14:31:07.250Z"],
    }),
    status: z
      .enum(["pending", "succeeded", "retrying", "failed"])
      .describe(
        "`pending`: not tried yet. `retrying`: failed, and is tried again at `nextAttemptAt`. `failed`: given up",
      ),
    attempts: z
      .int()
      .min(0)
      .meta({ description: "The number of attempts so far", examples: [1] }),
    attemptedAt: instant("When the last attempt began; null before the first", "2026-03-03T14:31:07.610Z"),
    durationMs: z
      .int()
      .nullable()
      .meta({ description: "How many milliseconds the last attempt took", examples: [84] }),
    responseStatus: z
      .int()
      .nullable()
      .meta({ description: "The HTTP status of the last answer; null without an answer", examples: [204] }),
    responseBody: z
      .string()
      .nullable()
      .meta({ description: "The first 256 bytes of the last answer", examples: [""] }),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why the last attempt failed without an answer; null with one", examples: [null] }),
    nextAttemptAt: instant("When the next attempt is due; null for none", null),
    createdAt: createdAt(),
  }),
  "One event for one webhook, with what became of it",
);
export type DeliveryAnswer = z.output<ReturnType<typeof delivery>>;

export const oneDelivery = lazyObject(() => ({ delivery: delivery() }));
export const deliveryList = lazyObject(() => ({
  deliveries: z.array(delivery()).describe("Of the last 100, the newest first"),
  pagination: paginationAnswer(),
}));
