import { describe, expect, it } from "vitest";
import { api, freshAccount, localStack, tokenFor } from "../../support/process/stack.ts";

interface Body {
  error: { code: string };
  secret: string;
  contacts: unknown[];
  pagination: { totalCount: number };
  contact: { firstName: string; emails: unknown[] };
}

const jsonOf = async (answer: Response) => (await answer.json()) as Body;
const codeOf = async (answer: Response) => `${answer.status} ${(await jsonOf(answer)).error.code}`;

/** The pair that a browser sends back, and the attributes that it does not send. */
function cookieOf(answer: Response): { pair: string; attributes: string[] } {
  const [pair = "", ...attributes] = (answer.headers.getSetCookie()[0] ?? "").split("; ");
  return { pair, attributes };
}

describe("a session by cookie", () => {
  it("starts with a token, expires with it, authenticates a browser, and can be ended", async () => {
    const { baseUrl } = await localStack();
    const { token } = await freshAccount();
    const started = await api("/session", { method: "POST", token, headers: { origin: baseUrl } });
    expect(started.status).toBe(204);
    expect(started.headers.get("access-control-allow-credentials")).toBe("true");
    const { pair, attributes } = cookieOf(started);
    expect(pair).toBe(`session=${token}`);
    expect(attributes).toEqual([expect.stringMatching(/^Max-Age=3[56]\d\d$/), "Path=/", "HttpOnly", "SameSite=Lax"]);

    const headers = { cookie: `theme=dark; ${pair}`, origin: baseUrl };
    expect((await api("/contacts", { headers })).status).toBe(200);
    const created = await api("/contacts", { method: "POST", headers, json: { firstName: "Ada" } });
    expect(created.status).toBe(201);

    const ended = await api("/session", { method: "DELETE", headers });
    expect(ended.status).toBe(204);
    expect(cookieOf(ended)).toEqual({
      pair: "session=",
      attributes: ["Max-Age=0", "Path=/", "HttpOnly", "SameSite=Lax"],
    });
  });

  it("does not start with a token that is too long for a cookie", async () => {
    const token = await tokenFor("long@example.com", { claims: { padding: "x".repeat(4_000) } });
    expect(await codeOf(await api("/session", { method: "POST", token }))).toBe("400 validation_error");
  });
});
