/** Commits of rows about people whom the account knew before: its own contact, and connections of other exports. */
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { createMarkFinder } from "../../../shared/import/store/imported-rows.ts";
import { accountPartition, type Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { commit as commitInto, email, contactsOf as listOf, phone } from "../../support/import/imported-cards.ts";
import { accountOf, newAccount, parsedContact } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

const url = (name: string) => `https://www.linkedin.com/in/${name}`;
const contactsOf = (accountId: string) => listOf(store, accountId);

async function commit(accountId: string, rows: readonly object[], source: ImportSource = "network_a") {
  return (await commitInto(store, accountId, rows, { source })).results;
}

/** The sort keys of the account's items. */
async function keysOf(accountId: string): Promise<string[]> {
  const { Items = [] } = await store.client.send(
    new QueryCommand({
      TableName: store.tableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": accountPartition(accountId) },
      ConsistentRead: true,
    }),
  );
  return Items.map(({ sk }) => String(sk));
}

describe("a row about the account's owner", () => {
  const own = {
    firstName: "Ada",
    network_b: "ada.l",
    emails: [email("ada@x.example")],
    phones: [phone("+44", "2079460018")],
  };

  it.each([
    ["a handle", { firstName: "Countess", network_b: "@Ada.L" }, true],
    ["an e-mail address and the name", { emails: [email("ADA@x.example")] }, true],
    ["a phone number in another spelling and the name", { phones: [phone("", "02079460018")] }, true],
    ["an e-mail address alone", { firstName: "Bob", emails: [email("ada@x.example")] }, false],
    ["the name alone", {}, false],
  ])("by %s completes their own contact: %s", async (_case, given, expected) => {
    const accountId = await accountOf(store, own);
    const [result] = await commit(accountId, [parsedContact({ tempId: "t", headline: "Countess", ...given })], "vcard");
    expect(result).toMatchObject({ status: expected ? "updated" : "imported" });
    expect(result?.contactId === accountId).toBe(expected);
    expect((await getContact(store, accountId, accountId))?.headline).toBe(expected ? "Countess" : null);
  });

  it("makes no contact that lists, counts, search or lookups know, and is taken over once", async () => {
    const accountId = await accountOf(store, own);
    const before = await getAccountHead(store, accountId);
    const keys = await keysOf(accountId);
    const row = parsedContact({
      tempId: "t",
      network_b: "ada.l",
      headline: "Countess",
      emails: [email("ada@y.example")],
    });
    const results = await commit(accountId, [row, row, { ...row, tempId: "u" }], "vcard");
    expect(results).toMatchObject([
      { status: "updated", contactId: accountId },
      { status: "skipped", contactId: accountId, code: "already_imported" },
      { status: "skipped", contactId: accountId, code: "unchanged" },
    ]);
    expect(await commit(accountId, [row], "vcard")).toMatchObject([{ contactId: accountId, code: "already_imported" }]);
    const after = await getAccountHead(store, accountId);
    expect(after).toEqual({ ...before, txid: before.txid + 1, writtenAt: after.writtenAt });
    expect(await keysOf(accountId)).toEqual(keys);
    expect(await contactsOf(accountId)).toEqual([]);
    expect(await getContact(store, accountId, accountId)).toMatchObject({
      headline: "Countess",
      emails: [{ value: "ada@x.example" }, { value: "ada@y.example" }],
      createdByRow: null,
    });
  });

  it("completes another contact that the same lookup finds, if there is one", async () => {
    const accountId = await accountOf(store, own);
    const calls = contactCalls(store, accountId);
    const { body } = await calls.create({ firstName: "Ada", network_b: "ada.l" });
    const rows = [parsedContact({ tempId: "t", network_b: "ada.l", headline: "Countess" })];
    expect(await commit(accountId, rows, "vcard")).toMatchObject([{ status: "updated", contactId: body.contact.id }]);
  });

  it("is met by a later row of the same commit, by what an earlier one added", async () => {
    const accountId = await accountOf(store, own);
    const results = await commit(
      accountId,
      [
        parsedContact({ tempId: "a", network_b: "ada.l", emails: [email("ada@y.example")] }),
        parsedContact({ tempId: "b", emails: [email("ada@y.example")], headline: "Countess" }),
      ],
      "vcard",
    );
    expect(results.map(({ contactId }) => contactId)).toEqual([accountId, accountId]);
  });
});

describe("a connection of another export", () => {
  const connectedAt = "2019-05-04T00:00:00.000Z";
  const plain = parsedContact({ tempId: "old", lastName: "Byron", connectedAt });
  const profiled = parsedContact({ tempId: "new", lastName: "Byron", connectedAt, network_a: url("ada") });

  it.each([
    ["then", [[plain], [profiled]]],
    ["before", [[profiled], [plain]]],
    ["in the same commit", [[plain, profiled]]],
  ])("is one person, whether the export with profiles comes %s", async (_case, commits) => {
    const accountId = await newAccount(store);
    const results = [];
    for (const rows of commits) results.push(...(await commit(accountId, rows)));
    expect(results.map(({ status }) => status)).toEqual(["imported", expect.stringMatching(/updated|skipped/)]);
    expect(await contactsOf(accountId)).toMatchObject([{ network_a: url("ada"), importedRows: { length: 3 } }]);
  });

  it("is another person on another day, under another name, with another profile, or of another source", async () => {
    const accountId = await newAccount(store);
    await commit(accountId, [profiled]);
    const rows = [
      { ...plain, tempId: "1", connectedAt: "2019-05-05T00:00:00.000Z" },
      { ...plain, tempId: "2", lastName: "Lovelace" },
      { ...plain, tempId: "3", network_a: url("another") },
      { ...plain, tempId: "4", connectedAt: null },
      { ...plain, tempId: "5", connectedAt: "on a Saturday" },
    ];
    const results = [...(await commit(accountId, rows)), ...(await commit(accountId, [plain], "vcard"))];
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "imported"));
  });

  it("of two people of one name and day, in one transaction, leaves its mark with the first, until it is gone", async () => {
    const accountId = await newAccount(store);
    const namesake = { ...profiled, tempId: "namesake", network_a: url("namesake") };
    const [first, second] = await commit(accountId, [profiled, namesake]);
    expect([first?.status, second?.status]).toEqual(["imported", "imported"]);
    expect(await commit(accountId, [plain])).toMatchObject([{ contactId: first?.contactId, code: "unchanged" }]);
    await contactCalls(store, accountId).remove(first?.contactId ?? "");
    expect((await keysOf(accountId)).filter((sk) => sk.startsWith("R#network_a#@"))).toEqual([]);
    const third = { ...plain, tempId: "third" };
    expect(await commit(accountId, [third])).toMatchObject([{ status: "imported" }]);
    expect((await keysOf(accountId)).filter((sk) => sk.startsWith("R#network_a#@"))).toHaveLength(1);
  });

  it("is known by rows that came before, whatever came since, and its row alone created it", async () => {
    const accountId = await newAccount(store);
    const [created] = await commit(accountId, [plain]);
    const others = Array.from({ length: 25 }, (_, index) => ({ ...profiled, tempId: `t${index}` }));
    await commit(accountId, others);
    const again = { ...plain, tempId: "again", headline: "Countess" };
    expect(await commit(accountId, [again])).toMatchObject([{ status: "updated", contactId: created?.contactId }]);
    const [contact] = await contactsOf(accountId);
    expect(contact?.importedRows).toHaveLength(20);
    const scope = { store, accountId, source: "network_a", createdOnly: true } as const;
    const ids = await createMarkFinder({ ...scope, contactCount: 1 })(contact?.importedRows ?? []);
    expect([...ids]).toEqual([["network_a#old", created?.contactId]]);
  });
});
