/** What is stored of an API key instead of itself: an HMAC under a secret that is not in the database (the pepper). */
import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * HMAC-SHA-256 of the whole key, in base64url. A key is 256 bits of chance, so a slow password hash would add nothing.
 */
export function hashApiKey(key: string, pepper: string): string {
  return digestOf(key, pepper).toString("base64url");
}

/** Takes the same time wherever the two differ. */
export function matchesApiKeyHash(key: string, pepper: string, hash: string): boolean {
  const stored = Buffer.from(hash, "base64url");
  const given = digestOf(key, pepper);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function digestOf(key: string, pepper: string): Buffer {
  return createHmac("sha256", pepper).update(key).digest();
}
