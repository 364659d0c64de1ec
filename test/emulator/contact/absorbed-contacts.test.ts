import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { loadAliases } from "../../../shared/contact/store/aliases.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { writeCard } from "../../../shared/vcard/write-card.ts";
import { Meter, meteredStore } from "../../support/capacity/meter.ts";
import { accountOf, refusalOf } from "../../support/contact/contact-accounts.ts";
import { contactCalls, itemsOf } from "../../support/contact/contact-calls.ts";
import { importText } from "../../support/files/vcard.ts";
import { commitParsed, importCards, importRows } from "../../support/import/imported-cards.ts";
import { shareInteractions } from "../../support/interaction/interaction-accounts.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { Killed, killedAfter } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

/** Contacts with a handle and an address of their own, of which the second is a part of the first, and the third of the second. */
async function mergedAccount() {
  const bodies = [1, 2, 3, 4].map((n) => ({
    firstName: `Ann ${n}`,
    network_b: `ann${n}`,
    emails: [{ value: `ann${n}@b.example` }],
  }));
  const { accountId, contacts, calls } = await accountOf(store, bodies);
  const [survivor = "", second = "", third = "", other = ""] = contacts.map(({ id }) => id);
  const merges = mergeCalls(store, accountId);
  const [inner, outer] = [await merges.merge(second, third), await merges.merge(survivor, second)];
  return { accountId, calls, merges, survivor, second, third, other, inner: inner.mergeId, outer: outer.mergeId };
}

const idBy = async (calls: ReturnType<typeof contactCalls>, handle: string) =>
  (await calls.bySocial("network_b", handle)).body.contact?.id;

describe("a merged contact", () => {
  it("leads by its profile to the surviving one, at the end of any chain, until an undo", async () => {
    const { calls, merges, survivor, second, third, other, inner, outer } = await mergedAccount();
    const found = () => Promise.all([1, 2, 3, 4].map((n) => idBy(calls, `ann${n}`)));
    expect(await found()).toEqual([survivor, survivor, survivor, other]);
    await calls.patch(survivor, { network_b: "changed" });
    expect(await found()).toEqual([undefined, survivor, survivor, other]);
    await merges.undo(outer);
    expect(await found()).toEqual([undefined, second, second, other]);
    await merges.undo(inner);
    expect(await found()).toEqual([undefined, second, third, other]);
  });

  it("is not found by any route, whose refusal names the surviving one while it exists", async () => {
    const { accountId, calls, survivor, second, third, other } = await mergedAccount();
    const interactions = interactionCalls(store, accountId);
    const met = { type: "Call", date: "2026-01-01T00:00:00Z" };
    const { interaction } = (await interactions.create({ ...met, participantIds: [other] })).body;
    const requests: [string, (id: string) => Promise<unknown>][] = [
      ["params.id", (id) => calls.get(id)],
      ["params.id", (id) => calls.patch(id, { notes: "x" })],
      ["params.id", (id) => calls.remove(id)],
      ["params.id", (id) => calls.dates(id)],
      ["params.id", (id) => calls.putDates(id, [])],
      ["params.id", (id) => calls.groupsOf(id)],
      ["params.id", (id) => calls.untag(id, newId())],
      ["params.id", (id) => calls.relationships(id)],
      ["params.id", (id) => calls.relate(id, { relatedPersonId: other, relationshipType: "friend" })],
      ["body.relatedPersonId", (id) => calls.relate(other, { relatedPersonId: id, relationshipType: "friend" })],
      ["query.contactId", (id) => interactions.list({ contactId: id })],
      ["body.participantIds.1", (id) => interactions.create({ ...met, participantIds: [other, id] })],
      ["body.participantIds.1", (id) => interactions.patch(interaction.id, { participantIds: [other, id] })],
    ];
    const expectAll = async (message: string) => {
      for (const [path, request] of requests) {
        for (const id of [second, third]) {
          await expect(request(id)).rejects.toMatchObject({ code: "contact_not_found", details: [{ path, message }] });
        }
      }
    };
    await expectAll(`The contact was merged into ${survivor}.`);
    await calls.remove(survivor, {}, { permanent: true });
    await expectAll("There is no such contact.");
    expect(await calls.get(other)).toMatchObject({ status: 200 });
  });

  it("is excluded from a bulk delete together with the surviving one", async () => {
    const { calls, survivor, third } = await mergedAccount();
    await calls.deleteContacts({ filter: {}, excludeIds: [third], permanent: true });
    expect((await calls.list()).body.contacts.map(({ id }) => id)).toEqual([survivor]);
  });

  it("leaves nothing but its id and an entry in the list of merges when the surviving one is deleted, also after a crash", async () => {
    const { accountId, calls, survivor, second, third, other } = await mergedAccount();
    const { store: dying } = killedAfter(store, 1);
    await expect(contactCalls(dying, accountId).remove(survivor, {}, { permanent: true })).rejects.toThrow(Killed);
    expect(await idBy(calls, "ann3")).toBeUndefined();
    // An item has at most 400 KB, and thousands of contacts may have been merged into one.
    const [deleted] = [...(await itemsOf(store, accountId)).values()].filter(({ sk }) => String(sk).startsWith("D#"));
    expect(deleted).toMatchObject({ survivorIds: [survivor] });
    expect(JSON.stringify(deleted)).not.toContain(second);
    await interactionCalls(store, accountId).list();
    const items = [...(await itemsOf(store, accountId))];
    const named = items.filter((item) => [survivor, second, third].some((id) => JSON.stringify(item).includes(id)));
    expect(named.map(([key]) => key.slice(0, 2))).toEqual(["F#", "F#", "J#", "J#"]);
    expect(await idBy(calls, "ann4")).toBe(other);
  });
});

