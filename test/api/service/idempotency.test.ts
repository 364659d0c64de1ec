import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Written } from "../../support/contact/contact-api.ts";
import { refusalOf } from "../../support/contact/contact-api.ts";
import { type ApiRequest, api, freshAccount } from "../../support/process/stack.ts";

const keyed = (key: string, init: ApiRequest): ApiRequest => ({
  method: "POST",
  ...init,
  headers: { "idempotency-key": key },
});
const replayed = (answer: Response) => answer.headers.get("idempotent-replayed");
const jsonOf = async <Body>(answer: Response) => (await answer.json()) as Body;

/** What of the headers belongs to the answer and not to the request. */
function lasting(answer: Response): Record<string, string | null> {
  return Object.fromEntries(
    ["content-type", "etag", "location", "x-txid"].map((name) => [name, answer.headers.get(name)]),
  );
}

async function contactCount(token: string): Promise<number> {
  const { pagination } = await jsonOf<{ pagination: { totalCount: number } }>(await api("/contacts", { token }));
  return pagination.totalCount;
}

describe("creating a contact under an idempotency key", () => {
  const json = { firstName: "Ada", lastName: "Okonkwo" };

  it("again answers as the first time, whatever happened to the contact since, and creates none", async () => {
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

describe("importing under idempotency keys", () => {
  const base = "/contacts/import/vcard";
  const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
  const book = (...names: string[]) => names.map((name) => card(`FN:${name}`)).join("");
  const form = (content: string) => {
    const data = new FormData();
    data.append("file", new File([content], "book.vcf", { type: "text/vcard" }));
    return data;
  };

  it("parses a file once, however the client divides its parts, and refuses another file", async () => {
    const { token } = await freshAccount();
    const first = await api(`${base}/parse`, keyed("k", { token, body: form(book("Ada")) }));
    const body = await first.text();
    const again = await api(`${base}/parse`, keyed("k", { token, body: form(book("Ada")) }));
    expect([again.status, replayed(again), await again.text()]).toEqual([200, "true", body]);
    const other = await refusalOf(`${base}/parse`, keyed("k", { token, body: form(book("Eve")) }));
    expect([other.status, other.code]).toEqual([409, "idempotency_conflict"]);
  });
});
