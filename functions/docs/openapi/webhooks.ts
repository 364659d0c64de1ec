/** Describes the deliveries of webhooks, which receivers answer. */
import * as z from "zod";
import { eventIds, testEvent, webhookEvents } from "../../../shared/account/events.ts";
import { lazyObject } from "../../../shared/platform/config/once.ts";
import { txid } from "../../../shared/platform/http/answer/common-fields.ts";
import type { JsonSchema, SchemaWriter } from "../../../shared/platform/http/route/json-schema.ts";
import type { LazySchema } from "../../../shared/platform/http/route/route.ts";

const described = {
  ...webhookEvents,
  [testEvent]: { description: "The owner of the webhook asked for a delivery, to test it", ids: [] },
} as const;
type DescribedType = keyof typeof described;

/** An entry for each type of delivery. */
export function describeWebhooks(writer: SchemaWriter): Record<string, { post: JsonSchema }> {
  const entries = (Object.keys(described) as DescribedType[]).map((type) => {
    const post = {
      operationId: `receive${nameOf(type)}`,
      summary: `Receive \`${type}\``,
      description: `${described[type].description}.`,
      tags: ["Webhooks"],
      security: [],
      parameters: webhookHeaders,
      requestBody: {
        required: true,
        content: { "application/json": { schema: writer.write(payloadOf(type), "answer") } },
      },
      responses: {
        "2XX": { description: "Received. After any other answer the delivery is tried again, except after 410." },
      },
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(entries);
}

/** The name of a type in the names of operations, such as `ContactCreated`. */
function nameOf(type: DescribedType): string {
  return type.replace(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** Without a name, because some generators leave out components that no path refers to. */
function payloadOf(type: DescribedType): LazySchema {
  const { description, ids } = described[type];
  return lazyObject(
    () => ({
      type: z.literal(type).describe("The type of the event"),
      timestamp: z.iso
        .datetime()
        .meta({ description: "When the event happened", examples: ["2026-03-03T14:31:07.250Z"] }),
      accountId: z.uuid().describe("The account in which the event happened"),
      webhookId: z.uuid().describe("The webhook that the delivery is for"),
      data: z
        .strictObject({
          ...Object.fromEntries(ids.map((id) => [id, z.uuid().describe(eventIds[id])])),
          txid: txid(),
        })
        .describe("The ids of what the event is about, and no other personal data"),
    }),
    description,
  );
}

/** The headers of Standard Webhooks. */
const webhookHeaders: readonly JsonSchema[] = [
  header("webhook-id", "Identifies the event. All attempts and repetitions of it share it", "msg_0199e0c4"),
  header("webhook-timestamp", "When the attempt was sent, in seconds since 1970", "1772548267"),
  header(
    "webhook-signature",
    "The signatures of the attempt, separated by spaces",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj",
  ),
];

function header(name: string, description: string, example: string): JsonSchema {
  return { name, in: "header", required: true, description, schema: { type: "string", examples: [example] } };
}
