import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { commitRows, formOf, parseFiles } from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

interface Label {
  id: string;
  label: string;
  contactCount: number;
  previewContacts: { id: string }[];
  [field: string]: unknown;
}

const kinds = [
  ["groups", "group", { label: " Climbing ", emoji: "🧗", color: "#ABCDEF" }, { emoji: "🧗", color: "#abcdef" }],
  ["tags", "tag", { label: " Climbing " }, { color: "#64748b" }],
] as const;

const answerOf = async <Body>(answer: Response, status = 200): Promise<Body> => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-txid")).toMatch(/^\d+$/);
  return (await answer.json()) as Body;
};

async function people(token: string, ...names: string[]): Promise<string[]> {
  const ids = [];
  for (const firstName of names) ids.push((await createContact(token, { firstName })).contact.id);
  return ids;
}

describe.each(kinds)("%s", (kinds, kind, body, shown) => {
  const create = async (token: string, json: object = body): Promise<Label> => {
    const answer = await api(`/${kinds}`, { method: "POST", token, json });
    const made = (await answerOf<Record<string, Label>>(answer, 201))[kind];
    if (!made) throw new Error("no label");
    expect(answer.headers.get("location")).toMatch(new RegExp(`^http.*/${kinds}/${made.id}$`));
    return made;
  };

  it("are created, read, listed, changed and deleted", async () => {
    const { token } = await freshAccount();
    const made = await create(token);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      label: "Climbing",
      ...shown,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: made.createdAt,
      contactCount: 0,
      previewContacts: [],
    });
    expect(await answerOf(await api(`/${kinds}/${made.id}`, { token }))).toEqual({ [kind]: made });
    expect(await answerOf(await api(`/api/${kinds}/`, { token }))).toEqual({ [kinds]: [made], totalCount: 1 });

    const patched = await api(`/${kinds}/${made.id}`, { method: "PATCH", token, json: { ...made, label: "Klub" } });
    const after = (await answerOf<Record<string, Label>>(patched))[kind];
    expect(after).toEqual({ ...made, label: "Klub", updatedAt: after?.updatedAt });
    const nothing = await api(`/${kinds}/${made.id}`, { method: "PATCH", token, json: {} });
    expect(await answerOf(nothing)).toEqual({ [kind]: after });
    expect(nothing.headers.get("x-txid")).toBe(patched.headers.get("x-txid"));

    const gone = await api(`/${kinds}/${made.id}`, { method: "DELETE", token });
    expect(await answerOf(gone)).toEqual({ message: `The ${kind} was deleted.` });
    expect((await api(`/${kinds}/${made.id}`, { token })).status).toBe(404);
  });

  it("add, list and remove contacts", async () => {
    const { token } = await freshAccount();
    const { id } = await create(token);
    const [ann = "", ben = ""] = await people(token, "Ann", "Ben");
    const members = (method: string, json: object) => api(`/${kinds}/${id}/contacts`, { method, token, json });
    expect(await answerOf(await members("POST", { contactIds: [ann, ben, ann] }))).toEqual({
      addedCount: 2,
      skippedCount: 1,
    });
    const list = await api(`/${kinds}/${id}/contacts?sort=nameDesc&limit=1`, { token });
    expect(await answerOf(list)).toMatchObject({
      [kind]: { id, label: "Climbing" },
      contacts: [{ id: ben, firstName: "Ben", emails: [] }],
      pagination: { hasMore: true, limit: 1, totalCount: 2 },
    });
    const parameter = `${kind}Id=${id}`;
    for (const path of ["/contacts", "/contacts/select"]) {
      const page = await answerOf<{ contacts: { id: string }[] }>(await api(`${path}?${parameter}`, { token }));
      expect(page.contacts.map((contact) => contact.id)).toEqual([ann, ben]);
    }
    const of = await answerOf<Record<string, Label[]>>(await api(`/contacts/${ann}/${kinds}`, { token }));
    expect(of[kinds]).toMatchObject([{ id, contactCount: 2, previewContacts: [{ id: ann }, { id: ben }] }]);
    expect(Object.keys(of[kinds]?.[0]?.previewContacts[0] ?? {})).toEqual(["id", "firstName", "lastName", "avatar"]);
    expect(await answerOf(await members("DELETE", { filter: { search: "ben" } }))).toEqual({ removedCount: 1 });
    expect((await api(`/contacts/${ann}`, { method: "DELETE", token })).status).toBe(200);
    const left = await api(`/${kinds}?previewLimit=10&avatarSize=small`, { token });
    expect(await answerOf(left)).toMatchObject({ [kinds]: [{ contactCount: 0, previewContacts: [] }], totalCount: 1 });
    const deleted = await api(`/${kinds}`, { method: "DELETE", token, json: { ids: [id, randomUUID(), id] } });
    expect(await answerOf(deleted)).toEqual({ deletedCount: 1, message: `1 ${kind} was deleted.` });
  });

  it("refuse what is wrong, unknown or of another account", async () => {
    const { token } = await freshAccount();
    const { id } = await create(token);
    const [ann = ""] = await people(token, "Ann");
    const other = await freshAccount();
    const [foreign = ""] = await people(other.token, "Eve");
    const refused = async (method: string, path: string, json?: unknown, by = token) => {
      const { status, code, paths } = await refusalOf(path, { method, token: by, ...(json !== undefined && { json }) });
      return [status, code, ...(paths ?? [])];
    };
    const wrong = await refused("POST", `/${kinds}`, { label: " ", color: "red", size: 1 });
    expect(wrong).toEqual([400, "validation_error", "body.label", "body.color", "body.size"]);
    const unknown = await refused("POST", `/${kinds}/${id}/contacts`, { contactIds: [ann, foreign] });
    expect(unknown).toEqual([404, "contact_not_found", "body.contactIds.1"]);
    for (const [method, path, json, by] of [
      ["GET", `/${kinds}/${randomUUID()}`],
      ["GET", `/${kinds}/${randomUUID()}/contacts`],
      ["GET", `/contacts?${kind}Id=${randomUUID()}`],
      ["DELETE", `/${kinds}/${randomUUID()}`],
      ["PATCH", `/${kinds}/${id}`, { label: "mine" }, other.token],
      ["POST", `/${kinds}/${id}/contacts`, { filter: {} }, other.token],
      ["DELETE", `/${kinds}/${id}/contacts`, { filter: {} }, other.token],
    ] as const) {
      expect(await refused(method, path, json, by)).toEqual([404, `${kind}_not_found`]);
    }
    expect(await refused("GET", `/contacts/${foreign}/${kinds}`)).toEqual([404, "contact_not_found"]);
    expect(await answerOf(await api(`/${kinds}`, { token }))).toMatchObject({ totalCount: 1 });
  });
});

