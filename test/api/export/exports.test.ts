import JSZip from "jszip";
import { beforeAll, describe, expect, it } from "vitest";
import { createContact, readKeyOf, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const { token } = await freshAccount();
let readKey: string;
beforeAll(async () => {
  readKey = await readKeyOf(token);
  await createContact(token, { firstName: "Åsa", network_b: "asa.l" });
});

describe("an export", () => {
  it("of contacts is followed by a client that follows redirects, with a key that may only read", async () => {
    const answer = await api("/contacts/export", { token: readKey });
    expect(answer.status).toBe(200);
    expect(answer.redirected).toBe(true);
    expect(answer.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="contacts.vcf"');
    expect(await answer.text()).toMatch(/^BEGIN:VCARD\r\n[\s\S]*FN:Åsa\r\n[\s\S]*END:VCARD\r\n$/);
  });

  it.each([
    ["csv", "text/csv; charset=utf-8", "Åsa"],
    ["json", "application/json", '"firstName":"Åsa"'],
  ])("is made as %s", async (format, contentType, content) => {
    const answer = await api(`/contacts/export?format=${format}&search=asa`, { token: readKey });
    expect(answer.headers.get("content-type")).toBe(contentType);
    expect(await answer.text()).toContain(content);
  });

  it("has only the contacts with certain ids, of which the filter finds", async () => {
    const ids: string[] = [];
    for (const firstName of ["Bo", "Cy"]) ids.push((await createContact(token, { firstName })).contact.id);
    const namesOf = async (query: string) => {
      const answer = await api(`/contacts/export?ids=${ids}${query}`, { token: readKey });
      return (await answer.text()).match(/^FN:.*/gm);
    };
    expect(await namesOf("")).toEqual(["FN:Bo", "FN:Cy"]);
    expect(await namesOf("&search=cy")).toEqual(["FN:Cy"]);
  });

  it("of the account is an archive", async () => {
    const answer = await api("/me/export", { token });
    expect(answer.headers.get("content-type")).toBe("application/zip");
    const { files } = await JSZip.loadAsync(await answer.arrayBuffer());
    expect(Object.keys(files)).toContain("contacts.vcf");
  });

  it("is read again by its address, signed anew", async () => {
    const answer = await api("/contacts/export?redirect=false", { token });
    const { url, expiresAt } = (await answer.json()) as { url: string; expiresAt: string };
    expect(answer.headers.get("x-txid")).toMatch(/^\d+$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
    const [, id = ""] = /exports\/[^/]+\/([^/]+)\//.exec(url) ?? [];
    const again = await api(`/contacts/exports/${id}`, { token: readKey, redirect: "manual" });
    expect(again.status).toBe(303);
    expect(new URL(again.headers.get("location") ?? "").pathname).toBe(new URL(url).pathname);
  });

  it("as CSV has no version of vCard", async () => {
    const refused = await refusalOf("/contacts/export?format=csv&version=4.0", { token });
    expect(refused).toMatchObject({ code: "validation_error", paths: ["query.version"] });
  });
});
