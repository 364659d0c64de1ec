import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chosenEngine } from "../../../infra/local/database/database.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { benchContact, benchTime, createIds } from "../../bench/account.ts";
import { contactChanges } from "../../bench/floor.ts";
import {
  type ItemChange,
  localEntryOverhead,
  singleUnits,
  transactionUnits,
} from "../../support/capacity/write-units.ts";
import { patchedContact } from "../../support/contact/new-contact.ts";
import { realisticBody } from "../../support/contact/realistic-contact.ts";
import { freshTable } from "../../support/process/stack.ts";
import { tries } from "../../support/seed.ts";

const accountId = createIds("units", benchTime)();
const { store } = await freshTable();

describe("write units that the bench computes", () => {
  it("are the units that the engine reports of every single write", async () => {
    const overhead = chosenEngine() === "dynoxide" ? 0 : localEntryOverhead;
    const number = fc.nat(100_000);
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(number, number, async (n, other) => {
        runs++;
        // Another id in every run: the table keeps what a failed one left.
        const contact = benchContact(accountId, n, benchTime + runs, 1);
        const changed = patched(contact, realisticBody(other));
        for (const [before, after] of [
          [undefined, contact],
          [contact, changed],
          [changed, undefined],
        ] as const) {
          for (const change of contactChanges(store, before, after)) {
            expect(await reportedUnits(change), JSON.stringify(change)).toBe(singleUnits(mainTable, change, overhead));
          }
        }
      }),
      { numRuns: tries(5, 15) },
    );
  });

  it("count the table's share of a transaction twice, and its index entries once", () => {
    const item = { pk: "A#1", sk: "C#1", nameKey: "C#1", notes: "a".repeat(1_500) };
    expect(singleUnits(mainTable, { before: undefined, after: item })).toBe(2 + 2);
    expect(transactionUnits(mainTable, [{ before: undefined, after: item }])).toBe(4 + 2);
  });
});

function patched(contact: ContactRecord, body: object): ContactRecord {
  const context = { now: new Date(benchTime), newId: createIds("patch", benchTime) };
  return { ...patchedContact(contact, body, context), version: 2 };
}

async function reportedUnits({ before, after }: ItemChange): Promise<number> {
  const { client, tableName: TableName } = store;
  const { ConsumedCapacity } = after
    ? await client.send(new PutCommand({ TableName, Item: after }))
    : await client.send(new DeleteCommand({ TableName, Key: { pk: before?.pk, sk: before?.sk } }));
  return ConsumedCapacity?.CapacityUnits ?? 0;
}
