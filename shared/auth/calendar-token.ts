/**
 * The secret in the address of an account's calendar feed: the account's id, 256 bits of chance and a checksum, so that
 * a mistyped or invented address is refused without a database read. Only its hash is stored.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { bytesOfId, idBytes, idOfBytes, readBytes } from "./account-bytes.ts";
import type { RandomBytes } from "./api-key-format.ts";

const secretBytes = 32;
const checksumBytes = 4;
const tokenBytes = idBytes + secretBytes + checksumBytes;

/** A new one, of 70 characters. */
export function mintCalendarToken(accountId: string, randomBytes: RandomBytes): string {
  const unsigned = Buffer.concat([bytesOfId(accountId), randomBytes(secretBytes)]);
  return Buffer.concat([unsigned, checksumOf(unsigned)]).toString("base64url");
}

/** Whose feed it is meant to be; undefined when form or checksum do not fit. Says nothing about whether it is good. */
export function accountOfCalendarToken(text: string): string | undefined {
  const bytes = readBytes(text, tokenBytes);
  if (!bytes) return undefined;
  const unsigned = bytes.subarray(0, -checksumBytes);
  return checksumOf(unsigned).equals(bytes.subarray(-checksumBytes)) ? idOfBytes(unsigned) : undefined;
}

/** What is stored in its place. 256 bits of chance need neither a slow hash nor a pepper. */
export function hashCalendarToken(token: string): string {
  return digestOf(token).toString("base64url");
}

/** Takes the same time wherever the two differ. */
export function matchesCalendarToken(token: string, hash: string): boolean {
  const stored = Buffer.from(hash, "base64url");
  const given = digestOf(token);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function checksumOf(bytes: Uint8Array): Buffer {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum;
}
