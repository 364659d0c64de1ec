import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accountOfCalendarToken,
  accountOfUnsubscribeToken,
  hashCalendarToken,
  matchesCalendarToken,
  matchesUnsubscribeToken,
  mintCalendarToken,
  mintUnsubscribeToken,
  unsubscribeUrl,
} from "../../../shared/auth/account-tokens.ts";

const pepper = "a pepper for this test only";
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** All texts that differ from the token in one character. */
function* misspelt(token: string): Generator<string> {
  for (let at = 0; at < token.length; at++) {
    for (const letter of alphabet) {
      if (letter !== token.charAt(at)) yield token.slice(0, at) + letter + token.slice(at + 1);
    }
  }
}

describe("an unsubscribe token", () => {
  const owner = { accountId: randomUUID(), createdAt: "2026-01-02T03:04:05.006Z" };
  const token = mintUnsubscribeToken(owner, pepper);

  it("names its account and is always the same", () => {
    fc.assert(
      fc.property(fc.uuid(), (accountId) => {
        const other = mintUnsubscribeToken({ ...owner, accountId }, pepper);
        expect(other).toMatch(/^[A-Za-z0-9_-]{43}$/);
        expect(accountOfUnsubscribeToken(other)).toBe(accountId);
      }),
    );
    expect(matchesUnsubscribeToken(token, owner, pepper)).toBe(true);
    expect(mintUnsubscribeToken(owner, pepper)).toBe(token);
    expect(unsubscribeUrl("https://api.example.com/prod", "t")).toBe("https://api.example.com/prod/unsubscribe/t");
  });

  it("is invalid with any other character, also in unused bits, with another pepper, and for a later account", () => {
    expect(matchesUnsubscribeToken(token, owner, `${pepper}.`)).toBe(false);
    expect(matchesUnsubscribeToken(token, { ...owner, createdAt: "2026-01-02T03:04:05.007Z" }, pepper)).toBe(false);
    for (const other of misspelt(token)) {
      expect(accountOfUnsubscribeToken(other) !== undefined && matchesUnsubscribeToken(other, owner, pepper)).toBe(
        false,
      );
    }
  });

  it("is not valid with another hash that uses the same pepper", () => {
    const id = Buffer.from(owner.accountId.replaceAll("-", ""), "hex");
    for (const text of [id, id.toString("hex"), "unsubscribe/1"]) {
      const hash = createHmac("sha256", pepper).update(text).digest().subarray(0, 16);
      const other = Buffer.concat([id, hash]).toString("base64url");
      expect(matchesUnsubscribeToken(other, owner, pepper)).toBe(false);
    }
  });

  it.each(["", "a", "a".repeat(42), "a".repeat(44), `${"a".repeat(42)}.`, "ä".repeat(43), `${"a".repeat(42)}b`])(
    "can't be %j",
    (text) => expect(accountOfUnsubscribeToken(text)).toBeUndefined(),
  );
});

describe("a calendar token", () => {
  it("names its account and is different each time", () => {
    const accountId = randomUUID();
    const [one, other] = [mintCalendarToken(accountId, randomBytes), mintCalendarToken(accountId, randomBytes)];
    expect(one).toMatch(/^[A-Za-z0-9_-]{70}$/);
    expect(one).not.toBe(other);
    expect([one, other].map(accountOfCalendarToken)).toEqual([accountId, accountId]);
  });

  it("matches only its own hash", () => {
    const [one, other] = [mintCalendarToken(randomUUID(), randomBytes), mintCalendarToken(randomUUID(), randomBytes)];
    const hash = hashCalendarToken(one);
    expect(hash).toBe(createHash("sha256").update(one).digest("base64url"));
    expect([matchesCalendarToken(one, hash), matchesCalendarToken(other, hash)]).toEqual([true, false]);
    expect(matchesCalendarToken(one, "")).toBe(false);
  });

  it("is invalid when one character differs", () => {
    const token = mintCalendarToken(randomUUID(), randomBytes);
    for (const text of misspelt(token)) expect(accountOfCalendarToken(text)).toBeUndefined();
  });

  it("is invalid without a UUID, even with the right checksum", () => {
    const noVersion = "00000000-0000-f000-0000-000000000001";
    const bytes = Buffer.from(noVersion.replaceAll("-", ""), "hex");
    const real = Buffer.from(mintCalendarToken(randomUUID(), randomBytes), "base64url");
    expect(accountOfCalendarToken(Buffer.concat([bytes, real.subarray(16)]).toString("base64url"))).toBeUndefined();
  });
});
