/**
 * Every text field that vCards have in a property of our own. The tests use only the table of contact fields, so a new row
 * must pass without another line of code or test.
 */
import { describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { cardTextProperties, contactFields, fieldsMerged } from "../../../shared/contact/fields.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { commitRows, type GivenFile, parseFiles } from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const fields = fieldsMerged("text").flatMap((field) => {
  const property = (cardTextProperties as Record<string, string>)[field];
  return property === undefined ? [] : [{ field, property }];
});

const ann = { firstName: "Ann", lastName: "Lee", emails: [{ value: "ann@example.org" }] };

function cardOf(property: string, value: string): GivenFile[] {
  const lines = ["BEGIN:VCARD", "VERSION:4.0", "FN:Ann Lee", "N:Lee;Ann;;;", "EMAIL:ann@example.org"];
  return [{ name: "ann.vcf", content: [...lines, `${property}:${value}`, "END:VCARD", ""].join("\r\n") }];
}

async function read<Answer>(path: string, token: string): Promise<Answer> {
  const answer = await api(path, { token });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

it("there are fields to test", () => {
  expect(fields.map(({ field }) => field)).toContain("location");
});

describe.each(fields)("the field $field", ({ field, property }) => {
  it("is written, answered, cleared, and found by the first search of an account", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, { ...ann, [field]: "Quixotica" });
    await createContact(token, { firstName: "Bob" });
    const { contacts } = await read<{ contacts: ContactAnswer[] }>("/contacts?search=quixotic", token);
    expect(contacts.map(({ id }) => id)).toEqual([contact.id]);
    expect(contacts[0]?.[field]).toBe("Quixotica");

    await api(`/contacts/${contact.id}`, { method: "PATCH", token, json: { [field]: "" } });
    const after = await read<{ contact: ContactAnswer }>(`/contacts/${contact.id}`, token);
    expect(after.contact[field]).toBeNull();
    expect(await read("/contacts?search=quixotic", token)).toMatchObject({ contacts: [] });
  });

  it("is in the exported card, and imported from it into another account", async () => {
    const [own, other] = [await freshAccount(), await freshAccount()];
    const { contact } = await createContact(own.token, { ...ann, [field]: "Quixotica" });
    const content = await (await api(`/contacts/${contact.id}/vcard`, { token: own.token })).text();
    expect(content).toContain(`\r\n${property}:Quixotica\r\n`);
    const { contacts } = await parseFiles(other.token, "vcard", [{ name: "ann.vcf", content }]);
    const { results } = await commitRows(other.token, "vcard", contacts);
    const copy = await read<{ contact: ContactAnswer }>(`/contacts/${results[0]?.contactId}`, other.token);
    expect(copy.contact[field]).toBe("Quixotica");
  });

  it("is filled by an import where it is empty, and kept and reported where it differs", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, ann);
    const filled = await parseFiles(token, "vcard", cardOf(property, "Quixotica"));
    expect(filled.contacts).toMatchObject([
      { [field]: "Quixotica", duplicateOf: { contactId: contact.id }, issues: [] },
    ]);
    expect((await commitRows(token, "vcard", filled.contacts)).updatedCount).toBe(1);

    const differing = await parseFiles(token, "vcard", cardOf(property, "Utopia"));
    expect(differing.contacts[0]?.issues).toMatchObject([{ code: "duplicate_values_differ", field }]);
    const { results } = await commitRows(token, "vcard", differing.contacts);
    expect(results[0]?.differing).toEqual([field]);
    const after = await read<{ contact: ContactAnswer }>(`/contacts/${contact.id}`, token);
    expect(after.contact[field]).toBe("Quixotica");
  });

  it("is described to integrators, where it is written and where it is answered", async () => {
    const text = JSON.stringify(await (await api("/openapi.json")).json());
    const description = `"description":${JSON.stringify(contactFields[field].words[0])}`;
    expect(text.split(description).length - 1).toBeGreaterThanOrEqual(2);
  });
});

describe("the tempId of a row", () => {
  it("did not change when fields were added", async () => {
    const { token } = await freshAccount();
    const { contacts } = await parseFiles(token, "vcard", cardOf("X-LOCATION", "Oslo"));
    expect(contacts.map(({ tempId }) => tempId)).toEqual(["n_4mJvb5Z4JbiTp9_k5VS5"]);
  });
});
