import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPepper } from "../../../shared/auth/pepper.ts";
import { createSealer, openText, sealText } from "../../../shared/auth/sealed-text.ts";

const pepperOf = (text: string) =>
  createPepper({ API_KEY_PEPPER: text.padEnd(32, "."), API_KEY_PEPPER_SECRET: undefined }, () => 0);
const pepper = pepperOf("one");
const seal = { purpose: "letters", subject: "alice" };
const sealed = await sealText("hello", seal, { readPepper: pepper.current, randomBytes });

describe("a sealed text", () => {
  it("is opened with its pepper, purpose and subject, and with no other", async () => {
    expect(await openText(sealed, seal, pepper)).toEqual({ text: "hello", version: "current" });
    expect(await openText(sealed, { ...seal, purpose: "cookies" }, pepper)).toBeUndefined();
    expect(await openText(sealed, { ...seal, subject: "bob" }, pepper)).toBeUndefined();
    expect(await openText(sealed, seal, pepperOf("two"))).toBeUndefined();
  });

  it("is opened with the pepper before a rotation", async () => {
    const secrets = { AWSCURRENT: "n".repeat(32), AWSPREVIOUS: await pepper.current() };
    const rotated = createPepper(
      { API_KEY_PEPPER: undefined, API_KEY_PEPPER_SECRET: "secret" },
      () => 0,
      async (_id, stage) => secrets[stage],
    );
    expect(await openText(sealed, seal, rotated)).toEqual({ text: "hello", version: "previous" });
  });

  it("is refused after any change, and so is any other text", async () => {
    const bytes = Buffer.from(sealed, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await openText(changed.toString("base64url"), seal, pepper)).toBeUndefined();
    }
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        expect(await openText(text, seal, pepper)).toBeUndefined();
      }),
    );
  });

  it("ends at the time that it holds, whatever a browser does with its cookie", async () => {
    let now = 1_000;
    const { seal: sealValue, open } = createSealer<string>("cookies", {
      pepper,
      randomBytes,
      now: () => new Date(now),
    });
    const cookie = await sealValue("value", 60);
    expect(await open(cookie)).toEqual({ value: "value", endsAt: 60 });
    now = 60_000;
    expect(await open(cookie)).toBeUndefined();
    expect(await createSealer("others", { pepper, randomBytes, now: () => new Date(0) }).open(cookie)).toBeUndefined();
  });
});
