import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  refusalFor,
  requireAccess,
  type Verdict,
  verdictFromContext,
  verdictToContext,
} from "../../shared/auth/verdict.ts";

const accountId = "3f2c1a4e-9d0b-4c6a-8a52-0e9c6c1d7b11";
const session: Verdict = { caller: { kind: "session", accountId } };
const readKey: Verdict = { caller: { kind: "key", accountId, keyId: "AbCdEf123456", permission: "read" } };
const fullKey: Verdict = { caller: { kind: "key", accountId, keyId: "AbCdEf123456", permission: "full" } };
const verdicts: Verdict[] = [
  session,
  readKey,
  fullKey,
  { refusal: "auth_required" },
  { refusal: "invalid_api_key" },
  { refusal: "origin_not_allowed" },
  { refusal: "service_unavailable" },
];

describe("what a verdict means for a row", () => {
  it.each([
    ["a public row", "public"],
    ["a feed", "feed"],
  ] as const)("%s is open to everyone, whatever was found out", (_what, access) => {
    for (const verdict of [undefined, ...verdicts]) expect(refusalFor({ access }, "POST", verdict)).toBeUndefined();
  });

  it.each(["integration", "session"] as const)("%s refuses whoever was refused, and whoever is unknown", (access) => {
    for (const verdict of verdicts) {
      if ("refusal" in verdict) expect(refusalFor({ access }, "GET", verdict)).toBe(verdict.refusal);
    }
    expect(refusalFor({ access }, "GET", undefined)).toBe("auth_required");
  });

  it("a session may do everything", () => {
    for (const access of ["integration", "session"] as const) {
      for (const method of ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]) {
        expect(refusalFor({ access, fullKeyOnly: true }, method, session)).toBeUndefined();
      }
    }
  });

  it.each([
    ["GET", undefined],
    ["HEAD", undefined],
    ["POST", "api_key_method_forbidden"],
    ["PATCH", "api_key_method_forbidden"],
    ["PUT", "api_key_method_forbidden"],
    ["DELETE", "api_key_method_forbidden"],
  ])("a reading key may %s or not, a full one may", (method, refusal) => {
    expect(refusalFor({ access: "integration" }, method, readKey)).toBe(refusal);
    expect(refusalFor({ access: "integration" }, method, fullKey)).toBeUndefined();
  });

  it("a reading key may not even read where a full one is due", () => {
    expect(refusalFor({ access: "integration", fullKeyOnly: true }, "GET", readKey)).toBe("api_key_method_forbidden");
    expect(refusalFor({ access: "integration", fullKeyOnly: true }, "GET", fullKey)).toBeUndefined();
  });

  it("a key on a session's row is refused for the route, also where the method would be refused too", () => {
    for (const method of ["GET", "POST"]) {
      expect(refusalFor({ access: "session" }, method, readKey)).toBe("api_key_route_forbidden");
      expect(refusalFor({ access: "session" }, method, fullKey)).toBe("api_key_route_forbidden");
    }
  });

  it("tells when to come back where it could not be found out who calls", () => {
    const ask = () => requireAccess({ access: "session" }, "GET", { refusal: "service_unavailable" });
    expect(ask).toThrow(expect.objectContaining({ code: "service_unavailable", retryAfter: 1 }));
  });
});

describe("the gateway's context", () => {
  it.each(verdicts)("carries $caller$refusal there and back", (verdict) => {
    const context = verdictToContext(verdict);
    expect(Object.values(context).every((value) => typeof value === "string")).toBe(true);
    expect(verdictFromContext({ ...context, principalId: "someone" })).toEqual(verdict);
  });

  it.each([
    null,
    undefined,
    {},
    { principalId: "someone" },
    { kind: "session" },
    { kind: "session", accountId: "" },
    { kind: "session", accountId: 7 },
    { kind: "owner", accountId },
    { accountId },
    { kind: "key", accountId },
    { kind: "key", accountId, keyId: "AbCdEf123456" },
    { kind: "key", accountId, keyId: "AbCdEf123456", permission: "write" },
    { refusal: "something" },
  ])("is no verdict when it is %j", (context) => {
    expect(verdictFromContext(context)).toBeUndefined();
  });

  it("never lets in whom a refusal names too", () => {
    fc.assert(
      fc.property(fc.constantFrom(...verdicts), fc.constantFrom(...verdicts), (refused, other) => {
        fc.pre("refusal" in refused && "caller" in other);
        expect(verdictFromContext({ ...verdictToContext(other), ...verdictToContext(refused) })).toEqual(refused);
      }),
    );
  });
});
