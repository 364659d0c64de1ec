import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiKeyMark, maskApiKey, mintApiKey, parseApiKey } from "../../shared/auth/api-key-format.ts";
import { hashApiKey, matchesApiKeyHash } from "../../shared/auth/api-key-hash.ts";

const pepper = "p".repeat(32);
const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Keys whose chance is held by the property. */
const key = fc.infiniteStream(fc.integer({ min: 0, max: 255 })).map((bytes) =>
  mintApiKey((size) => {
    const drawn = Array.from({ length: size }, () => Number(bytes.next().value));
    return Uint8Array.from(drawn);
  }),
);

describe("a key", () => {
  it("has the form of the contract: an id of 12, a secret of 49, all of letters and digits", () => {
    fc.assert(
      fc.property(key, ({ key, keyId }) => {
        expect(key).toMatch(/^service_key_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
        expect(key.startsWith(`service_key_${keyId}_`)).toBe(true);
      }),
    );
  });

  it("is recognised", () => {
    fc.assert(
      fc.property(key, (minted) => {
        expect(parseApiKey(minted.key)).toEqual(minted);
      }),
    );
  });

  it("is refused when any one character is another", () => {
    const change = fc.tuple(key, fc.nat(), fc.constantFrom(...alphanumeric, "_", " ", "é"));
    fc.assert(
      fc.property(change, ([{ key }, at, character]) => {
        const position = at % key.length;
        fc.pre(key[position] !== character);
        expect(parseApiKey(key.slice(0, position) + character + key.slice(position + 1))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it("is refused when two neighbours changed places, or when it is cut or goes on", () => {
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

  it("is not anything that only starts like one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (rest) => {
        expect(parseApiKey(apiKeyMark + rest)).toBeUndefined();
      }),
    );
  });

  it("pads a small checksum with zeros, so that its length never changes", () => {
    const checksums = Array.from({ length: 2_000 }, () => mintApiKey(randomBytes).key.slice(-6));
    expect(checksums.every((checksum) => checksum.length === 6)).toBe(true);
    // 2^32 is below 5 x 62^5: the first digit is small, and would be missing if it were not written as a zero.
    expect(checksums.some((checksum) => checksum.startsWith("0"))).toBe(true);
  });

  it("has every character as likely as every other", () => {
    // Each byte value once: were bytes folded in instead of drawn again, the first eight characters would come five times, the others four.
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    let at = 0;
    const drawn = Array.from({ length: 62 * 4 * 55 }, () => {
      const source = (size: number) => Uint8Array.from({ length: size }, () => everyByte[at++ % 256] ?? 0);
      return mintApiKey(source).key.slice(apiKeyMark.length, -6).replace("_", "");
    }).join("");
    const counts = [...alphanumeric].map((character) => drawn.split(character).length - 1);
    expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.01);
  });

  it("shows its id and nothing of its secret when masked", () => {
    fc.assert(
      fc.property(key, (minted) => {
        expect(maskApiKey(minted)).toBe(`service_key_${minted.keyId}_****`);
      }),
    );
  });
});

describe("its hash", () => {
  it("matches the key and no other, under one pepper and no other", () => {
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

  it("is 256 bits that hold nothing of the key", () => {
    const { key } = mintApiKey(randomBytes);
    const hash = hashApiKey(key, pepper);
    expect(Buffer.from(hash, "base64url")).toHaveLength(32);
    expect(hash).not.toContain(key.slice(-20));
  });

  it.each(["", "x", "not base64url at all !!", "A".repeat(43)])("does not match %j, which is no hash of it", (hash) => {
    expect(matchesApiKeyHash(mintApiKey(randomBytes).key, pepper, hash)).toBe(false);
  });
});