describe("an import after a merge", () => {
  /** The rows of two people, of whom the second is then a part of the first. */
  async function mergedImport() {
    const { accountId } = await accountOf(store, []);
    const linkedin = (name: string) => `X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/${name}`;
    const cards = ["ann", "anna"].map((name) => ["FN:Anna Berg", linkedin(name), `UID:uid-${name}`]);
    const { rows, results } = await importCards(store, accountId, cards);
    const [survivor = "", absorbed = ""] = results.map(({ contactId }) => contactId);
    const contact = await getContact(store, accountId, absorbed);
    const text = contact ? writeCard(contact, "3.0") : "";
    const { mergeId } = await mergeCalls(store, accountId).merge(survivor, absorbed);
    const again = (...lines: string[]) => importCards(store, accountId, [lines]);
    return { accountId, rows, survivor, absorbed, mergeId, text, again, profile: linkedin("anna") };
  }

  it("finds that the rows of both have been imported", async () => {
    const { accountId, rows, survivor, absorbed, mergeId } = await mergedImport();
    const { rows: shown, results } = await importRows(store, accountId, "vcard", rows);
    for (const row of shown) expect(row.duplicateOf).toEqual({ contactId: survivor, matchedOn: "import" });
    for (const result of results) expect(result).toMatchObject({ code: "already_imported", contactId: survivor });
    await mergeCalls(store, accountId).undo(mergeId);
    const after = await importRows(store, accountId, "vcard", rows);
    expect(after.results.map(({ contactId }) => contactId)).toEqual([survivor, absorbed]);
  });

  it("finds the account's own contact, also when no other is left", async () => {
    const { accountId, rows, survivor, absorbed } = await mergedImport();
    await mergeCalls(store, accountId).merge(accountId, survivor);
    const own = { contactId: accountId };
    const { rows: shown, results } = await importRows(store, accountId, "vcard", rows);
    for (const row of shown) expect(row).toMatchObject({ duplicateOf: own });
    for (const result of results) expect(result).toMatchObject({ ...own, code: "already_imported" });
    const cards = [["FN:Anna Berg", "UID:another", "X-SOCIALPROFILE;TYPE=linkedin:https://www.linkedin.com/in/anna"]];
    const again = await importCards(store, accountId, cards);
    expect(again.rows).toMatchObject([{ duplicateOf: own }]);
    expect(again.results).toMatchObject([own]);
    expect(absorbed).not.toBe(survivor);
  });

  it("adds new values to the surviving contact, found by profile, UID or the id of an exported card", async () => {
    const { accountId, survivor, text, again, profile } = await mergedImport();
    const imported = [
      await again("FN:Somebody Else", profile, "NOTE:by profile"),
      await again("FN:Anna Berg", "UID:uid-anna", "TITLE:by UID"),
      await importRows(
        store,
        accountId,
        "vcard",
        (await importText(text.replace("END:VCARD", "EMAIL:anna@b.example\r\nEND:VCARD"))).contacts,
      ),
    ];
    for (const { rows, results } of imported) {
      expect(rows).toMatchObject([{ duplicateOf: { contactId: survivor } }]);
      expect(results).toMatchObject([{ status: "updated", contactId: survivor }]);
    }
    expect(await getContact(store, accountId, survivor)).toMatchObject({
      network_a: "https://www.linkedin.com/in/ann",
      emails: [{ value: "anna@b.example" }],
    });
  });

  it("prefers a contact that shows the profile to one that was merged with its former owner", async () => {
    const { accountId, absorbed, again, profile } = await mergedImport();
    const { contact } = (await contactCalls(store, accountId).create({ firstName: "Anna", network_a: "anna" })).body;
    expect(contact.id > absorbed).toBe(true);
    expect((await again("FN:Anna Berg", profile, "NOTE:new owner")).results).toMatchObject([{ contactId: contact.id }]);
  });

  it("creates the person anew after the surviving contact was deleted, wherever that was interrupted", async () => {
    const { accountId, rows, survivor } = await mergedImport();
    const { store: dying } = killedAfter(store, 1);
    expect(await refusalOf(contactCalls(dying, accountId).remove(survivor, {}, { permanent: true }))).toBeInstanceOf(
      Killed,
    );
    const { results } = await importRows(store, accountId, "vcard", rows);
    expect(results).toMatchObject([{ status: "imported" }, { status: "imported" }]);
    // This removes what the merged contact left, but not what is now the new contact's.
    await interactionCalls(store, accountId).list();
    const again = await commitParsed(store, accountId, "vcard", rows);
    expect(again).toMatchObject(results.map(({ contactId }) => ({ code: "already_imported", contactId })));
  });
});

