import { beforeAll, describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { fullBody } from "../../support/contact/exported-contact.ts";
import { jpegOf } from "../../support/contact/pictures.ts";
import { commitRows, parseFiles } from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const { token } = await freshAccount();
let contact: ContactAnswer;
beforeAll(async () => {
  ({ contact } = await createContact(token, fullBody));
  const body = new FormData();
  body.append("photo", new Blob([Uint8Array.from(await jpegOf())]), "zoe.jpg");
  expect((await api(`/contacts/${contact.id}/photo`, { method: "POST", token, body })).status).toBe(200);
});

const cardPath = (id: string, query = "") => `/contacts/${id}/vcard${query}`;

/** The fields of a contact without ids and times, which differ in a copy. */
function written({ addresses, importantDates, ...answer }: ContactAnswer): Record<string, unknown> {
  const own = ["id", "userId", "avatar", "notesUpdatedAt", "createdAt", "updatedAt"];
  return {
    ...Object.fromEntries(Object.entries(answer).filter(([name]) => !own.includes(name))),
    addresses: addresses.map(({ id: _, ...address }) => address),
    importantDates: importantDates.map(({ type, date, note, notifyDaysBefore, notifyOn }) => {
      return { type, date, note, notifyDaysBefore, notifyOn };
    }),
  };
}

describe("a contact's vCard", () => {
  it.each([
    ["", "4.0"],
    ["?version=3.0", "3.0"],
  ])("asked for by %j is of version %s, and becomes the same contact in another account", async (query, version) => {
    const answer = await api(cardPath(contact.id, query), { token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    const content = await answer.text();
    expect(content).toMatch(new RegExp(`^BEGIN:VCARD\r\nVERSION:${version}\r\n`));

    const other = await freshAccount();
    const { contacts } = await parseFiles(other.token, "vcard", [{ name: "zoe.vcf", content }]);
    expect(contacts).toMatchObject([{ isValid: true, photo: true }]);
    const { results } = await commitRows(other.token, "vcard", contacts);
    const fields = Object.keys(contact).join();
    const read = await api(`/contacts/${results[0]?.contactId}?fields=${fields}`, { token: other.token });
    const { contact: copy } = (await read.json()) as { contact: ContactAnswer };
    expect(written(copy)).toEqual(written(contact));
    expect((await fetch(String(copy.avatar))).headers.get("content-type")).toBe("image/jpeg");
  });

  it("is a file with the contact's name, and no shared cache may store it", async () => {
    const { headers } = await api(cardPath(contact.id), { token });
    expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Zo%C3%AB%20%C5%81%C4%99cka.vcf");
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("x-txid")).toMatch(/^\d+$/);
  });

  it.each([
    ["../..\\x/y:*?\"<>|'(z)", "x%20y%20%27%28z%29.vcf"],
    ["\u202egpj.exe", "gpj.exe.vcf"],
    ["...", "contact.vcf"],
    ["👩‍👧".repeat(20), /^(?:%F0%9F%91%A[79](?:%20)?)+\.vcf$/],
  ])("of a contact named %j has a safe file name", async (firstName, expected) => {
    const { contact: named } = await createContact(token, { firstName });
    const { status, headers } = await api(cardPath(named.id), { token });
    expect(status).toBe(200);
    const name = headers.get("content-disposition")?.replace("attachment; filename*=UTF-8''", "");
    if (typeof expected === "string") expect(name).toBe(expected);
    else expect(name).toMatch(expected);
  });

  it("is answered by HEAD, and by 304 as long as it is the same", async () => {
    const first = await api(cardPath(contact.id), { token });
    const etag = first.headers.get("etag") ?? "";
    const head = await api(cardPath(contact.id), { method: "HEAD", token });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);

    const same = await api(cardPath(contact.id), { token, headers: { "if-none-match": etag } });
    expect([same.status, same.headers.get("etag"), await same.text()]).toEqual([304, etag, ""]);
    const older = await api(cardPath(contact.id, "?version=3.0"), { token, headers: { "if-none-match": etag } });
    expect(older.status).toBe(200);

    const { contact: changed } = await createContact(token, { firstName: "Ada" });
    const before = await api(cardPath(changed.id), { token });
    await api(`/contacts/${changed.id}`, { method: "PATCH", token, json: { position: "Countess" } });
    const headers = { "if-none-match": before.headers.get("etag") ?? "" };
    const after = await api(cardPath(changed.id), { token, headers });
    expect([after.status, await after.text()]).toEqual([200, expect.stringContaining("TITLE;X-HEADLINE=NO:Countess")]);
  });
});
