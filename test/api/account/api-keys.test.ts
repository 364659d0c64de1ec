import { describe, expect, it } from "vitest";
import { api, freshAccount } from "../../support/process/stack.ts";

interface Key {
  id: string;
  label: string;
  permission: string;
  keyPrefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  secret?: string;
}

interface KeyList {
  apiKeys: Key[];
  totalCount: number;
}

interface Refusal {
  error: { code: string; details: { path: string }[] };
}

const create = (token: string, json: object = { label: "laptop" }) => {
  return api("/me/api-keys", { method: "POST", token, json });
};
const jsonOf = async <Body>(answer: Response) => (await answer.json()) as Body;
const keyOf = (answer: Response) => jsonOf<Required<Key>>(answer);
const list = async (token: string) => jsonOf<KeyList>(await api("/me/api-keys", { token }));
const codeOf = async (answer: Response) => `${answer.status} ${(await jsonOf<Refusal>(answer)).error.code}`;

describe("API keys", () => {
  it("can be created, listed, renamed and used, and are refused right after they are deleted", async () => {
    const { token } = await freshAccount();
    const created = await create(token, { label: " laptop ", permission: "full" });
    expect(created.status).toBe(201);
    const { secret, ...key } = await keyOf(created);
    expect(key).toMatchObject({ label: "laptop", permission: "full", lastUsedAt: null });
    expect(secret.startsWith(key.keyPrefix.replace(/\*+$/, ""))).toBe(true);
    expect(created.headers.get("location")).toMatch(new RegExp(`^http.*/me/api-keys/${key.id}$`));

    const listed = await api("/me/api-keys", { token });
    expect(await listed.json()).toEqual({ apiKeys: [key], totalCount: 1 });
    expect(listed.headers.get("x-txid")).toBe(created.headers.get("x-txid"));

    const renamed = await api(`/me/api-keys/${key.id}`, { method: "PATCH", token, json: { label: "phone" } });
    expect(renamed.status).toBe(200);
    expect(await renamed.json()).toEqual({ ...key, label: "phone" });
    expect(Number(renamed.headers.get("x-txid"))).toBeGreaterThan(Number(created.headers.get("x-txid")));

    expect((await api("/contacts", { token: secret })).status).toBe(200);
    const [used] = (await list(token)).apiKeys;
    expect(used?.lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

    const deleted = await api(`/me/api-keys/${key.id}`, { method: "DELETE", token });
    expect(deleted.status).toBe(204);
    expect(deleted.headers.has("x-txid")).toBe(true);
    expect(await codeOf(await api("/contacts", { token: secret }))).toBe("401 invalid_api_key");
  });
});
