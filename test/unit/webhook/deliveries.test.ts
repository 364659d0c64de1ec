import { expect, it } from "vitest";
import { deliveryIdOf } from "../../../shared/webhook/store/deliveries.ts";

const webhookId = "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a";
const at = "2026-03-10T08:00:00.123Z";

it("the id of a delivery is a UUID version 7 that follows from the webhook, the event and its time", () => {
  const id = deliveryIdOf(webhookId, 41, 0, at);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(Date.parse(at));
  expect(deliveryIdOf(webhookId, 41, 0, at)).toBe(id);
  const others = [
    deliveryIdOf(webhookId.replace("0199", "0198"), 41, 0, at),
    deliveryIdOf(webhookId, 42, 0, at),
    deliveryIdOf(webhookId, 41, 1, at),
    deliveryIdOf(webhookId, 4, 10, at),
    deliveryIdOf(webhookId, 41, 0, "2026-03-10T08:00:00.124Z"),
  ];
  expect(new Set([id, ...others])).toHaveLength(6);
  expect(others.at(-1)?.localeCompare(id)).toBe(1);
});
