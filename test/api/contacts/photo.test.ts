import { beforeAll, describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { jpegOf, vips } from "../../support/contact/pictures.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const { token } = await freshAccount();
let picture: Uint8Array;
beforeAll(async () => {
  picture = await jpegOf();
});

function photoForm(...pictures: Uint8Array[]): FormData {
  const form = new FormData();
  for (const each of pictures) form.append("photo", new Blob([Uint8Array.from(each)]), "photo");
  return form;
}

function sendPhoto(id: string, content: Uint8Array, headers: Record<string, string> = {}, own = token) {
  return api(`/contacts/${id}/photo`, { method: "POST", token: own, body: photoForm(content), headers });
}

interface PhotoAnswer {
  success: true;
  avatarUrl: string | null;
}

/** A new contact with the picture. */
async function withPhoto(body: object = {}, own = token): Promise<{ id: string; avatarUrl: string }> {
  const { contact } = await createContact(own, { firstName: "Ann", ...body });
  const answer = await sendPhoto(contact.id, picture, {}, own);
  expect(answer.status).toBe(200);
  return { id: contact.id, avatarUrl: String(((await answer.json()) as PhotoAnswer).avatarUrl) };
}

async function read(path: string, own = token): Promise<ContactAnswer> {
  return ((await (await api(path, { token: own })).json()) as { contact: ContactAnswer }).contact;
}

/** The address without its signature, which changes every hour and so may change during a test. */
const pictureOf = (url: string | null | undefined) => String(url).split("?")[0];

async function pixelsOf(url: string): Promise<{ width: number; height: number; type: string | null }> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  const { Image } = await vips();
  const { width, height } = Image.newFromBuffer(new Uint8Array(await answer.arrayBuffer()));
  return { width, height, type: answer.headers.get("content-type") };
}

describe("a contact's picture", () => {
  it("is at its address, in the requested size", async () => {
    const { id, avatarUrl } = await withPhoto();
    expect(await pixelsOf(avatarUrl)).toEqual({ width: 256, height: 256, type: "image/jpeg" });
    const { avatar } = await read(`/contacts/${id}?avatarSize=small&avatarQuality=low`);
    expect(await pixelsOf(String(avatar))).toEqual({ width: 64, height: 64, type: "image/jpeg" });
  });

  it("is a write of the contact, unless it is the same picture again", async () => {
    const { contact, txid } = await createContact(token, { firstName: "Di" });
    const first = await sendPhoto(contact.id, picture);
    const tag = String(first.headers.get("etag"));
    expect(Number(first.headers.get("x-txid"))).toBe(Number(txid) + 1);
    expect((await api(`/contacts/${contact.id}`, { token, headers: { "if-none-match": tag } })).status).toBe(304);
    const { updatedAt, avatar } = await read(`/contacts/${contact.id}`);
    expect(updatedAt > contact.updatedAt).toBe(true);

    const second = await sendPhoto(contact.id, picture);
    expect([second.headers.get("etag"), second.headers.get("x-txid")]).toEqual([tag, first.headers.get("x-txid")]);
    expect(await second.json()).toEqual({ success: true, avatarUrl: avatar });
    expect(await read(`/contacts/${contact.id}`)).toMatchObject({ updatedAt, avatar });
  });

  it("is not replaced or removed when `If-Match` has another version", async () => {
    const { id } = await withPhoto();
    const etag = String((await api(`/contacts/${id}`, { token })).headers.get("etag"));
    await api(`/contacts/${id}`, { method: "PATCH", token, json: { notes: "newer" } });
    const other = await jpegOf(50, 50);
    expect((await sendPhoto(id, other, { "if-match": etag })).status).toBe(412);
    const gone = await api(`/contacts/${id}/photo`, { method: "DELETE", token, headers: { "if-match": etag } });
    expect(gone.status).toBe(412);
    expect((await read(`/contacts/${id}`)).avatar).not.toBeNull();
  });
});

describe("a picture that is no longer shown", () => {
  it("is removed from the storage", async () => {
    const { id, avatarUrl } = await withPhoto();
    const { avatarUrl: next } = (await (await sendPhoto(id, await jpegOf(70, 70))).json()) as PhotoAnswer;
    expect((await fetch(avatarUrl)).status).toBe(404);
    expect((await fetch(String(next))).status).toBe(200);

    const gone = await api(`/contacts/${id}/photo`, { method: "DELETE", token });
    expect([gone.status, await gone.json()]).toEqual([200, { success: true, avatarUrl: null }]);
    expect((await read(`/contacts/${id}`)).avatar).toBeNull();
    expect((await fetch(String(next))).status).toBe(404);
    const again = await api(`/contacts/${id}/photo`, { method: "DELETE", token });
    expect([again.status, again.headers.get("x-txid")]).toEqual([200, gone.headers.get("x-txid")]);
  });

  it("is removed when several pictures were sent at once, of which the contact shows one", async () => {
    const { contact } = await createContact(token, { firstName: "Flo" });
    const pictures = await Promise.all([60, 70, 80, 90].map((side) => jpegOf(side, side)));
    const answers = await Promise.all(pictures.map(async (each) => (await sendPhoto(contact.id, each)).json()));
    const urls = (answers as PhotoAnswer[]).map(({ avatarUrl }) => String(avatarUrl));
    const { avatar } = await read(`/contacts/${contact.id}`);
    expect(urls.map(pictureOf)).toContain(pictureOf(avatar));
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404]);
    expect((await fetch(String(avatar))).status).toBe(200);
  });
});

