import { describe, expect, it } from "vitest";
import { filesOf, parseFiles } from "../../support/import/import-calls.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

const numbers = Array.from({ length: 120 }, (_, n) => n);

describe("an import that is committed on the server", () => {
  it("runs by itself after one call, shows its progress, and lists the results of its rows", async () => {
    const { token } = await freshAccount();
    const client = await clientOf(token);
    const { importId, contacts } = await parseFiles(token, "vcard", [filesOf.vcard(numbers)]);
    const exclude = [contacts[0]?.tempId ?? ""];
    const path = `/contacts/import/vcard/${importId}/commit`;
    const response = await api(path, { method: "POST", token, json: { exclude, groups: ["Sailing"] } });
    expect(response.status).toBe(202);
    const { receipt } = (await response.json()) as { receipt: { id: string } };
    expect(response.headers.get("location")).toContain(`/contacts/import-receipts/${receipt.id}`);
    const read = () => client.getImportReceipt({ id: receipt.id, limit: 500 });
    await expect.poll(async () => (await read()).receipt.status).toBe("done");

    const { results, ...answer } = await read();
    expect(answer.receipt).toMatchObject({ total: 119, imported: 119, updated: 0, skipped: 0, failed: 0, importId });
    expect(results.map(({ tempId }) => tempId)).toEqual(contacts.slice(1).map(({ tempId }) => tempId));
    expect((await client.listContacts({ limit: 1 })).pagination.totalCount).toBe(119);
    const { groups } = await client.listGroups({});
    expect(groups).toMatchObject([{ label: "Sailing", contactCount: 119 }]);

    const again = await client.startImportCommit({ source: "vcard", importId, include: exclude });
    const readAgain = () => client.getImportReceipt({ id: again.receipt.id });
    await expect.poll(async () => (await readAgain()).receipt.status).toBe("done");
    expect((await readAgain()).receipt).toMatchObject({ total: 1, imported: 1 });
    const { receipts } = await client.listImportReceipts();
    expect(receipts.map(({ id }) => id)).toEqual([again.receipt.id, receipt.id]);
  });
});
