/**
 * The text of an API key: `service_key_<keyId>_<secret>`. The secret ends with a checksum over everything before it, so
 * that a mistyped or invented key is refused without a database read, and secret scanners can tell a key from what only
 * looks like one.
 */
import { crc32 } from "node:zlib";

/** What every key starts with; a bearer that starts so is a key and nothing else. */
export const apiKeyMark = "service_key_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const keyIdLength = 12;
/** 256 bits: log2(62) for each. */
const randomLength = 43;
/** The largest CRC-32 has six digits in base 62. */
const checksumLength = 6;

export const keyIdPattern = new RegExp(`^[0-9A-Za-z]{${keyIdLength}}$`);
const keyPattern = new RegExp(
  `^${apiKeyMark}([0-9A-Za-z]{${keyIdLength}})_[0-9A-Za-z]{${randomLength + checksumLength}}$`,
);

export interface ApiKeyText {
  /** Names the key; no secret. */
  keyId: string;
  /** The whole key. */
  key: string;
}

/** `size` random bytes, of cryptographic quality. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new key. */
export function mintApiKey(randomBytes: RandomBytes): ApiKeyText {
  const keyId = randomText(keyIdLength, randomBytes);
  const unsigned = `${apiKeyMark}${keyId}_${randomText(randomLength, randomBytes)}`;
  return { keyId, key: unsigned + checksumOf(unsigned) };
}

/**
 * The key that this text is, or undefined when form or checksum do not fit. Says nothing about whether the key exists.
 */
export function parseApiKey(text: string): ApiKeyText | undefined {
  const keyId = keyPattern.exec(text)?.[1];
  if (keyId === undefined) return undefined;
  const unsigned = text.slice(0, -checksumLength);
  return text === unsigned + checksumOf(unsigned) ? { keyId, key: text } : undefined;
}

/** What may be shown of a key once it was handed out: which one it is, and nothing of its secret. */
export function maskApiKey({ keyId }: Pick<ApiKeyText, "keyId">): string {
  return `${apiKeyMark}${keyId}_****`;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/**
 * Bytes beyond the last whole multiple of 62 are drawn again: folded in, they would make some characters likelier than
 * others.
 */
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
