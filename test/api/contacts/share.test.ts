/** From a share over HTTP to its mail on the page of caught mails, whose attachment is imported again. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createContact } from "../../support/contact/contact-api.ts";
import { fullBody } from "../../support/contact/exported-contact.ts";
import { jpegOf } from "../../support/contact/pictures.ts";
import { parseFiles } from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const path = "/contacts/share";

/** The page of the last mail to this address. Other tests send mails too, so the address must be one of its own. */
async function mailPageOf(address: string): Promise<string> {
  const list = await (await api("/docs/mail")).text();
  const row = list.split("<tr>").find((text) => text.includes(address)) ?? expect.fail(`no mail to ${address}`);
  return /href="([^"]+)"/.exec(row)?.[1] ?? expect.fail();
}

it("a contact reaches each recipient, whose own import makes the same of it", async () => {
  const { token, email } = await freshAccount();
  const { contact } = await createContact(token, fullBody);
  const form = new FormData();
  form.append("photo", new Blob([Uint8Array.from(await jpegOf())]), "zoe.jpg");
  expect((await api(`/contacts/${contact.id}/photo`, { method: "POST", token, body: form })).status).toBe(200);

  const recipientEmails = [`ben-${randomUUID()}@example.net`, `eve-${randomUUID()}@example.net`];
  const selectedFields = ["phones", "emails", "notes"];
  const json = { personId: contact.id, recipientEmails, selectedFields, message: "<b>Hi</b>", sendCopy: true };
  const headers = { "idempotency-key": randomUUID() };
  for (const replayed of [null, "true"]) {
    const answer = await api(path, { method: "POST", token, json, headers });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect(answer.headers.get("idempotent-replayed")).toBe(replayed);
    expect(answer.headers.get("x-txid")).toMatch(/^\d+$/);
  }

  const pages = await Promise.all([...recipientEmails, email].map(mailPageOf));
  for (const page of pages) {
    const html = await (await api(page)).text();
    expect(html).toContain("&#62; &#60;b&#62;Hi&#60;/b&#62;");
    expect(html).not.toMatch(/list-unsubscribe/i);
    const [, link = "", name] = /<a href="([^"]+attachments[^"]+)" download><bdi>([^<]+)/.exec(html) ?? [];
    expect(name).toBe("Zoë Łęcka.vcf");
    const file = await api(link);
    expect(file.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''Zo%C3%AB/);
    const other = await freshAccount();
    const { contacts } = await parseFiles(other.token, "vcard", [{ name: "a.vcf", content: await file.text() }]);
    const { firstName, lastName, headline, phones, emails, notes } = contact;
    expect(contacts).toMatchObject([
      { isValid: true, photo: true, firstName, lastName, headline, phones, emails, notes, groups: [] },
    ]);
    expect(contacts).toMatchObject([{ location: null, website: null, addresses: [], importantDates: [] }]);
  }
});