describe("a photo is refused", () => {
  it.each([
    ["cut off", () => picture.subarray(0, picture.length / 2), /broken or cut off/],
    ["empty", () => Buffer.alloc(0), /empty/],
  ])("that is %s, and the answer says why", async (_, content, reason) => {
    const { contact } = await createContact(token, { firstName: "Gil" });
    const answer = await sendPhoto(contact.id, content());
    const { error } = (await answer.json()) as { error: { code: string; details: { message: string }[] } };
    expect([answer.status, error.code]).toEqual([400, "validation_error"]);
    expect(error.details[0]?.message).toMatch(reason);
    expect((await read(`/contacts/${contact.id}`)).avatar).toBeNull();
  });

  it("when there are two pictures or none, or it is too large", async () => {
    const { contact } = await createContact(token, { firstName: "Hal" });
    const path = `/contacts/${contact.id}/photo`;
    const statusOf = async (body: FormData) => (await api(path, { method: "POST", token, body })).status;
    expect(await statusOf(photoForm(picture, picture))).toBe(400);
    expect(await statusOf(photoForm())).toBe(400);
    expect(await statusOf(photoForm(Buffer.concat([picture, Buffer.alloc(4 * 1024 * 1024)])))).toBe(413);
  });
});

describe("a picture that is too large for the gateway", () => {
  /** A JPEG of this number of bytes; readers ignore the bytes after its end. */
  const large = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.byteLength)]);

  interface Prepared {
    uploadId: string;
    upload: { url: string; method: string; fields: Record<string, string>; expiresAt: string; maxBytes: number };
  }

  async function prepare(id: string, size: number, own = token): Promise<Prepared> {
    const answer = await api(`/contacts/${id}/photo/uploads`, { method: "POST", token: own, json: { size } });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Prepared;
  }

  async function sendTo({ upload: { url, method, fields } }: Prepared, content: Uint8Array): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([Uint8Array.from(content)]));
    return fetch(url, { method, body: form });
  }

  function setUploaded(id: string, uploadId: string, own = token): Promise<Response> {
    const body = new FormData();
    body.append("uploadId", uploadId);
    return api(`/contacts/${id}/photo`, { method: "POST", token: own, body });
  }

  it("is uploaded to the storage, up to 5 MB, and then set by its `uploadId`", async () => {
    const { contact } = await createContact(token, { firstName: "Pia" });
    const content = large(5 * 1024 * 1024);
    const prepared = await prepare(contact.id, content.byteLength);
    expect((await setUploaded(contact.id, prepared.uploadId)).status).toBe(400);
    expect((await sendTo(prepared, content.subarray(1))).status).toBe(400);
    expect((await sendTo(prepared, content)).status).toBe(204);
    const answer = await setUploaded(contact.id, prepared.uploadId);
    const { avatarUrl } = (await answer.json()) as PhotoAnswer;
    expect(await pixelsOf(String(avatarUrl))).toEqual({ width: 256, height: 256, type: "image/jpeg" });
    const again = await setUploaded(contact.id, prepared.uploadId);
    expect([again.status, again.headers.get("x-txid")]).toEqual([200, answer.headers.get("x-txid")]);
  });

  it("can't be sent together with another", async () => {
    const { contact } = await createContact(token, { firstName: "Sol" });
    const prepared = await prepare(contact.id, picture.byteLength);
    const body = new FormData();
    body.append("uploadId", prepared.uploadId);
    body.append("file", new Blob([Uint8Array.from(picture)]), "sol.jpg");
    const refused = await refusalOf(`/contacts/${contact.id}/photo`, { method: "POST", token, body });
    expect([refused.status, refused.code]).toEqual([400, "validation_error"]);
    expect((await read(`/contacts/${contact.id}`)).avatar).toBeNull();
  });

  it("is refused when it is larger, or the upload or the contact is another account's", async () => {
    const { contact } = await createContact(token, { firstName: "Quin" });
    const path = `/contacts/${contact.id}/photo/uploads`;
    const tooLarge = await refusalOf(path, { method: "POST", token, json: { size: 5 * 1024 * 1024 + 1 } });
    expect([tooLarge.status, tooLarge.code]).toEqual([413, "payload_too_large"]);
    const { token: stranger } = await freshAccount();
    const foreign = await refusalOf(path, { method: "POST", token: stranger, json: { size: 10 } });
    expect([foreign.status, foreign.code]).toEqual([404, "contact_not_found"]);
    const prepared = await prepare(contact.id, picture.byteLength);
    expect((await sendTo(prepared, picture)).status).toBe(204);
    const { contact: other } = await createContact(stranger, { firstName: "Rui" });
    expect((await setUploaded(other.id, prepared.uploadId, stranger)).status).toBe(400);
    expect((await setUploaded(contact.id, "../../rows")).status).toBe(400);
  });
});