describe("a contact's tags", () => {
  it("are added and removed one by one", async () => {
    const { token } = await freshAccount();
    const [ann = ""] = await people(token, "Ann");
    const made = await api("/tags", { method: "POST", token, json: { label: "Czech" } });
    const { tag } = (await made.json()) as { tag: Label };
    const tagged = await api(`/contacts/${ann}/tags`, { method: "POST", token, json: { tagId: tag.id } });
    expect(await answerOf(tagged)).toMatchObject({
      tag: { id: tag.id, contactCount: 1, previewContacts: [{ id: ann }] },
    });
    const listed = await answerOf<{ tags: Label[] }>(await api(`/contacts/${ann}/tags`, { token }));
    expect(listed.tags.map(({ id }) => id)).toEqual([tag.id]);
    const path = `/contacts/${ann}/tags/${tag.id}`;
    const untagged = await answerOf<{ message: string }>(await api(path, { method: "DELETE", token }));
    expect(untagged.message).toBe("The tag was taken off the contact.");
    const refused = await refusalOf(`/contacts/${ann}/tags`, { method: "POST", token, json: { tagId: randomUUID() } });
    expect([refused.status, refused.code]).toEqual([404, "tag_not_found"]);
    const wrong = await refusalOf(`/contacts/${ann}/tags`, { method: "POST", token, json: { tagId: "x", more: 1 } });
    expect([wrong.code, wrong.paths]).toEqual(["validation_error", ["body.tagId", "body.more"]]);
    const twice = await refusalOf("/tags", { method: "POST", token, json: { label: "CZECH" } });
    expect([twice.status, twice.code]).toEqual([409, "conflict"]);
  });
});

describe("categories of an address book", () => {
  const card = (name: string, categories: string) =>
    `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nCATEGORIES:${categories}\r\nEND:VCARD\r\n`;

  it("become groups, and are in the exported card", async () => {
    const { token } = await freshAccount();
    const content = card("Ann", "Friends,Rock\\, Pop") + card("Ben", "friends");
    const { contacts } = await parseFiles(token, "vcard", formOf([{ name: "book.vcf", content }]));
    const { results } = await commitRows(token, "vcard", contacts);
    const { groups } = await answerOf<{ groups: Label[] }>(await api("/groups", { token }));
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
    await answerOf(await api(`/groups/${groups[0]?.id}`, { method: "PATCH", token, json }));
    const changed = await api(path, { token, headers: { "if-none-match": etag } });
    expect(await changed.text()).toContain("\r\nCATEGORIES:Mates,Rock\\, Pop\r\n");
  });
});
