import { describe, expect, it } from "vitest";
import { commitRows, parseFiles } from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

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
