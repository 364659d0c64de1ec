/** The signed headers of a delivery ("Standard Webhooks" 1.0.0, sections "Webhook headers" and "Signature scheme"). */
import { createHmac } from "node:crypto";
import { secretPrefix } from "../../shared/webhook/secret.ts";

/** `at` is the time of the attempt. Each secret makes a signature, so that receivers may know either of them. */
export function signedHeaders(
  messageId: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${messageId}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
