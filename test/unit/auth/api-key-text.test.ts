import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  apiKeyPrefix,
  hashApiKey,
  maskApiKey,
  matchesApiKeyHash,
  mintApiKey,
  parseApiKey,
} from "../../../shared/auth/api-key-text.ts";

const pepper = "p".repeat(32);
const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Keys from random bytes that the property controls. */
const key = fc.infiniteStream(fc.integer({ min: 0, max: 255 })).map((bytes) =>
  mintApiKey((size) => {
    const drawn = Array.from({ length: size }, () => Number(bytes.next().value));
    return Uint8Array.from(drawn);
  }),
);

describe("an API key", () => {
  it("has an id of 12 and a secret of 49 letters and digits, is parsed, and is shown without its secret", () => {
    fc.assert(
      fc.property(key, ({ key, keyId }) => {
        expect(key).toMatch(/^service_key_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
        expect(key.startsWith(`service_key_${keyId}_`)).toBe(true);
        expect(parseApiKey(key)).toEqual({ key, keyId });
        expect(maskApiKey({ keyId })).toBe(`service_key_${keyId}_****`);
      }),
    );
  });

  it("is refused when one character differs", () => {
    const change = fc.tuple(key, fc.nat(), fc.constantFrom(...alphanumeric, "_", " ", "é"));
    fc.assert(
      fc.property(change, ([{ key }, at, character]) => {
        const position = at % key.length;
        fc.pre(key[position] !== character);
        expect(parseApiKey(key.slice(0, position) + character + key.slice(position + 1))).toBeUndefined();
      }),
    );
  });

  it("is refused when two neighbours are swapped, or when characters are missing or added", () => {
    fc.assert(
      fc.property(key, fc.nat(), ({ key }, at) => {
        const position = at % (key.length - 1);
        const [left = "", right = ""] = key.slice(position, position + 2);
        expect(parseApiKey(key.slice(0, position))).toBeUndefined();
        expect(parseApiKey(`${key}${left}`)).toBeUndefined();
        expect(parseApiKey(`${key}\n`)).toBeUndefined();
        fc.pre(left !== right);
        expect(parseApiKey(key.slice(0, position) + right + left + key.slice(position + 2))).toBeUndefined();
      }),
    );
  });

  it("pads a small checksum with zeros", () => {
    const checksums = Array.from({ length: 2_000 }, () => mintApiKey(randomBytes).key.slice(-6));
    expect(checksums.every((checksum) => checksum.length === 6)).toBe(true);
    // 2^32 is below 5 * 62^5, so the first digit is small and often a zero.
    expect(checksums.some((checksum) => checksum.startsWith("0"))).toBe(true);
  });

  it("uses all characters equally often", () => {
    // If large bytes were not drawn again, the first eight characters would come five times for four of the others.
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    let at = 0;
    const drawn = Array.from({ length: 62 * 4 * 55 }, () => {
      const source = (size: number) => Uint8Array.from({ length: size }, () => everyByte[at++ % 256] ?? 0);
      return mintApiKey(source).key.slice(apiKeyPrefix.length, -6).replace("_", "");
    }).join("");
    const counts = [...alphanumeric].map((character) => drawn.split(character).length - 1);
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.01);
  });
});

describe("the hash of an API key", () => {
  it("matches only this key with this pepper", () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one.key !== other.key);
        const hash = hashApiKey(one.key, pepper);
        expect(matchesApiKeyHash(one.key, pepper, hash)).toBe(true);
        expect(matchesApiKeyHash(other.key, pepper, hash)).toBe(false);
        expect(matchesApiKeyHash(one.key, "q".repeat(32), hash)).toBe(false);
      }),
    );
  });

  it.each(["", "x", "not base64url at all !!", "A".repeat(43)])("is never %j", (hash) => {
    expect(matchesApiKeyHash(mintApiKey(randomBytes).key, pepper, hash)).toBe(false);
  });
});
