import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { createImportStand, type ImportStand } from "../../support/import/import-work.ts";
import { accountOf, parsedContact } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

let stand: ImportStand;
beforeEach(() => {
  stand = createImportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
});

const newAccount = () => accountOf(store, { firstName: "Me" });

/** People whom nobody confuses. */
function people(count: number, first = 0): ParsedContact[] {
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const emails = [{ type: "home", value: `p${n}@example.org`, preferred: true }] as ParsedContact["emails"];
    return parsedContact({ tempId: `row${n}`, firstName: `Person ${n}`, emails, network_b: `p${n}` });
  });
}

describe("a commit on the server", () => {
  it("writes every valid row that is no duplicate in the file, with a result for each in their order", async () => {
    const accountId = await newAccount();
    const rows = people(620);
    rows.splice(3, 1, parsedContact({ tempId: "same", duplicateInFile: "row0" }));
    rows.splice(5, 1, parsedContact({ tempId: "broken", isValid: false }));
    const begun = await stand.begin(accountId, rows);
    await stand.serve(begun.key);
    const receipt = await stand.receiptOf(begun);
    expect(receipt).toMatchObject({ status: "done", total: 618, imported: 618, updated: 0, skipped: 0, failed: 0 });
    const results = await stand.resultsOf(begun);
    const chosen = rows.filter(({ isValid, duplicateInFile }) => isValid && duplicateInFile === null);
    expect(results.map(({ tempId }) => tempId)).toEqual(chosen.map(({ tempId }) => tempId));
    const { body } = await contactCalls(store, accountId).list({ limit: "1" });
    expect(body.pagination.totalCount).toBe(618);
    expect(stand.accountFiles.objects.has(begun.key)).toBe(false);
  });
});
