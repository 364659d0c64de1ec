import { describe, expect, it } from "vitest";
import { deliveryText } from "../../../functions/app/browser/developer/webhook-words.ts";
import { fieldFault } from "../../../functions/app/browser/parts/error-text.ts";
import { relativeText } from "../../../functions/app/browser/parts/time-text.ts";

const noAnswer = { responseStatus: null, durationMs: null, error: null };
const answered = { responseStatus: 204, durationMs: 84, error: null };

describe("the view for developers", () => {
  it.each([
    [{ ...noAnswer, status: "pending", attempts: 0 }, "Is being sent"],
    [{ ...answered, status: "succeeded", attempts: 1 }, "Answered 204 after 84 ms, attempt 1"],
    [
      { ...answered, status: "failed", attempts: 1, responseStatus: 410 },
      "Answered 410 after 84 ms, attempt 1, given up",
    ],
    [
      { ...noAnswer, status: "retrying", attempts: 3, durationMs: 10_000, error: "It took too long" },
      "No answer (It took too long) after 10000 ms, attempt 3, is tried again",
    ],
  ] as const)("says of the delivery %j: %s", (delivery, text) => {
    expect(deliveryText(delivery)).toBe(text);
  });
});

describe("a moment", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");
  it.each([
    ["2026-03-10T11:59:31Z", "just now"],
    ["2026-03-10T12:00:20Z", "in less than a minute"],
    ["2026-03-10T11:58:30Z", "1 minute ago"],
    ["2026-03-10T15:30:00Z", "in 3 hours"],
    ["2026-03-09T11:00:00Z", "yesterday"],
    ["2026-03-22T12:00:00Z", "in 12 days"],
    ["2026-04-09T11:59:30Z", "in 30 days"],
    ["2025-12-01T12:00:00Z", "99 days ago"],
  ])("of %s is %s", (iso, text) => {
    expect(relativeText(iso, now)).toBe(text);
  });
});

describe("a fault of an answer", () => {
  const error = {
    details: [
      { path: "body.events", message: "Must contain at least one event" },
      { path: "body.events.0", message: "Must be an event" },
      { path: "body.eventsBefore", message: "Must be absent" },
    ],
  };
  it("stands at its field, also when a value inside it is wrong", () => {
    expect(fieldFault(error, "events")).toBe("Must contain at least one event Must be an event");
    expect(fieldFault(error, "url")).toBeUndefined();
    expect(fieldFault(undefined, "url")).toBeUndefined();
  });
});
