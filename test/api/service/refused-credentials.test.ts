/** The limit of refused credentials of a client address, over HTTP. The stack of the other tests has a limit that none reaches. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalStack, startStack } from "../../../infra/local/stack/stack.ts";

let stack: LocalStack;

beforeAll(async () => {
  const environment = { PATH: process.env.PATH, REFUSALS_PER_MINUTE: "2" };
  stack = await startStack({ port: 0, environment, log: () => {} });
});
afterAll(() => stack?.stop());

async function ask(authorization?: string, path = "/me"): Promise<Response> {
  return fetch(`${stack.baseUrl}${path}`, { headers: authorization === undefined ? {} : { authorization } });
}

it("answers 429 to further wrong credentials, and lets valid ones and requests without credentials pass", async () => {
  const statuses: number[] = [];
  // The count starts again with each minute, which may be once during these calls.
  for (const wrong of ["Bearer a.b.c", "Bearer service_key_x", "Basic x", "Bearer x", "Bearer y", "Bearer z"]) {
    const answer = await ask(wrong);
    statuses.push(answer.status);
    if (answer.status !== 429) continue;
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(await answer.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
  }
  expect(statuses.slice(0, 2)).toEqual([401, 401]);
  expect(statuses).toContain(429);
  expect((await ask()).status).toBe(401);
  expect((await ask(`Bearer ${await stack.tokenFor("guess@example.com")}`)).status).toBe(200);
  expect((await ask("Bearer x", "/health/live")).status).toBe(200);
});
