import { randomBytes } from "node:crypto";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "vitest";
import { sessionOperations } from "../../../functions/session/operations.ts";
import { createPepper } from "../../../shared/auth/pepper.ts";
import { createRefusalCounter } from "../../../shared/platform/http/rate-limit/refused-credentials.ts";
import { signInIssuer } from "../../support/account/sign-in-issuer.ts";
import { call, reset } from "../../support/process/small-api.ts";

beforeEach(reset);

it("every address has its own limit, which starts again with each minute", () => {
  let time = 59_000;
  const isTooMany = createRefusalCounter(2, () => time);
  const thrice = (address: string) => [isTooMany(address), isTooMany(address), isTooMany(address)];
  expect(thrice("one")).toEqual([false, false, true]);
  expect(thrice("other")).toEqual([false, false, true]);
  time = 60_000;
  expect(thrice("one")).toEqual([false, false, true]);
});

it("a refusal beyond the limit says when to retry and comes before validation", async () => {
  const answer = await call({ verdict: { refusal: "rate_limit_exceeded" }, query: { limit: ["x"] } });
  expect([answer.statusCode, answer.headers["retry-after"], answer.headers["www-authenticate"]]).toEqual([
    429,
    "60",
    undefined,
  ]);
  expect(answer.json.error).toMatchObject({ code: "rate_limit_exceeded", retry_after: 60 });
});

it("wrong credentials are also counted when a session is started", async () => {
  // The tables are not read, because no token is valid.
  const store = { client: DynamoDBDocumentClient.from(new DynamoDBClient()), tableName: "" };
  const { startSession } = sessionOperations({
    store,
    cache: store,
    pepper: createPepper({ API_KEY_PEPPER: "p".repeat(32), API_KEY_PEPPER_SECRET: undefined }, () => 0),
    randomBytes,
    signInBases: [],
    fetchAnswer: fetch,
    publicUrl: "https://api.example",
    wait: async () => {},
    countRefusal: createRefusalCounter(3, () => 0),
    allowedOrigins: [],
    issuers: [signInIssuer],
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
