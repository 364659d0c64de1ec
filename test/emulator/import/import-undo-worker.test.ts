/** An undo in the background: other writers meanwhile, crashes, repeated events, and several runs. */
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { people } from "../../support/import/import-work.ts";
import { ann, email, type ImportingAccount, importingAccount } from "../../support/import-undo/importing-account.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess, watchedStore } from "../../support/process/watched-store.ts";
import { isFull } from "../../support/seed.ts";

const { store } = await freshTable();
let account: ImportingAccount;
beforeEach(async () => {
  account = await importingAccount(store);
});

describe("an undo in the background", () => {
  it("lets others write between its transactions, and keeps what they write", async () => {
    const begun = await account.importRows(people(150));
    const ids = await account.idsOf(begun);
    const other = contactCalls(otherProcess(store), account.accountId);
    const changed: number[] = [];
    const pause = async () => {
      if (changed.length === 5) return;
      // The undo has read this contact already, when it read those of the first transaction.
      const at = (await account.undosOf(begun)).lastIndexOf(undefined) - 3;
      await other.patch(ids[at] ?? "", { headline: `${changed.push(at)}` });
    };
    await account.stand.undo(begun, { pause });
    const undos = ids.map((_, at) => (changed.includes(at) ? "kept" : "removed"));
    expect([await account.undosOf(begun), await account.countContacts()]).toEqual([undos, 5]);
    const last = changed[4] ?? 0;
    expect(await account.contactOf(ids[last] ?? "")).toMatchObject({ headline: "5", network_b: `p${last}` });
  });

  it.runIf(isFull)("goes on after every call that fails, and counts nothing twice", async () => {
    const { contact } = (await account.calls.create({ firstName: "Ann", network_b: "annbell" })).body;
    const rows = [
      ...people(14).map((row) => ({ ...row, groups: ["Club"] })),
      ann("one", { emails: [email("a@x.example")] }),
      ann("two", { notes: "Nickname: Al" }),
    ];
    for (let failing = 1, isDone = false; !isDone; failing++) {
      const begun = await account.importRows(rows);
      await account.calls.patch((await account.idsOf(begun))[3] ?? "", { headline: "Sailor" });
      const key = await account.stand.beginUndo(begun);
      let count = 0;
      // A call whose answer is lost was made.
      const crashing = watchedStore(store, async (_command, send) => {
        const answer = await send();
        if (++count === failing) throw new Error("the answer is lost");
        return answer;
      });
      isDone = await account.stand.serve(key, { store: crashing }).then(
        () => count < failing,
        () => false,
      );
      if (!isDone) await account.stand.serve(key);
      expect(await account.stand.receiptOf(begun)).toMatchObject({ status: "undone", imported: 14 });
      const undos = [...Array(3).fill("removed"), "kept", ...Array(10).fill("removed"), "restored", "restored"];
      expect(await account.undosOf(begun)).toEqual(undos);
      expect(await account.namesOf()).toEqual(["Ann", "Person 3"]);
      expect((await account.calls.get(contact.id)).body?.contact).toMatchObject({ emails: [], notes: null });
      await account.calls.remove((await account.idsOf(begun))[3] ?? "");
      expect(await account.labelsOf()).toEqual(["Club"]);
      for (const { id } of await account.groups.groups()) await account.groups.deleteGroup(id);
    }
  });

  it("goes on with fewer contacts when other writes come between all larger transactions", async () => {
    const begun = await account.importRows(people(30));
    let refused = 0;
    const contended = watchedStore(store, async ({ name, input }, send) => {
      const { TransactItems = [] } = input as { TransactItems?: unknown[] };
      if (name !== "TransactWriteCommand" || TransactItems.length < 40) return send();
      refused++;
      const CancellationReasons = [{ Code: "TransactionConflict" }];
      throw new TransactionCanceledException({ message: "conflict", $metadata: {}, CancellationReasons });
    });
    const retry = { now: Date.now, random: () => 1, pause: async () => {}, timeLimit: 0 };
    await account.stand.undo(begun, { store: contended, retry });
    expect(refused).toBeGreaterThan(0);
    expect([await account.countContacts(), new Set(await account.undosOf(begun))]).toEqual([0, new Set(["removed"])]);
  });

  it("of a receipt that another invocation has taken is left to that one", async () => {
    const begun = await account.importRows(people(40));
    const key = await account.stand.beginUndo(begun);
    let isFirst = true;
    const pause = async () => {
      if (!isFirst) return;
      isFirst = false;
      // The same event again, which has the lease, too.
      await account.stand.serve(key);
    };
    await account.stand.serve(key, { pause });
    expect(await account.stand.receiptOf(begun)).toMatchObject({ status: "undone" });
    expect([await account.countContacts(), new Set(await account.undosOf(begun))]).toEqual([0, new Set(["removed"])]);
  });

  it("stops when its time is over, and the next run continues", async () => {
    const begun = await account.importRows(people(60));
    const key = await account.stand.beginUndo(begun);
    let left = 31_000;
    const pause = async () => {
      left -= 900;
    };
    const short = { requestId: newId(), remainingTime: () => left };
    await expect(account.stand.serve(key, { pause }, short)).rejects.toThrow("the time is over");
    expect(await account.countContacts()).toBeGreaterThan(0);
    account.stand.pass(60_000);
    await account.stand.serve(key);
    expect([await account.countContacts(), (await account.stand.receiptOf(begun)).status]).toEqual([0, "undone"]);
  });
});
