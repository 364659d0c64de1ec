import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accountOfCalendarToken,
  hashCalendarToken,
  matchesCalendarToken,
  mintCalendarToken,
} from "../../shared/auth/calendar-token.ts";
import {
  looksLikeUnsubscribeToken,
  mintUnsubscribeToken,
  readUnsubscribeToken,
  unsubscribeUrl,
} from "../../shared/auth/unsubscribe-token.ts";

const pepper = "a pepper for nothing but this test";
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const someToken = (length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((letters) => letters.join(""));

/** Every text that differs from this one in one letter. */
function* misspelt(token: string): Generator<string> {
  for (let at = 0; at < token.length; at++) {
    for (const letter of alphabet) {
      if (letter !== token.charAt(at)) yield token.slice(0, at) + letter + token.slice(at + 1);
    }
  }
}

describe("an unsubscribe token", () => {
  it("names its account, and is the same whenever it is made", () => {
    fc.assert(
      fc.property(fc.uuid(), (accountId) => {
        const token = mintUnsubscribeToken(accountId, pepper);
        expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
        expect(mintUnsubscribeToken(accountId, pepper)).toBe(token);
        expect(readUnsubscribeToken(token, pepper)).toBe(accountId);
      }),
    );
    expect(unsubscribeUrl("https://api.example.com/prod", "t")).toBe("https://api.example.com/prod/unsubscribe/t");
  });

  it("is nobody's with any other letter, also in the bits that no byte has, or another pepper", () => {
    const token = mintUnsubscribeToken(randomUUID(), pepper);
    expect(readUnsubscribeToken(token, `${pepper}.`)).toBeUndefined();
    for (const other of misspelt(token)) expect(readUnsubscribeToken(other, pepper)).toBeUndefined();
  });

  it("is not proven by a hash under the same pepper that was made for something else", () => {
    const id = Buffer.from(randomUUID().replaceAll("-", ""), "hex");
    for (const text of [id, id.toString("hex"), "unsubscribe/1"]) {
      const hash = createHmac("sha256", pepper).update(text).digest().subarray(0, 16);
      expect(readUnsubscribeToken(Buffer.concat([id, hash]).toString("base64url"), pepper)).toBeUndefined();
    }
  });

  it.each(["", "a", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}.`, "ä".repeat(43), `${"a".repeat(42)}b`])(
    "can't be %j, which costs no secret",
    (text) => {
      expect(looksLikeUnsubscribeToken(text)).toBe(false);
      expect(readUnsubscribeToken(text, pepper)).toBeUndefined();
    },
  );

  it("can't be guessed", () => {
    fc.assert(fc.property(someToken(43), (text) => readUnsubscribeToken(text, pepper) === undefined));
  });
});

describe("a calendar token", () => {
  it("names its account and is made anew each time", () => {
    const accountId = randomUUID();
    const [one, other] = [mintCalendarToken(accountId, randomBytes), mintCalendarToken(accountId, randomBytes)];
    expect(one).toMatch(/^[A-Za-z0-9_-]{70}$/);
    expect(one).not.toBe(other);
    expect([one, other].map(accountOfCalendarToken)).toEqual([accountId, accountId]);
  });

  it("matches the hash of itself and of no other", () => {
    const [one, other] = [mintCalendarToken(randomUUID(), randomBytes), mintCalendarToken(randomUUID(), randomBytes)];
    const hash = hashCalendarToken(one);
    expect(hash).toBe(createHash("sha256").update(one).digest("base64url"));
    expect([matchesCalendarToken(one, hash), matchesCalendarToken(other, hash)]).toEqual([true, false]);
    expect(matchesCalendarToken(one, "")).toBe(false);
  });

  it("is known to be mistyped by any single letter", () => {
    const token = mintCalendarToken(randomUUID(), randomBytes);
    for (const text of misspelt(token)) expect(accountOfCalendarToken(text)).toBeUndefined();
  });

  it("is none without the id of an account, even with the right checksum", () => {
    const noVersion = "00000000-0000-f000-0000-000000000001";
    const bytes = Buffer.from(noVersion.replaceAll("-", ""), "hex");
    const real = Buffer.from(mintCalendarToken(randomUUID(), randomBytes), "base64url");
    expect(accountOfCalendarToken(Buffer.concat([bytes, real.subarray(16)]).toString("base64url"))).toBeUndefined();
    fc.assert(fc.property(someToken(70), (text) => accountOfCalendarToken(text) === undefined));
  });
});
