import { describe, expect, it } from "vitest";
import {
  refusalFor,
  requireAccess,
  type Verdict,
  verdictFromContext,
  verdictToContext,
} from "../../../shared/platform/http/verdict.ts";

const accountId = "3f2c1a4e-9d0b-4c6a-8a52-0e9c6c1d7b11";
const session: Verdict = { caller: { kind: "session", accountId } };
const readKey: Verdict = {
  caller: { kind: "key", accountId, keyId: "AbCdEf123456", label: "Zoë’s phone", permission: "read" },
};
const fullKey: Verdict = {
  caller: { kind: "key", accountId, keyId: "AbCdEf123456", label: "Zoë’s phone", permission: "full" },
};
const verdicts: Verdict[] = [
  session,
  readKey,
  fullKey,
  { refusal: "auth_required" },
  { refusal: "invalid_api_key" },
  { refusal: "origin_not_allowed" },
  { refusal: "service_unavailable" },
  { refusal: "service_unavailable", isDeleting: true },
];

describe("access to a route", () => {
  it.each(["public", "feed"] as const)("%s is open to everyone", (access) => {
    for (const verdict of [undefined, ...verdicts]) expect(refusalFor({ access }, "POST", verdict)).toBeUndefined();
  });

  it.each(["integration", "session"] as const)("%s refuses callers with a refusal and without a verdict", (access) => {
    for (const verdict of verdicts) {
      if ("refusal" in verdict) expect(refusalFor({ access }, "GET", verdict)).toBe(verdict.refusal);
    }
    expect(refusalFor({ access }, "GET", undefined)).toBe("auth_required");
  });

  const methods = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"];
  const [allowed, forbidden] = [undefined, "api_key_method_forbidden"];
  it.each([
    ["a session, whatever the row", { access: "session", fullKeyOnly: true }, session, [], allowed],
    ["a full key, where keys are accepted", { access: "integration", fullKeyOnly: true }, fullKey, [], allowed],
    ["a read key, for reading only", { access: "integration" }, readKey, ["GET", "HEAD"], forbidden],
    ["a read key, where a full key is needed", { access: "integration", fullKeyOnly: true }, readKey, [], forbidden],
    ["a read key, for its route and not its method", { access: "session" }, readKey, [], "api_key_route_forbidden"],
    ["a full key, where a session is needed", { access: "session" }, fullKey, [], "api_key_route_forbidden"],
  ] as const)("is decided for %s", (_who, row, verdict, open, refusal) => {
    for (const method of methods) {
      const expected = (open as readonly string[]).includes(method) ? undefined : refusal;
      expect(refusalFor(row, method, verdict), method).toBe(expected);
    }
  });

  it.each([
    ["the caller could not be identified", {}, { retryAfter: 1 }],
    [
      "data are still being deleted",
      { isDeleting: true },
      { retryAfter: 600, message: expect.stringMatching("deleted") },
    ],
  ])("says when to retry if %s", (_why, more, expected) => {
    const ask = () => requireAccess({ access: "session" }, "GET", { refusal: "service_unavailable", ...more });
    expect(ask).toThrow(expect.objectContaining({ code: "service_unavailable", ...expected }));
  });
});

describe("the gateway's context", () => {
  it.each(verdicts)("transports $caller$refusal", (verdict) => {
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
    { kind: "key", accountId, keyId: "AbCdEf123456", label: "Zoë’s phone", permission: "write" },
    { refusal: "something" },
  ])("has no verdict when it is %j", (context) => {
    expect(verdictFromContext(context)).toBeUndefined();
  });

  it("with a caller and a refusal is a refusal", () => {
    const context = { ...verdictToContext(fullKey), ...verdictToContext({ refusal: "auth_required" }) };
    expect(verdictFromContext(context)).toEqual({ refusal: "auth_required" });
  });
});
