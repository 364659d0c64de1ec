/** The reference library of Standard Webhooks verifies what the sender signs. */
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { signedHeaders } from "../../../functions/webhook-sender/signature.ts";
import { newSecret } from "../../../shared/webhook/secret.ts";

const [current, previous, foreign] = [1, 2, 3].map(() => newSecret(randomBytes)) as [string, string, string];
const body = JSON.stringify({ type: "contact.created", data: { contactId: "é", txid: "7" } });

it("receivers that know the current secret, or the one before it, accept a delivery; others refuse it", () => {
  const headers = signedHeaders("msg_1", body, [current, previous], new Date());
  expect(new Webhook(current).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(previous).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(foreign).verify(body, headers)).toThrow("No matching signature found");
});

it("a delivery that was changed, or is old, is refused", () => {
  const headers = signedHeaders("msg_1", body, [current], new Date());
  expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(current).verify(body, { ...headers, "webhook-id": "msg_2" })).toThrow();
  const old = signedHeaders("msg_1", body, [current], new Date(Date.now() - 6 * 60_000));
  expect(() => new Webhook(current).verify(body, old)).toThrow("too old");
});

it.each(["", "é 😀 \u2028", "\u0000"])("the library signs the body %j alike", (text) => {
  const at = new Date("2026-03-10T08:00:00.999Z");
  const headers = signedHeaders("msg_1", text, [current], at);
  expect(headers["webhook-signature"]).toBe(new Webhook(current).sign("msg_1", at, text));
});
