/** From the request to delete an account to its last item, in every store of the running stack. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sweepClosings } from "../../../functions/account-deletion-worker/operations.ts";
import { deletionPrefix, searchPrefix } from "../../../shared/account/store/account-keys.ts";
import { mintUnsubscribeToken, unsubscribeUrl } from "../../../shared/auth/account-tokens.ts";
import { photoPrefix, picturePrefix, rowPrefix } from "../../../shared/import/store/import-keys.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { shortId } from "../../../shared/platform/text/short-id.ts";
import { openStores } from "../../support/account/stored.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { smallestGif } from "../../support/contact/pictures.ts";
import { endedImport, filesOf, parseFiles, sendUpload } from "../../support/import/import-calls.ts";
import { api, clientOf, freshAccount, localStack, tokenFor } from "../../support/process/stack.ts";

const minute = 60_000;
const seconds = () => Math.floor(Date.now() / 1000);

async function call(token: string, method: string, path: string, body?: unknown, headers = {}) {
  const content = body instanceof FormData ? { body } : { json: body };
  const answer = await api(path, { method, token, headers, ...(body !== undefined && content) });
  const text = await answer.text();
  expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(400);
  return text === "" ? {} : JSON.parse(text);
}

/** An account with something in every store that the API can fill. */
async function fullAccount() {
  const { email, token } = await freshAccount();
  const { id, createdAt } = await call(token, "GET", "/me");
  await call(token, "PATCH", "/me/settings", { timezone: "Europe/Prague", language: "cs" });
  const key = await call(token, "POST", "/me/api-keys", { label: "sync", permission: "full" });
  const { url } = await call(token, "POST", "/me/calendar-token");
  const today = new Date().toISOString().slice(5, 10);
  const person = {
    firstName: "Quirin",
    emails: [{ value: "quirin@example.org" }],
    network_b: "quirin",
    addresses: [{ type: "home", addressCity: "Prague", addressCountry: "Czechia" }],
    importantDates: [{ type: "birthday", date: `1980-${today}`, note: "", notifyDaysBefore: 7 }],
    keepFrequencyDays: 3,
  };
  const { contact } = await createContact(token, person);
  const { contact: other } = await createContact(token, { firstName: "Rosalie" });
  await call(token, "POST", "/contacts", { firstName: "Repeated" }, { "idempotency-key": randomUUID() });
  const photo = new FormData();
  photo.append("photo", new Blob([smallestGif]), "photo.gif");
  await call(token, "POST", `/contacts/${contact.id}/photo`, photo);
  // The picture of a merged contact is kept for the undo.
  const { contact: twin } = await createContact(token, { firstName: "Quirin" });
  await call(token, "POST", `/contacts/${twin.id}/photo`, photo);
  await call(token, "POST", "/contacts/merge", { leftPersonId: contact.id, rightPersonId: twin.id });
  for (const [all, one] of [
    ["groups", "group"],
    ["tags", "tag"],
  ] as const) {
    const made = await call(token, "POST", `/${all}`, { label: "Climbing" });
    await call(token, "POST", `/${all}/${made[one].id}/contacts`, { contactIds: [contact.id] });
  }
  const met = { type: "Coffee", date: "2026-01-02T03:04:05Z", participantIds: [contact.id, other.id] };
  await call(token, "POST", "/interactions", met);
  await call(token, "POST", "/interactions", { ...met, date: "2999-01-02T03:04:05Z" });
  const related = { relatedPersonId: other.id, relationshipType: "friend" };
  await call(token, "POST", `/contacts/${contact.id}/relationships`, related);
  await call(token, "POST", "/contacts/share", {
    personId: contact.id,
    recipientEmails: [`friend-${randomUUID()}@example.org`],
    selectedFields: [],
  });
  const hook = { url: "http://127.0.0.1:9/hooks", events: ["contact.deleted"] };
  const { webhook } = await call(token, "POST", "/webhooks", hook);
  await call(token, "POST", `/webhooks/${webhook.id}/test`);
  const { contacts } = await parseFiles(token, "vcard", [filesOf.vcard([1, 2, 3])]);
  await call(token, "POST", "/contacts/import/vcard/commit", { contacts: contacts.slice(0, 2) });
  const file = filesOf.network_a([1]);
  const client = await clientOf(token);
  const size = Buffer.byteLength(file.content);
  const prepare = () => client.prepareImportUpload({ source: "network_a", fileName: file.name, size });
  const sent = await prepare();
  await sendUpload(sent, file.content);
  await endedImport(token, "network_a", sent.importId);
  const waiting = await prepare();
  await call(token, "DELETE", `/contacts/${other.id}`);
  // It finds no change, because all of them came later.
  const { undo } = await call(token, "POST", "/me/activity/undo", { from: "2026-01-01T00:00:00Z", to: createdAt });
  const undone = async () => (await call(token, "GET", `/me/activity/undos/${undo.id}`)).undo.status;
  await expect.poll(undone, { timeout: 60_000, interval: 50 }).toBe("done");
  await call(token, "GET", "/me/export?redirect=false");
  const unsubscribe = unsubscribeUrl(
    "",
    mintUnsubscribeToken({ accountId: id, createdAt }, (await localStack()).pepper),
  );
  return {
    id: String(id),
    email,
    token,
    key,
    feed: new URL(url).pathname,
    unsubscribe,
    contactId: contact.id,
    waiting,
    file,
  };
}

