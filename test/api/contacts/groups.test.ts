import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { commitRows, parseFiles } from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

describe.each(["group", "tag"])("a %s", (kind) => {
  it("is not found by another account, and has no contacts of another account", async () => {
    const [{ token }, other] = [await freshAccount(), await freshAccount()];
    const path = `/${kind}s`;
    const made = await api(path, { method: "POST", token, json: { label: "Climbing" } });
    const { id } = ((await made.json()) as Record<string, { id: string }>)[kind] ?? expect.fail();
    expect(made.headers.get("location")).toMatch(new RegExp(`^http.*${path}/${id}$`));
    const { contact: ann } = await createContact(token, { firstName: "Ann" });
    const { contact: eve } = await createContact(other.token, { firstName: "Eve" });
    const refused = async (method: string, at: string, json?: unknown, by = token) => {
      const { status, code, paths } = await refusalOf(at, { method, token: by, ...(json !== undefined && { json }) });
      return [status, code, ...(paths ?? [])];
    };
    const unknown = await refused("POST", `${path}/${id}/contacts`, { contactIds: [ann.id, eve.id] });
    expect(unknown).toEqual([404, "contact_not_found", "body.contactIds.1"]);
    for (const [method, at, json, by] of [
      ["GET", `${path}/${randomUUID()}/contacts`],
      ["GET", `/contacts?${kind}Id=${randomUUID()}`],
      ["GET", `${path}/${id}`, undefined, other.token],
      ["PATCH", `${path}/${id}`, { label: "mine" }, other.token],
      ["DELETE", `${path}/${id}`, undefined, other.token],
      ["POST", `${path}/${id}/contacts`, { filter: {} }, other.token],
      ["DELETE", `${path}/${id}/contacts`, { filter: {} }, other.token],
    ] as const) {
      expect(await refused(method, at, json, by)).toEqual([404, `${kind}_not_found`]);
    }
    expect(await refused("GET", `/contacts/${eve.id}${path}`)).toEqual([404, "contact_not_found", "params.id"]);
    expect(await (await api(path, { token })).json()).toMatchObject({ totalCount: 1 });
  });
});

describe("categories of an address book", () => {
  const card = (name: string, categories: string) =>
    `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nCATEGORIES:${categories}\r\nEND:VCARD\r\n`;

  it("become groups, and are in the exported card", async () => {
    const { token } = await freshAccount();
    const content = card("Ann", "Friends,Rock\\, Pop") + card("Ben", "friends");
    const { contacts } = await parseFiles(token, "vcard", [{ name: "book.vcf", content }]);
    const { results } = await commitRows(token, "vcard", contacts);
    const { groups } = (await (await api("/groups", { token })).json()) as {
      groups: { id: string; label: string; contactCount: number }[];
    };
    expect(groups.map(({ label, contactCount }) => [label, contactCount])).toEqual([
      ["Friends", 2],
      ["Rock, Pop", 1],
    ]);
    const path = `/contacts/${results[0]?.contactId}/vcard`;
    const exported = await api(path, { token });
    const etag = exported.headers.get("etag") ?? "";
    expect(await exported.text()).toContain("\r\nCATEGORIES:Friends,Rock\\, Pop\r\n");
    expect((await api(path, { token, headers: { "if-none-match": etag } })).status).toBe(304);
    const json = { label: "Mates" };
    await api(`/groups/${groups[0]?.id}`, { method: "PATCH", token, json });
    const changed = await api(path, { token, headers: { "if-none-match": etag } });
    expect(await changed.text()).toContain("\r\nCATEGORIES:Mates,Rock\\, Pop\r\n");
  });
});
