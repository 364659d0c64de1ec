import { describe, expect, it } from "vitest";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { billsAsAws, freshTable } from "../../support/process/stack.ts";

const table = await freshTable();

async function freshCalls() {
  const accountId = await seedAccount(table.store);
  const calls = contactCalls(table.store, accountId);
  const create = async (body: object) => (await calls.create({ firstName: "Ann", ...body })).body.contact.id;
  const idsBy = async (query: Readonly<Record<string, string>>) => (await calls.byChannel(query)).map(({ id }) => id);
  return { accountId, calls, create, idsBy };
}

describe("contacts are found by an e-mail address", () => {
  it("in any case, until it is changed or its contact deleted, in their own account", async () => {
    const [{ calls, create, idsBy }, other] = [await freshCalls(), await freshCalls()];
    const id = await create({ emails: [{ value: "b@x.example" }, { value: "Ann.Bell@Example.org" }] });
    expect(await calls.byChannel({ email: "aNN.bell@example.ORG" })).toEqual([
      { id, firstName: "Ann", lastName: "", avatar: null },
    ]);
    for (const email of ["ann.bell@example.or", "nn.bell@example.org", "ann.bell@example.org.org", "#", "%23"]) {
      expect(await idsBy({ email }), email).toEqual([]);
    }
    expect(await other.idsBy({ email: "ann.bell@example.org" })).toEqual([]);
    await calls.patch(id, { emails: [{ value: "ann@example.org" }] });
    expect(await idsBy({ email: "ann.bell@example.org" })).toEqual([]);
    await calls.remove(id);
    expect(await idsBy({ email: "ann@example.org" })).toEqual([]);
  });

  it("all contacts that share it, the oldest first, at most 200, without the account's own", async () => {
    const { accountId, calls, create, idsBy } = await freshCalls();
    const emails = [{ value: "family@example.org" }];
    const ids: string[] = [];
    for (let count = 0; count < 201; count++) ids.push(await create({ emails }));
    await calls.patch(accountId, { emails });
    await calls.patch(ids[0] ?? "", { notes: "Changed last." });
    expect(await idsBy({ email: "family@example.org" })).toEqual(ids.slice(0, 200));
  });
});

it.each([
  ["+49 (0)30 123 45 67", true],
  ["0049301234567", true],
  ["tel:+49-30-1234567", true],
  ["030 1234567", true],
  ["49301234567", true],
  // A plus sign that is not encoded in an address is read as a blank.
  [" 49301234567", true],
  ["+43301234567", false],
  ["1234567", false],
  ["301234568", false],
])("a contact with +49 30 1234567, as a phone or of a messenger, is found by %j: %s", async (phone, isFound) => {
  const { create, idsBy } = await freshCalls();
  const phones = [{ prefix: "+49", value: "30 1234567" }];
  const ids = [await create({ phones }), await create({ network_d: "+49301234567" })];
  expect(await idsBy({ phone })).toEqual(isFound ? ids : []);
});

describe("a contact into which others were merged", () => {
  it("is found by their values, also those that it no longer has, until the merge is undone", async () => {
    const { accountId, calls, create, idsBy } = await freshCalls();
    const merges = mergeCalls(table.store, accountId);
    const left = await create({ emails: [{ value: "left@example.org" }] });
    const right = await create({ emails: [{ value: "right@example.org" }] });
    const { mergeId } = await merges.merge(left, right);
    expect(await idsBy({ email: "right@example.org" })).toEqual([left]);
    await calls.patch(left, { emails: [] });
    expect([await idsBy({ email: "right@example.org" }), await idsBy({ email: "left@example.org" })]).toEqual([
      [left],
      [],
    ]);
    await merges.undo(mergeId);
    expect(await idsBy({ email: "right@example.org" })).toEqual([right]);
  });
});

it("finding one contact costs at most 2.5 units", async () => {
  const { create, idsBy } = await freshCalls();
  const id = await create({ emails: [{ value: "ann@example.org" }] });
  await meterCapacity(async (units) => {
    expect(await idsBy({ email: "ann@example.org" })).toEqual([id]);
    if (billsAsAws) expect(units.readUnits).toBeLessThanOrEqual(2.5);
  });
});
