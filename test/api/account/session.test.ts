import { randomUUID } from "node:crypto";
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

  it("can change nothing from a page of another origin", async () => {
    const { token } = await freshAccount();
    const { pair } = cookieOf(await api("/session", { method: "POST", token }));
    for (const headers of [{ cookie: pair }, { cookie: pair, origin: "https://evil.example" }]) {
      const write = await api("/contacts", { method: "POST", headers, json: { firstName: "Eve" } });
      expect(await codeOf(write)).toBe("403 origin_not_allowed");
      expect(await codeOf(await api("/session", { method: "DELETE", headers }))).toBe("403 origin_not_allowed");
    }
    const { pagination } = await jsonOf(await api("/contacts", { token }));
    expect(pagination.totalCount).toBe(0);
  });

  it("does not start from a page of another origin, with an API key, or without credentials", async () => {
    const { token } = await freshAccount();
    const foreign = await api("/session", { method: "POST", token, headers: { origin: "https://evil.example" } });
    expect(await codeOf(foreign)).toBe("403 origin_not_allowed");
    const key = await jsonOf(await api("/me/api-keys", { method: "POST", token, json: { label: "x" } }));
    expect(await codeOf(await api("/session", { method: "POST", token: key.secret }))).toBe("401 auth_required");
    expect(await codeOf(await api("/session", { method: "POST" }))).toBe("401 auth_required");
  });

  it("does not start with a token that is too long for a cookie", async () => {
    const token = await tokenFor("long@example.com", { claims: { padding: "x".repeat(4_000) } });
    expect(await codeOf(await api("/session", { method: "POST", token }))).toBe("400 validation_error");
  });
});

describe("an account", () => {
  it("exists from its first request on, with the owner's own contact, which no list shows", async () => {
    const email = `grace.hopper.${randomUUID()}@example.com`;
    const sub = randomUUID();
    const token = await tokenFor(email, { claims: { sub, name: "Grace Hopper", email } });
    const { contacts, pagination } = await jsonOf(await api("/contacts", { token }));
    expect([contacts, pagination.totalCount]).toEqual([[], 0]);
    const { contact } = await jsonOf(await api(`/contacts/${sub}`, { token }));
    expect(contact).toMatchObject({ id: sub, userId: sub, firstName: "Grace Hopper", myself: true });
    expect(contact.emails).toEqual([{ preferred: true, type: "other", value: email }]);
  });
});
