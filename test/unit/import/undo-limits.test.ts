/** What an undo of an import stores stays within the limits of DynamoDB. */
import { randomBytes, randomUUID } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { newAccountHead } from "../../../shared/account/store/account.ts";
import type { Leftover } from "../../../shared/import/undo/undone-contact.ts";
import { leftoverAction } from "../../../shared/import-commit/store/leftovers.ts";
import { UndoDraft } from "../../../shared/import-undo/undo-draft.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";

const store = { client: createDocumentClient(), tableName: "t" };

it("a transaction with parts of rows whose contacts are done has no more actions than others", () => {
  const draft = new UndoDraft(store, newAccountHead("a", null, new Date(0)));
  let parts = 0;
  while (parts < 200 && draft.reserve(10)) parts++;
  expect(parts).toBeGreaterThan(50);
  expect(parts).toBeLessThan(100);
});

it("of too many leftovers of a contact, the newest are stored", () => {
  const leftovers = Array.from({ length: 5 }, (_, n): Leftover => {
    const text = randomBytes(100_000).toString("base64");
    return {
      receiptId: `r${5 - n}`,
      changes: [{ row: 0, contactId: "c", txid: 5 - n, values: [{ notes: { text } }] }],
    };
  });
  const { Put } = leftoverAction(store, randomUUID(), "c", leftovers, new Date());
  const stored = JSON.parse(zstdDecompressSync(Put?.Item?.content).toString()) as Leftover[];
  expect(stored.map(({ receiptId }) => receiptId)).toEqual(["r5", "r4", "r3"]);
});
