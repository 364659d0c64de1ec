/**
 * The text of an API key: `service_key_<keyId>_<secret>`. The secret ends with a checksum of the text before it, so that a
 * mistyped or invented key is refused without a database read, and secret scanners recognise keys reliably.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** Every API key starts with this text, and no session token does. */
export const apiKeyPrefix = "service_key_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const keyIdLength = 12;
/** 43 characters of an alphabet of 62 have 256 bits. */
const randomLength = 43;
/** The largest CRC-32 has six digits in base 62. */
const checksumLength = 6;

export const keyIdPattern = new RegExp(`^[0-9A-Za-z]{${keyIdLength}}$`);
const keyPattern = new RegExp(
  `^${apiKeyPrefix}([0-9A-Za-z]{${keyIdLength}})_[0-9A-Za-z]{${randomLength + checksumLength}}$`,
);

export interface ApiKeyText {
  /** The public name of the key. */
  keyId: string;
  key: string;
}

/** Makes `size` random bytes of cryptographic quality. */
export type RandomBytes = (size: number) => Uint8Array;

export function mintApiKey(randomBytes: RandomBytes): ApiKeyText {
  const keyId = randomText(keyIdLength, randomBytes);
  const unsigned = `${apiKeyPrefix}${keyId}_${randomText(randomLength, randomBytes)}`;
  return { keyId, key: unsigned + checksumOf(unsigned) };
}

/** Reads a well-formed key, which may still not exist. Undefined for a text of another form or with a wrong checksum. */
export function parseApiKey(text: string): ApiKeyText | undefined {
  const keyId = keyPattern.exec(text)?.[1];
  if (keyId === undefined) return undefined;
  const unsigned = text.slice(0, -checksumLength);
  return text === unsigned + checksumOf(unsigned) ? { keyId, key: text } : undefined;
}

/** The form in which a key is shown after its creation, without its secret. */
export function maskApiKey({ keyId }: Pick<ApiKeyText, "keyId">): string {
  return `${apiKeyPrefix}${keyId}_****`;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let position = 0; position < checksumLength; position++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/** Random bytes from this number on are not used, because they would make some of the 62 characters likelier. */
const fairBytes = 256 - (256 % alphabet.length);

function randomText(length: number, randomBytes: RandomBytes): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < fairBytes) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/**
 * The stored form of an API key: HMAC-SHA-256 in base64url, with a secret that is not in the database (the pepper). A key
 * has 256 random bits, so a slow password hash would add nothing.
 */
export function hashApiKey(key: string, pepper: string): string {
  return createHmac("sha256", pepper).update(key).digest("base64url");
}

export function matchesApiKeyHash(key: string, pepper: string, hash: string): boolean {
  return equalInConstantTime(hashApiKey(key, pepper), hash);
}

/** Compares two base64url texts in a time that doesn't depend on where they differ. */
export function equalInConstantTime(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one, "base64url"), Buffer.from(other, "base64url")];
  return first.length === second.length && timingSafeEqual(first, second);
}
