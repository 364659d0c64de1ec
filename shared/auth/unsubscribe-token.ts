/**
 * The secret in the address by which reminders are turned off (RFC 8058): it names the account and proves by an HMAC
 * that we made it, so nothing is stored for it. It stays good as long as the pepper: mails are kept for years.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { bytesOfId, idBytes, idOfBytes, readBytes } from "./account-bytes.ts";

/** Of the HMAC-SHA-256, cut to half (RFC 2104, section 5). */
const proofBytes = 16;

/** A domain of its own, so that no hash under the same pepper proves anything here. */
const domain = "unsubscribe/1";

/** What the account's mails carry, in 43 characters; the same at every call. */
export function mintUnsubscribeToken(accountId: string, pepper: string): string {
  const id = bytesOfId(accountId);
  return Buffer.concat([id, proofOf(id, pepper)]).toString("base64url");
}

/** Where the token is used. `apiUrl` has no slash at its end. */
export function unsubscribeUrl(apiUrl: string, token: string): string {
  return `${apiUrl}/unsubscribe/${token}`;
}

/** Whether a text could be a token at all: what could not costs neither secret nor read. */
export function looksLikeUnsubscribeToken(text: string): boolean {
  return readBytes(text, idBytes + proofBytes) !== undefined;
}

/** The account's id; undefined for a token that we did not make. Takes the same time wherever the proof differs. */
export function readUnsubscribeToken(text: string, pepper: string): string | undefined {
  const bytes = readBytes(text, idBytes + proofBytes);
  if (!bytes) return undefined;
  const id = bytes.subarray(0, idBytes);
  return timingSafeEqual(bytes.subarray(idBytes), proofOf(id, pepper)) ? idOfBytes(id) : undefined;
}

function proofOf(id: Uint8Array, pepper: string): Buffer {
  const key = createHmac("sha256", pepper).update(domain).digest();
  return createHmac("sha256", key).update(id).digest().subarray(0, proofBytes);
}
