/**
 * Tokens in URLs that name an account and work without a session: one for the calendar feed and one for the unsubscribe
 * link of mails. Both are base64url texts whose first 16 bytes are the account's id.
 */
import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { parse as bytesOfUuid, validate as isUuid } from "uuid";
import type { AccountHead } from "../account/store/account.ts";
import { equalInConstantTime, type RandomBytes } from "./api-key-text.ts";

const idBytes = 16;

const secretBytes = 32;
const checksumBytes = 4;
const calendarTokenBytes = idBytes + secretBytes + checksumBytes;

/**
 * A new calendar token: the account's id, 256 random bits and a checksum, in 70 characters. The checksum allows refusing a
 * mistyped or invented token without a database read.
 */
export function mintCalendarToken(accountId: string, randomBytes: RandomBytes): string {
  const unsigned = Buffer.concat([bytesOfUuid(accountId), randomBytes(secretBytes)]);
  return Buffer.concat([unsigned, checksumOf(unsigned)]).toString("base64url");
}

/** The account of a well-formed calendar token, which may still be invalid. Undefined for any other text. */
export function accountOfCalendarToken(text: string): string | undefined {
  const bytes = readBytes(text, calendarTokenBytes);
  if (!bytes) return undefined;
  const unsigned = bytes.subarray(0, -checksumBytes);
  return checksumOf(unsigned).equals(bytes.subarray(-checksumBytes)) ? accountIdIn(unsigned) : undefined;
}

/** The stored form of a calendar token. 256 random bits need neither a slow hash nor a pepper. */
export function hashCalendarToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export function matchesCalendarToken(token: string, hash: string): boolean {
  return equalInConstantTime(hashCalendarToken(token), hash);
}

function checksumOf(bytes: Uint8Array): Buffer {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum;
}

/** The length of an HMAC-SHA-256 that is cut to its first half (RFC 2104, section 5). */
const proofBytes = 16;

/** The id and the creation time of an account. A later account of the same person has another time. */
type Owner = Pick<AccountHead, "accountId" | "createdAt">;

/**
 * The unsubscribe token of an account (RFC 8058), in 43 characters, the same at every call. It contains an HMAC, so that
 * nothing is stored. It stays valid as long as the account, and as long as the pepper is accepted, because people keep mails for years.
 */
export function mintUnsubscribeToken({ accountId, createdAt }: Owner, pepper: string): string {
  const id = bytesOfUuid(accountId);
  // The key is derived from the pepper for this purpose only, so that other hashes with the pepper prove nothing here.
  const key = createHmac("sha256", pepper).update("unsubscribe/1").digest();
  const proof = createHmac("sha256", key).update(id).update(createdAt).digest().subarray(0, proofBytes);
  return Buffer.concat([id, proof]).toString("base64url");
}

/** `apiUrl` has no slash at its end. */
export function unsubscribeUrl(apiUrl: string, token: string): string {
  return `${apiUrl}/unsubscribe/${token}`;
}

/** The account of a text with the form of an unsubscribe token, which may still be invalid. Undefined for any other text. */
export function accountOfUnsubscribeToken(text: string): string | undefined {
  const bytes = readBytes(text, idBytes + proofBytes);
  return bytes && accountIdIn(bytes);
}

export function matchesUnsubscribeToken(token: string, owner: Owner, pepper: string): boolean {
  return equalInConstantTime(token, mintUnsubscribeToken(owner, pepper));
}

/** Undefined when the first bytes are no UUID. */
function accountIdIn(bytes: Uint8Array): string | undefined {
  const digits = Buffer.from(bytes.subarray(0, idBytes)).toString("hex");
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isUuid(id) ? id : undefined;
}

/** The bytes of a base64url text of exactly this size. Undefined for other sizes and other spellings of the same bytes. */
function readBytes(text: string, size: number): Buffer | undefined {
  if (text.length !== Math.ceil((size * 4) / 3)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === size && bytes.toString("base64url") === text ? bytes : undefined;
}
