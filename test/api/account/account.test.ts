import { describe, expect, it } from "vitest";
import { api, freshAccount, tokenFor } from "../../support/process/stack.ts";

const get = async (path: string, token: string) => {
  const answer = await api(path, { token });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
};

describe("/me", () => {
  it("has the new address of a token if the issuer has verified it", async () => {
    const { email, token } = await freshAccount();
    expect(await get("/me", token)).toMatchObject({ email });
    const moved = (claims: object, expiresIn: number) => tokenFor(email, { claims: { ...claims }, expiresIn });
    const unverified = await moved({ email: "new@example.com", email_verified: false }, 3_000);
    expect(await get("/me", unverified)).toMatchObject({ email });
    const verified = await moved({ email: "new@example.com", email_verified: true }, 3_100);
    expect(await get("/me", verified)).toMatchObject({ email: "new@example.com" });
    expect(await get("/me/settings", verified)).toMatchObject({ email: "new@example.com", mailStatus: "ok" });
  });
});

describe("/me/person", () => {
  it("has the same answer and tag as GET /contacts/{id}", async () => {
    const { token } = await freshAccount();
    const { id } = await get("/me", token);
    const own = await api("/me/person?avatarSize=large", { token });
    const contact = await api(`/contacts/${id}?avatarSize=large`, { token });
    expect(await own.json()).toEqual(await contact.json());
    const tag = own.headers.get("etag") ?? "";
    expect(tag).toBe(contact.headers.get("etag"));
    expect((await api("/me/person?avatarSize=large", { token, headers: { "if-none-match": tag } })).status).toBe(304);
    const changed = await api(`/contacts/${id}`, {
      method: "PATCH",
      token,
      json: { headline: "Countess" },
      headers: { "if-match": tag },
    });
    expect(changed.status).toBe(200);
    expect(await get("/me/person", token)).toMatchObject({ contact: { id, headline: "Countess", myself: true } });
  });
});
