import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ParsedContact } from "../../shared/imports/parsed-contact.ts";
import type { Written } from "../support/contact-api.ts";
import { refusalOf } from "../support/contact-api.ts";
import { type ApiRequest, api, freshAccount } from "../support/stack.ts";

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

  it("twenty times at once creates one, and tells the others that it runs or how it ended", async () => {
    const { token } = await freshAccount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api("/contacts", keyed("k", { token, json }))));
    const created = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect(created.length + refused.length).toBe(20);
    expect(created.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    const ids = await Promise.all(created.map(async (answer) => (await jsonOf<Written>(answer)).contact.id));
    expect(new Set(ids).size).toBe(1);
    for (const answer of refused) {
      const { error } = await jsonOf<{ error: { code: string } }>(answer);
      expect([error.code, answer.headers.get("retry-after")]).toEqual(["idempotency_conflict", "1"]);
    }
    expect(await contactCount(token)).toBe(1);
  });

  it("with another body is refused, and so is the key on another route", async () => {
    const { token } = await freshAccount();
    await api("/contacts", keyed("k", { token, json }));
    const refusal = { status: 409, code: "idempotency_conflict", paths: ["headers.idempotency-key"] };
    expect(await refusalOf("/contacts", keyed("k", { token, json: { firstName: "Eve" } }))).toMatchObject(refusal);
    expect(await refusalOf("/me/api-keys", keyed("k", { token, json: { label: "x" } }))).toMatchObject(refusal);
    expect(await contactCount(token)).toBe(1);
  });

  it("is a matter of the account: its API key shares its keys, another account has its own", async () => {
    const [mine, other] = await Promise.all([freshAccount(), freshAccount()]);
    const made = await api("/me/api-keys", {
      method: "POST",
      token: mine.token,
      json: { label: "x", permission: "full" },
    });
    const { secret } = await jsonOf<{ secret: string }>(made);
    const first = await jsonOf<Written>(await api("/contacts", keyed("k", { token: mine.token, json })));
    const byKey = await api("/contacts", keyed("k", { token: secret, json }));
    expect([replayed(byKey), await byKey.json()]).toEqual(["true", first]);
    const elsewhere = await api("/contacts", keyed("k", { token: other.token, json }));
    expect(replayed(elsewhere)).toBeNull();
    expect((await jsonOf<Written>(elsewhere)).contact.id).not.toBe(first.contact.id);
  });

  it("that is malformed is refused", async () => {
    const { token } = await freshAccount();
    expect(await refusalOf("/contacts", keyed('""', { token, json }))).toMatchObject({
      status: 400,
      code: "validation_error",
      paths: ["headers.idempotency-key"],
    });
    expect(await contactCount(token)).toBe(0);
  });
});

describe("creating an API key under an idempotency key", () => {
  it("again tells which key was made, and not its secret", async () => {
    const { token } = await freshAccount();
    const init = keyed("k", { token, json: { label: "laptop" } });
    const first = await api("/me/api-keys", init);
    const { secret, ...shown } = await jsonOf<{ id: string; secret: string }>(first);
    expect(secret).toMatch(/^service_key_/);
    const again = await api("/me/api-keys", init);
    expect([again.status, replayed(again), await again.json()]).toEqual([201, "true", shown]);
    expect(lasting(again)).toEqual(lasting(first));
    expect(await (await api("/me/api-keys", { token })).json()).toMatchObject({ totalCount: 1 });
  });

  it("is refused again as it was, although there would be room by now", async () => {
    const { token } = await freshAccount();
    const create = (init: ApiRequest = {}) =>
      api("/me/api-keys", { method: "POST", token, json: { label: "x" }, ...init });
    const [made] = await Promise.all(Array.from({ length: 5 }, () => create()));
    const sixth = () => api("/me/api-keys", keyed("k", { token, json: { label: "sixth" } }));
    expect((await sixth()).status).toBe(409);
    const { id } = await jsonOf<{ id: string }>(made as Response);
    await api(`/me/api-keys/${id}`, { method: "DELETE", token });
    const again = await sixth();
    expect([again.status, replayed(again)]).toEqual([409, "true"]);
    const { error } = await jsonOf<{ error: { code: string; request_id: string } }>(again);
    expect(error).toMatchObject({ code: "api_key_limit_exceeded", request_id: again.headers.get("x-request-id") });
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
  interface Parsed {
    importId: string;
    contacts: ParsedContact[];
  }

  it("parses a file once, however the client divides its parts, and refuses another file", async () => {
    const { token } = await freshAccount();
    const first = await api(`${base}/parse`, keyed("k", { token, body: form(book("Ada")) }));
    const body = await first.text();
    const again = await api(`${base}/parse`, keyed("k", { token, body: form(book("Ada")) }));
    expect([again.status, replayed(again), await again.text()]).toEqual([200, "true", body]);
    const other = await refusalOf(`${base}/parse`, keyed("k", { token, body: form(book("Eve")) }));
    expect([other.status, other.code]).toEqual([409, "idempotency_conflict"]);
  });

  it("repeats a parse result of megabytes byte for byte", async () => {
    const { token } = await freshAccount();
    const noted = (index: number) => card(`FN:Person ${index}`, `NOTE:${`${randomUUID()} `.repeat(150)}`);
    const file = Array.from({ length: 450 }, (_, index) => noted(index)).join("");
    const first = await (await api(`${base}/parse`, keyed("k", { token, body: form(file) }))).text();
    const again = await api(`${base}/parse`, keyed("k", { token, body: form(file) }));
    expect(first.length).toBeGreaterThan(2_000_000);
    expect([replayed(again), (await again.text()) === first]).toEqual(["true", true]);
  });

  it("commits rows once and answers again that they were imported", async () => {
    const { token } = await freshAccount();
    const { contacts } = await jsonOf<Parsed>(
      await api(`${base}/parse`, { method: "POST", token, body: form(book("Ada", "Eve")) }),
    );
    const init = keyed("k", { token, json: { contacts } });
    const first = await api(`${base}/commit`, init);
    const result = await first.json();
    expect(result).toMatchObject({ importedCount: 2 });
    const again = await api(`${base}/commit`, init);
    expect([again.status, replayed(again), await again.json()]).toEqual([200, "true", result]);
    expect(await contactCount(token)).toBe(2);
  });
});
