/** The undo of an import over HTTP, by the worker that an event of the bucket starts. */
import { describe, expect, it } from "vitest";
import { filesOf, parseFiles } from "../../support/import/import-calls.ts";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

const count = 60;
const people = filesOf.vcard(Array.from({ length: count }, (_, n) => n));

describe("DELETE of a receipt", () => {
  it("removes what nobody changed and names the rest; repeated, it does nothing; the file can be imported again", async () => {
    const { token } = await freshAccount();
    const client = await clientOf(token);
    const read = (id: string) => client.getImportReceipt({ id, limit: 500 });
    const importAll = async () => {
      const { importId } = await parseFiles(token, "vcard", [people]);
      const { receipt } = await client.startImportCommit({ source: "vcard", importId, groups: ["Sailing"] });
      await expect.poll(async () => (await read(receipt.id)).receipt.status, { timeout: 60_000 }).toBe("done");
      return read(receipt.id);
    };
    const { receipt, results } = await importAll();
    const id = results[7]?.contactId ?? "";
    await client.patchContact({ id, notes: "Likes tea." });

    const begun = await client.undoImport({ id: receipt.id }).withResponse();
    expect([begun.status, begun.body.receipt.status]).toEqual([202, "undoing"]);
    await expect.poll(async () => (await read(receipt.id)).receipt.status, { timeout: 60_000 }).toBe("undone");
    const undone = await read(receipt.id);
    expect(undone.receipt).toMatchObject({ imported: count, total: count });
    expect(undone.results.filter(({ undo }) => undo === "removed")).toHaveLength(count - 1);
    expect(undone.results[7]).toMatchObject({ contactId: id, undo: "kept", code: "changed_since" });
    expect((await client.listContacts({ limit: 2 })).contacts.map((contact) => contact.id)).toEqual([id]);
    expect((await client.listGroups()).groups).toMatchObject([{ label: "Sailing", contactCount: 1 }]);

    const again = await client.undoImport({ id: receipt.id }).withResponse();
    expect([again.status, again.body.receipt]).toEqual([202, undone.receipt]);
    const { receipt: second } = await importAll();
    expect(second).toMatchObject({ imported: count - 1, skipped: 1 });
    expect((await client.listContacts({ limit: 1 })).pagination.totalCount).toBe(count);
  });
});
