import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

interface Merged {
  contact: ContactAnswer;
  mergeId: string;
  txid: string;
}

async function twoPeople() {
  const { token } = await freshAccount();
  const ann = await createContact(token, { firstName: "Ann", network_b: "ann.b" });
  const anna = await createContact(token, { firstName: "Anna", network_b: "anna.b", headline: "Pilot" });
  const body = { leftPersonId: ann.contact.id, rightPersonId: anna.contact.id };
  return { token, left: ann.contact.id, right: anna.contact.id, body };
}

describe("a merge over HTTP", () => {
  it("is made once by a request that is repeated, and undone once", async () => {
    const { token, left, right, body } = await twoPeople();
    const headers = { "idempotency-key": randomUUID() };
    const merge = () => api("/contacts/merge", { method: "POST", token, json: body, headers });
    const [first, again] = [await merge(), await merge()];
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([200, 200, "true"]);
    const merged = (await first.json()) as Merged;
    expect(await again.json()).toEqual(merged);
    expect(merged).toMatchObject({
      mergedFromPersonId: right,
      contact: { id: left, headline: "Pilot" },
      txid: first.headers.get("x-txid"),
    });
    const at = `/contacts/merges/${merged.mergeId}`;
    const { merge: shown } = (await (await api(at, { token })).json()) as { merge: object };
    expect(await (await api("/contacts/merges", { token })).json()).toMatchObject({ merges: [shown] });
    expect((await api(at, { method: "HEAD", token })).status).toBe(200);
    const undone = await api(at, { method: "DELETE", token });
    expect(await undone.json()).toMatchObject({
      contact: { headline: null },
      restoredContact: { id: right },
      kept: [],
    });
    expect(await refusalOf(at, { method: "DELETE", token })).toMatchObject({ status: 409, code: "merge_not_undoable" });
  });

  it("leads by the handles of both contacts to the one that survived, until it is undone", async () => {
    const { token, left, right, body } = await twoPeople();
    const found = async (handle: string) => {
      const answer = await api(`/contacts/by-social?platform=network_b&handle=${handle}`, { token });
      return ((await answer.json()) as { contact: { id: string } | null }).contact?.id;
    };
    const chosen = { ...body, conflictResolutions: { network_b: "right" } };
    const answer = await api("/contacts/merge", { method: "POST", token, json: chosen });
    const { mergeId } = (await answer.json()) as Merged;
    expect(await found("anna.b")).toBe(left);
    await api(`/contacts/merges/${mergeId}`, { method: "DELETE", token });
    expect([await found("ann.b"), await found("anna.b")]).toEqual([left, right]);
  });

  it("of another account is not found, and neither are contacts of another account", async () => {
    const [{ token, body }, other] = [await twoPeople(), await twoPeople()];
    const { mergeId } = (await (await api("/contacts/merge", { method: "POST", token, json: body })).json()) as Merged;
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
