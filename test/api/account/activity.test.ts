/** Who did what, over HTTP: a session, a key, an agent through `/mcp`, a merge, an import on the server, and the deletion of many. */
import { expect, it } from "vitest";
import { filesOf, parseFiles } from "../../support/import/import-calls.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

it("each change says who asked for it, and by what", async () => {
  const { token } = await freshAccount();
  const session = await clientOf(token);
  const { id: keyId, secret = "" } = await session.createApiKey({ label: "Zoë’s phone", permission: "full" });
  const key = await clientOf(secret);
  const { contact: ann } = await session.createContact({ firstName: "Ann" });
  await key.patchContact({ id: ann.id, headline: "Pilot" });
  const args = { firstName: "Ben" };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "createContact", arguments: args } };
  expect((await api("/mcp", { method: "POST", token: secret, json: message })).status).toBe(200);
  const { contacts } = await session.listContacts({ sort: "createdAtDesc" });
  const [ben] = contacts;
  await session.mergeContacts({ leftPersonId: ann.id, rightPersonId: ben?.id ?? "" });
  const { importId } = await parseFiles(token, "vcard", [filesOf.vcard([1, 2, 3])]);
  const { receipt } = await key.startImportCommit({ source: "vcard", importId });
  const status = async () => (await session.getImportReceipt({ id: receipt.id })).receipt.status;
  await expect.poll(status, { timeout: 60_000, interval: 50 }).toBe("done");
  await key.deleteContacts({ filter: { importId } });
  await session.patchSettings({ timezone: "Europe/Prague" });

  const bySession = { by: { kind: "session", id: "session", label: null }, agent: false };
  const byKey = { by: { kind: "key", id: keyId, label: "Zoë’s phone" }, agent: false };
  const setting = (field: string) => ({ subject: "account", fields: [{ field, before: null, after: null }] });
  const { changes, next } = await session.listActivity();
  expect(next).toBeNull();
  expect(changes).toMatchObject([
    { kind: "updated", ...bySession, ...setting("timezone") },
    { kind: "deleted", ...byKey, count: 3, via: { kind: "bulk" } },
    { kind: "imported", ...byKey, count: 3, via: { kind: "import", id: receipt.id } },
    { kind: "merged", ...bySession, via: { kind: "merge" }, contact: { id: ann.id, firstName: "Ann" } },
    { kind: "created", ...byKey, agent: true, contactId: ben?.id, contact: null },
    { kind: "updated", ...byKey, fields: [{ field: "headline", before: null, after: "Pilot" }] },
    { kind: "created", ...bySession, contactId: ann.id, via: null },
    { kind: "updated", ...bySession, ...setting("apiKeys") },
  ]);
  expect((await session.listActivity({ agent: true })).changes).toEqual([changes[4]]);
  const history = (await key.listContactHistory({ id: ann.id })).changes;
  expect(history.map(({ id }) => id)).toEqual(
    [changes[3], changes[4], changes[5], changes[6]].map((change) => change?.id),
  );
  await expect(key.listActivity()).rejects.toMatchObject({ code: "api_key_route_forbidden" });

  const selection = { by: keyId, from: changes.at(-1)?.at ?? "", to: new Date().toISOString() };
  await expect(key.undoActivity(selection)).rejects.toMatchObject({ code: "api_key_route_forbidden" });
  const { undo: dry } = await session.undoActivity({ ...selection, dryRun: true });
  const { undo } = await session.undoActivity(selection);
  const read = async () => (await session.getUndo({ id: undo.id ?? "" })).undo;
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 50 }).toBe("done");
  // What the session merged is no longer as the agent made it.
  const kept = [{ changeId: changes[4]?.id, contactId: ben?.id, reason: "changed_since" }];
  expect(await read()).toMatchObject({ total: 4, undone: 3, kept });
  expect(dry).toMatchObject({ id: null, status: "done", total: 4, undone: 3, kept });
  expect((await session.listContacts()).contacts).toMatchObject([{ id: ann.id, headline: null }]);
});