const codeOf = async (path: string, init: Parameters<typeof api>[1]) => {
  const answer = await api(path, init);
  const text = await answer.text();
  return `${answer.status} ${text === "" ? "" : JSON.parse(text).error?.code}`.trim();
};

type Full = Awaited<ReturnType<typeof fullAccount>>;
let stores: Awaited<ReturnType<typeof openStores>>;
beforeAll(async () => {
  stores = await openStores();
});

/** Keys have the id of the account in its short form. */
const wordsOf = ({ id, email, key }: Full) => [id, shortId(id), email, key.id];
const lasting = (items: Record<string, unknown>[]) =>
  items
    .filter(({ sk }) => !/^(RATE|W)#/.test(String(sk)))
    .map(({ pk, sk, txid }) => `${pk} ${sk} ${txid}`)
    .toSorted();

/** Deletes what is left, as the clock does when nothing can arrive any more. */
async function sweepLater(): Promise<void> {
  const mailer = { send: () => Promise.reject(new Error("a second mail")) };
  const limiter = { acquire: async () => {}, slowDown: () => {}, rate: () => 1 };
  const now = () => new Date(Date.now() + 100 * minute);
  const parts = { ...stores, mailer, limiter, sender: undefined, now, pause: async () => {}, log: () => {} };
  await sweepClosings(parts, { requestId: randomUUID(), remainingTime: () => 15 * minute });
}

describe("an account", () => {
  it("is closed only with its address, or else with its id", async () => {
    const { email: address, token } = await freshAccount();
    const { id: accountId } = await call(token, "GET", "/me");
    for (const confirm of [accountId, "someone@else.example", address.slice(1)]) {
      const answer = await api("/me", { method: "DELETE", token, json: { confirm } });
      expect(answer.status).toBe(400);
      const { error } = (await answer.json()) as { error: { code: string; param: string } };
      expect(error).toMatchObject({ code: "validation_error", param: "body.confirm" });
    }
    const unverified = await tokenFor(`person-${randomUUID()}@example.com`, { claims: { email_verified: false } });
    const { id, email } = await call(unverified, "GET", "/me");
    expect(email).toBe(null);
    await call(unverified, "DELETE", "/me", { confirm: id });
    expect(await codeOf("/me", { token: unverified })).toBe("401 auth_required");
  });

  it("is closed at once, with its credentials and links, and then nothing of it is left in any store but the mark", async () => {
    const [account, neighbour] = await Promise.all([fullAccount(), fullAccount()]);
    const { id, email, token, key, feed, unsubscribe, contactId, waiting, file } = account;
    const headers = { origin: (await localStack()).baseUrl, cookie: `session=${token}` };
    expect((await api("/contacts", { headers })).status).toBe(200);
    expect((await api(feed)).status).toBe(200);
    const kinds = new Set((await stores.itemsNaming(wordsOf(account))).map(({ sk }) => String(sk).split("#")[0]));
    expect([...kinds]).toEqual(expect.arrayContaining(["HEAD", "MYSELF", "C", "E", "L", "N", "P", "I", "R", "RATE"]));
    expect([...kinds]).toEqual(
      expect.arrayContaining(["KEY", "IDEMPOTENCY", "O", "J", "WH", "WD", "WE", "CH", "AU", id]),
    );
    const before = lasting(await stores.itemsNaming(wordsOf(neighbour)));

    const confirm = email.toUpperCase();
    const answer = await api("/me", { method: "DELETE", token, json: { confirm } });
    expect([answer.status, await answer.json()]).toEqual([202, { message: expect.any(String) }]);
    expect(await codeOf("/me", { token })).toBe("401 auth_required");
    expect(await codeOf("/me", { method: "DELETE", token, json: { confirm } })).toBe("401 auth_required");
    expect(await codeOf("/contacts", { headers })).toBe("401 auth_required");
    expect(await codeOf("/contacts", { token: key.secret })).toBe("401 invalid_api_key");
    expect(await codeOf(feed, {})).toBe("404 not_found");
    expect(await codeOf(unsubscribe, { method: "POST" })).toBe("404 not_found");
    const start = await api("/session", { method: "POST", token });
    expect([start.status, start.headers.getSetCookie()]).toEqual([401, []]);
    const newer = await tokenFor(email, { claims: { auth_time: seconds() + 2 } });
    const early = await api("/me", { token: newer });
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "600"]);
    expect(await early.json()).toMatchObject({ error: { message: expect.stringMatching("still being deleted") } });
    expect((await api("/session", { method: "POST", token: newer })).status).toBe(204);
    // A token that was refreshed is as old as its session.
    const refreshed = await tokenFor(email, { claims: { iat: seconds() + 2, auth_time: seconds() - 60 } });
    expect(await codeOf("/me", { token: refreshed })).toBe("401 auth_required");

    // The worker of the stack has deleted everything when it has sent the mail and has released its lease.
    const left = async () => {
      const items = await stores.itemsNaming([id, shortId(id)]);
      return items.map(({ sk, state, leaseHolder }) => `${sk} ${state} ${leaseHolder}`).toSorted();
    };
    const mail = `W#${new Date().toISOString().slice(0, 10)}#9999`;
    const emptied = ["MARK undefined undefined", `${mail} accepted undefined`];
    await expect.poll(left, { timeout: 60_000, interval: 100 }).toEqual(emptied);
    // These were on their way when the account was closed.
    expect((await sendUpload(waiting, file.content)).ok).toBe(true);
    await stores.putItem({ pk: accountPartition(id), sk: `I#${randomUUID()}`, accountId: id });
    await stores.putItem({ pk: "PICTURES", sk: `${id}#${randomUUID()}` });
    await stores.putObject("accounts", `${searchPrefix}contacts/${id}`);
    await stores.putObject("accounts", `${deletionPrefix}${id}/late`);
    await stores.putObject("accounts", `exports/${id}/late.zip`);
    for (const prefix of [rowPrefix, picturePrefix, photoPrefix])
      await stores.putObject("imports", `${prefix}${id}/late`);
    await stores.putObject("pictures", `avatars/${id}/late`);

    await sweepLater();
    expect(await stores.itemsNaming(wordsOf(account))).toEqual([
      {
        pk: `CLOSED#${id}`,
        sk: "MARK",
        accountId: id,
        closedAt: expect.stringMatching(/Z$/),
        txid: expect.any(Number),
      },
    ]);
    expect(await stores.objectsNaming(wordsOf(account))).toEqual([]);
    // The sender of webhooks may have noted further deliveries meanwhile.
    expect(lasting(await stores.itemsNaming(wordsOf(neighbour)))).toEqual(expect.arrayContaining(before));
    expect(await call(neighbour.token, "GET", `/contacts/${neighbour.contactId}`)).toMatchObject({
      contact: { firstName: "Quirin" },
    });

    expect(await codeOf("/me", { token })).toBe("401 auth_required");
    expect(await codeOf(`/contacts/${contactId}`, { token: newer })).toBe("404 contact_not_found");
    expect(await call(newer, "GET", "/contacts?search=quirin")).toMatchObject({
      contacts: [],
      pagination: { totalCount: 0 },
    });
    expect(await call(newer, "GET", "/groups")).toMatchObject({ groups: [], totalCount: 0 });
    await createContact(newer, { firstName: "Quirin", lastName: "Again" });
    expect(await call(newer, "GET", "/contacts?search=quirin")).toMatchObject({
      contacts: [{ lastName: "Again" }],
      pagination: { totalCount: 1 },
    });
    expect(await codeOf("/contacts", { headers })).toBe("401 auth_required");
    expect(await codeOf(unsubscribe, { method: "POST" })).toBe("404 not_found");
    expect((await api("/session", { method: "POST", token })).status).toBe(401);
  });
});
