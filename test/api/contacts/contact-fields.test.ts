/**
 * Every text field that vCards have in one property. The tests use only the table of contact fields, so a new row
 * must pass without another line of code or test.
 */
import { describe, expect, it } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { cardTextFields, contactFields, fieldsMerged, requestedFields } from "../../../shared/contact/fields.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { commitRows, type GivenFile, parseFiles } from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const fields = fieldsMerged("text").flatMap((field) =>
  cardTextFields
    .filter((row) => row.field === field)
    .map(({ property, alias = property, from }) => ({ field, property, names: [property, alias], from })),
);
const isAsked = (field: string) => (requestedFields as readonly string[]).includes(field);

const ann = { firstName: "Ann", lastName: "Lee", emails: [{ value: "ann@example.org" }] };

function cardOf(property: string, value: string, ...more: string[]): GivenFile[] {
  const lines = ["BEGIN:VCARD", "VERSION:4.0", "FN:Ann Lee", "N:Lee;Ann;;;", "EMAIL:ann@example.org"];
  return [{ name: "ann.vcf", content: [...lines, `${property}:${value}`, ...more, "END:VCARD", ""].join("\r\n") }];
}

async function read<Answer>(path: string, token: string): Promise<Answer> {
  const answer = await api(path, { token });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

it("there are fields to test", () => {
  expect(fields.map(({ field }) => field)).toEqual(expect.arrayContaining(["location", "nickname"]));
});

describe.each(fields)("the field $field", ({ field, property, names, from }) => {
  it("is written, answered, cleared, and found by the first search of an account", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, { ...ann, [field]: "Quixotica" });
    expect(contact[field]).toBe("Quixotica");
    await createContact(token, { firstName: "Bob" });
    const search = `/contacts?search=quixotic&fields=${field}`;
    expect(await read(search, token)).toMatchObject({ contacts: [{ id: contact.id, [field]: "Quixotica" }] });
    const whole = await read<{ contact: ContactAnswer }>(`/contacts/${contact.id}`, token);
    expect(whole.contact[field]).toBe(isAsked(field) ? undefined : "Quixotica");

    const patch = (json: object) => api(`/contacts/${contact.id}`, { method: "PATCH", token, json });
    const cleared = (await (await patch({ [field]: "" })).json()) as { contact: ContactAnswer };
    expect(cleared.contact[field]).toBeNull();
    const other = (await (await patch({ lastName: "Low" })).json()) as { contact: ContactAnswer };
    expect(other.contact[field]).toBe(isAsked(field) ? undefined : null);
    expect(await read("/contacts?search=quixotic", token)).toMatchObject({ contacts: [] });
  });

  it("is in the exported card, and imported from it into another account", async () => {
    const [own, other] = [await freshAccount(), await freshAccount()];
    const { contact } = await createContact(own.token, { ...ann, [field]: "Quixotica" });
    const cards = await Promise.all(
      ["3.0", "4.0"].map(async (version) => {
        const answer = await api(`/contacts/${contact.id}/vcard?version=${version}`, { token: own.token });
        return { name: `${version}.vcf`, content: await answer.text() };
      }),
    );
    const [earlier, later] = cards.map(({ content }) => content);
    expect(earlier).toContain(`\r\n${from === undefined ? property : names[1]}:Quixotica\r\n`);
    expect(later).toContain(`\r\n${property}:Quixotica\r\n`);
    const { contacts } = await parseFiles(other.token, "vcard", cards);
    expect(contacts).toMatchObject([{ [field]: "Quixotica" }, { [field]: "Quixotica" }]);
    const { results } = await commitRows(other.token, "vcard", contacts);
    const copy = await read<{ contact: ContactAnswer }>(
      `/contacts/${results[0]?.contactId}?fields=${field}`,
      other.token,
    );
    expect(copy.contact[field]).toBe("Quixotica");
  });

  it("is read under all its names, the preferred value of several, and the first without a preferred one", async () => {
    const { token } = await freshAccount();
    const [name = "", other = ""] = names;
    const plain = await parseFiles(token, "vcard", cardOf(name, "Quixotica", `${other}:Utopia`));
    const preferred = await parseFiles(token, "vcard", cardOf(other, "Utopia", `${name};PREF=1:Quixotica`));
    expect([...plain.contacts, ...preferred.contacts]).toMatchObject([
      { [field]: "Quixotica" },
      { [field]: "Quixotica" },
    ]);
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
    const after = await read<{ contact: ContactAnswer }>(`/contacts/${contact.id}?fields=${field}`, token);
    expect(after.contact[field]).toBe("Quixotica");
  });

  it("is described to integrators, where it is written and where it is answered", async () => {
    const text = JSON.stringify(await (await api("/openapi.json")).json());
    const description = `"description":${JSON.stringify(contactFields[field].words[0]).slice(0, -1)}`;
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
