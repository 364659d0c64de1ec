import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Written } from "../../support/contact/contact-api.ts";
import { type ApiRequest, api, freshAccount } from "../../support/process/stack.ts";

const keyed = (key: string, init: ApiRequest): ApiRequest => ({
  method: "POST",
  ...init,
  headers: { "idempotency-key": key },
});
const replayed = (answer: Response) => answer.headers.get("idempotent-replayed");
const jsonOf = async <Body>(answer: Response) => (await answer.json()) as Body;

/** The headers that do not depend on the request. */
function lasting(answer: Response): Record<string, string | null> {
  return Object.fromEntries(
    ["content-type", "etag", "location", "x-txid"].map((name) => [name, answer.headers.get(name)]),
  );
}

async function contactCount(token: string): Promise<number> {
  const { pagination } = await jsonOf<{ pagination: { totalCount: number } }>(await api("/contacts", { token }));
  return pagination.totalCount;
}

describe("a repeated POST with an idempotency key", () => {
  const json = { firstName: "Ada", lastName: "Okonkwo" };

  it("gets the first answer, also after the contact has changed, and creates no other contact", async () => {
    const { token } = await freshAccount();
    const key = randomUUID();
    const first = await api("/contacts", keyed(key, { token, json }));
    const body = await first.text();
    const { contact } = JSON.parse(body) as Written;
    await api(`/contacts/${contact.id}`, { method: "PATCH", token, json: { firstName: "Eve" } });
    const again = await api("/contacts", keyed(`"${key}"`, { token, json: { lastName: "Okonkwo", firstName: "Ada" } }));
    expect([again.status, await again.text()]).toEqual([201, body]);
    expect(lasting(again)).toEqual(lasting(first));
    expect([replayed(first), replayed(again)]).toEqual([null, "true"]);
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(await contactCount(token)).toBe(1);
  });
});
