import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RelationshipAnswer } from "../../../functions/contacts/relationships/schemas.ts";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

async function twoPeople() {
  const { token } = await freshAccount();
  const [ann, ben] = [
    await createContact(token, { firstName: "Ann" }),
    await createContact(token, { firstName: "Ben" }),
  ];
  const [path, otherPath] = [ann, ben].map(({ contact: { id } }) => `/contacts/${id}/relationships`);
  const body = { relatedPersonId: ben.contact.id, relationshipType: "manager" };
  return { token, ann: ann.contact.id, ben: ben.contact.id, path: path ?? "", otherPath: otherPath ?? "", body };
}

async function listOf(path: string, token: string): Promise<RelationshipAnswer[]> {
  const answer = await api(path, { token });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { relationships: RelationshipAnswer[] }).relationships;
}

describe("a relationship over HTTP", () => {
  it("is made once by a request that is repeated, and can be sent back as it was read", async () => {
    const { token, path, otherPath, body } = await twoPeople();
    const headers = { "idempotency-key": randomUUID() };
    const [first, again] = [
      await api(path, { method: "POST", token, json: body, headers }),
      await api(path, { method: "POST", token, json: body, headers }),
    ];
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
    const made = await first.json();
    expect(await again.json()).toEqual(made);
    const [shown] = await listOf(otherPath, token);
    if (!shown) expect.fail();
    expect(made).toMatchObject({ relationship: { id: shown.id, relationshipType: "manager" } });
    const patched = await api(`${otherPath}/${shown.id}`, { method: "PATCH", token, json: shown });
    expect(await patched.json()).toEqual({ relationship: shown });
    expect(patched.headers.get("x-txid")).toBe(first.headers.get("x-txid"));
    const ended = await api(`${otherPath}/${shown.id.toUpperCase()}`, { method: "DELETE", token });
    expect(await ended.json()).toEqual({ message: "The relationship was deleted." });
    expect(await listOf(path, token)).toEqual([]);
  });

  it("ends with either of its contacts at once", async () => {
    const { token, ann, path, otherPath, body } = await twoPeople();
    await api(path, { method: "POST", token, json: body });
    await api(`/contacts/${ann}`, { method: "DELETE", token });
    expect(await listOf(otherPath, token)).toEqual([]);
    expect(await refusalOf(path, { token })).toMatchObject({ status: 404, code: "contact_not_found" });
  });

  it("of another account is not found, and neither is a contact of another account", async () => {
    const [{ token, path, body }, other] = [await twoPeople(), await twoPeople()];
    const made = (await (await api(path, { method: "POST", token, json: body })).json()) as {
      relationship: RelationshipAnswer;
    };
    const refused = async (at: string, method: string, json?: unknown, by = token) => {
      const { status, code, paths } = await refusalOf(at, { method, token: by, ...(json !== undefined && { json }) });
      return [status, code, ...(paths ?? [])];
    };
    const foreign = { ...body, relatedPersonId: other.ann };
    expect(await refused(path, "POST", foreign)).toEqual([404, "contact_not_found", "body.relatedPersonId"]);
    expect(await refused(other.path, "POST", body)).toEqual([404, "contact_not_found", "params.id"]);
    expect(await refused(path, "GET", undefined, other.token)).toEqual([404, "contact_not_found", "params.id"]);
    const at = `${other.path}/${made.relationship.id}`;
    expect(await refused(at, "DELETE", undefined, other.token)).toEqual([404, "relationship_not_found"]);
    expect(await refused(at, "PATCH", {}, other.token)).toEqual([404, "relationship_not_found"]);
    expect(await refused(path, "POST", body)).toEqual([409, "relationship_already_exists"]);
    const toItself = { ...body, relatedPersonId: path.split("/")[2] };
    expect(await refused(path, "POST", toItself)).toEqual([400, "relationship_self_forbidden"]);
    expect((await listOf(path, token)).length).toBe(1);
  });
});
