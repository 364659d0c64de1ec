import { expect, it } from "vitest";
import { createContact } from "../../support/contact/contact-api.ts";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

it("what a key deletes is in the trash with its label, the key brings it back, and only a session deletes for good", async () => {
  const { token } = await freshAccount();
  const owner = await clientOf(token);
  const { secret } = await owner.createApiKey({ label: "laptop", permission: "full" });
  const agent = await clientOf(secret);
  const { contact } = await createContact(token, { firstName: "Ann", headline: "Pilot" });
  const forbidden = { status: 403, code: "api_key_route_forbidden" };
  const permanent = { id: contact.id, permanent: true };
  await expect(agent.deleteContact(permanent)).rejects.toMatchObject({
    ...forbidden,
    details: [{ path: "query.permanent" }],
  });
  const many = { ids: [contact.id], permanent: true };
  await expect(agent.deleteContacts(many)).rejects.toMatchObject({
    ...forbidden,
    details: [{ path: "body.permanent" }],
  });
  await agent.deleteContact({ id: contact.id });
  const { contacts } = await agent.listTrash();
  expect(contacts).toMatchObject([{ id: contact.id, deletedBy: { kind: "key", label: "laptop" } }]);
  await expect(agent.emptyTrash({})).rejects.toMatchObject(forbidden);
  expect(await agent.restoreContacts({ ids: [contact.id] })).toMatchObject({ restoredCount: 1 });
  expect((await agent.getContact({ id: contact.id })).contact).toEqual(contact);
  await owner.deleteContact({ id: contact.id });
  expect(await owner.emptyTrash({})).toMatchObject({ deletedCount: 1 });
  expect((await owner.listTrash()).contacts).toEqual([]);
});