describe("in capacity units", () => {
  it("merges cost an account without them nothing, and others the items that were added since the last read", async () => {
    const meter = new Meter();
    const metered = meteredStore(meter, store, mainTable);
    const { accountId, contacts } = await accountOf(
      store,
      [1, 2, 3].map((n) => ({ firstName: `Ann ${n}` })),
    );
    const [survivor = "", second = "", third = ""] = contacts.map(({ id }) => id);
    const spent = async () => {
      const before = meter.cost.readUnits;
      const aliases = await loadAliases(metered, await getAccountHead(store, accountId));
      return [aliases.aliasesOf(survivor).length, meter.cost.readUnits - before];
    };
    expect(await spent()).toEqual([0, 0]);
    const merges = mergeCalls(store, accountId);
    await merges.merge(survivor, second);
    expect(await spent()).toEqual([1, 1]);
    expect(await spent()).toEqual([1, 0]);
    await merges.merge(survivor, third);
    expect(await spent()).toEqual([2, 1]);
  });

  it("a page of a merged contact costs its interactions, and the entries of all its ids once", async () => {
    const { accountId, contacts } = await accountOf(
      store,
      [1, 2].map((n) => ({ firstName: `Ann ${n}` })),
    );
    const [survivor = "", absorbed = ""] = contacts.map(({ id }) => id);
    await shareInteractions(store, accountId, [survivor], 300);
    await shareInteractions(store, accountId, [absorbed, survivor], 300);
    await mergeCalls(store, accountId).merge(survivor, absorbed);
    await interactionCalls(store, accountId).list({ contactId: survivor });
    const meter = new Meter();
    const calls = interactionCalls(meteredStore(meter, store, mainTable), accountId);
    const { interactions, pagination } = (await calls.list({ contactId: survivor, offset: "290", limit: "20" })).body;
    expect([interactions.length, pagination.totalCount]).toEqual([20, 600]);
    // The head, the aliases, the entries of 142 bytes, and an item for each interaction.
    expect(meter.cost.readUnits).toBeLessThanOrEqual(2 + (900 * 142) / 4_096 + 2 + 20);
  });
});
