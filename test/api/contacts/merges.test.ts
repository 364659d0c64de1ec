import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

async function twoPeople() {
  const { token } = await freshAccount();
  const ann = await createContact(token, { firstName: "Ann", network_b: "ann.b" });
  const anna = await createContact(token, { firstName: "Anna", network_b: "anna.b", headline: "Pilot" });
  const body = { leftPersonId: ann.contact.id, rightPersonId: anna.contact.id };
  return { token, client: await clientOf(token), left: ann.contact.id, right: anna.contact.id, body };
}

describe("a merge over HTTP", () => {
  it("is made once by a request that is repeated, and undone once", async () => {
    const { token, client, left, right, body } = await twoPeople();
    const idempotencyKey = randomUUID();
    const merge = () => client.mergeContacts(body, { idempotencyKey }).withResponse();
    const [first, again] = [await merge(), await merge()];
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([200, 200, "true"]);
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({
      mergedFromPersonId: right,
      contact: { id: left, headline: "Pilot" },
      txid: first.headers.get("x-txid"),
    });
    const mergeId = first.body.mergeId ?? "";
    const { merge: shown } = await client.getMerge({ mergeId });
    expect(await client.listMerges()).toMatchObject({ merges: [shown] });
    const at = `/contacts/merges/${mergeId}`;
    expect((await api(at, { method: "HEAD", token })).status).toBe(200);
    const undone = { contact: { headline: null }, restoredContact: { id: right }, kept: [] };
    expect(await client.undoMerge({ mergeId })).toMatchObject(undone);
    expect(await refusalOf(at, { method: "DELETE", token })).toMatchObject({ status: 409, code: "merge_not_undoable" });
  });

  it("leads by the handles of both contacts to the one that survived, until it is undone", async () => {
    const { client, left, right, body } = await twoPeople();
    const found = async (handle: string) =>
      (await client.findContactBySocial({ platform: "network_b", handle })).contact?.id;
    const { mergeId } = await client.mergeContacts({ ...body, conflictResolutions: { network_b: "right" } });
    expect(await found("anna.b")).toBe(left);
    await client.undoMerge({ mergeId: mergeId ?? "" });
    expect([await found("ann.b"), await found("anna.b")]).toEqual([left, right]);
  });

  it("of another account is not found, and neither are contacts of another account", async () => {
    const [{ client, body }, other] = [await twoPeople(), await twoPeople()];
    const { mergeId } = await client.mergeContacts(body);
    for (const method of ["GET", "DELETE"]) {
      const refused = await refusalOf(`/contacts/merges/${mergeId}`, { method, token: other.token });
      expect(refused).toMatchObject({ status: 404, code: "merge_not_found" });
    }
    const json = { ...other.body, rightPersonId: body.leftPersonId };
    expect(await refusalOf("/contacts/merge", { method: "POST", token: other.token, json })).toMatchObject({
      ...{ status: 404, code: "contact_not_found" },
      paths: ["body.rightPersonId"],
    });
  });

  it("refuses choices that contradict each other", async () => {
    const { token, body } = await twoPeople();
    const json = { ...body, conflictResolutions: { latitude: "left", longitude: "right" } };
    expect(await refusalOf("/contacts/merge", { method: "POST", token, json })).toMatchObject({
      paths: ["body.conflictResolutions.longitude"],
    });
  });
});
