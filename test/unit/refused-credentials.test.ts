import { beforeEach, expect, it } from "vitest";
import { sessionOperations } from "../../functions/session/operations.ts";
import { createRefusalCounter } from "../../shared/auth/refused-credentials.ts";
import { call, reset } from "../support/small-api.ts";

beforeEach(reset);

it("every address has a budget of its own, which is full again with the next minute", () => {
  let time = 59_000;
  const isTooMany = createRefusalCounter(2, () => time);
  const thrice = (address: string) => [isTooMany(address), isTooMany(address), isTooMany(address)];
  expect(thrice("one")).toEqual([false, false, true]);
  expect(thrice("other")).toEqual([false, false, true]);
  time = 60_000;
  expect(thrice("one")).toEqual([false, false, true]);
});

it("a refusal beyond it says when to come back, costs no count, and learns nothing from validation", async () => {
  const answer = await call({ verdict: { refusal: "rate_limit_exceeded" }, query: { limit: ["x"] } });
  expect([answer.statusCode, answer.headers["retry-after"], answer.headers["www-authenticate"]]).toEqual([
    429,
    "60",
    undefined,
  ]);
  expect(answer.json.error).toMatchObject({ code: "rate_limit_exceeded", retry_after: 60 });
});

it("tokens and keys that are no session's are counted where they are exchanged, too", async () => {
  const { startSession } = sessionOperations({
    verifyToken: async () => undefined,
    countRefusal: createRefusalCounter(3, () => 0),
    allowedOrigins: [],
    now: () => new Date(0),
  });
  const codeFor = async (headers: Record<string, string>) => {
    const input = { headers, clientAddress: "192.0.2.7", baseUrl: "https://api.example" };
    return startSession(input as Parameters<typeof startSession>[0]).catch((error: { code: string }) => error.code);
  };
  const wrong = ["Bearer a.b.c", "Bearer service_key_x", "Basic x"].map((authorization) => ({ authorization }));
  for (const headers of wrong) expect(await codeFor(headers)).toBe("auth_required");
  for (const headers of wrong) expect(await codeFor(headers)).toBe("rate_limit_exceeded");
  expect(await codeFor({})).toBe("auth_required");
});
