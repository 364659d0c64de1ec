import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { ImportUnfinishedError } from "../../../functions/import-worker/work.ts";
import type { Invocation } from "../../../functions/invocation.ts";
import { accountHeadKey } from "../../../shared/account/store/account.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { pictureKey } from "../../../shared/import/store/import-keys.ts";
import { avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarStore, isMadeOf } from "../../../shared/picture/store-avatar.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { memoryPictureFiles } from "../../support/contact/pictures.ts";
import { card, importText } from "../../support/files/vcard.ts";
import { createImportStand, type ImportStand, people } from "../../support/import/import-work.ts";
import { accountOf, parsedContact } from "../../support/import/imports.ts";
import { previewRows } from "../../support/import/previews.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { otherProcess, watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const minute = 60_000;
let stand: ImportStand;
beforeEach(() => {
  stand = createImportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
});

const newAccount = () => accountOf(store, { firstName: "Me" });

async function countContacts(accountId: string): Promise<number> {
  return (await contactCalls(store, accountId).list({ limit: "1" })).body.pagination.totalCount;
}

describe("a commit on the server", () => {
  it("writes every valid row, in their order, and logs no personal data", async () => {
    const accountId = await newAccount();
    const rows = people(619);
    rows.splice(5, 1, parsedContact({ tempId: "broken", isValid: false }));
    const begun = await stand.begin(accountId, rows);
    await stand.serve(begun.key);
    const counts = { imported: 618, updated: 0, skipped: 0, failed: 0 };
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "done", total: 618, ...counts });
    const chosen = rows.filter(({ isValid }) => isValid);
    const results = await stand.resultsOf(begun);
    expect(results.map(({ tempId }) => tempId)).toEqual(chosen.map(({ tempId }) => tempId));
    expect(await countContacts(accountId)).toBe(618);
    expect(stand.accountFiles.objects.size).toBe(0);
    const { receiptId } = begun;
    const about = { requestId: "r", kind: "commit", accountId, receiptId, attempts: 1, rows: 618, durationMs: 0 };
    const units = { readUnits: expect.any(Number), writeUnits: expect.any(Number) };
    expect(stand.lines).toEqual([{ level: "info", event: "importWork.done", ...about, ...units }]);
  });

  it("joins further rows of a person to the first one, which gets what it lacks, unless they bring nothing", async () => {
    const accountId = await newAccount();
    const numbers = Array.from({ length: 100 }, (_, number) => number);
    const first = numbers.map((n) => card(`FN:Åsa Lind${n}`, `TEL;TYPE=cell:+46 70 111 ${1000 + n}`));
    const second = numbers.map((n) =>
      card(
        ...[`FN:Åsa Lind${n}`, `TEL;TYPE=cell:+46 70 111 ${1000 + n}`, `TEL;TYPE=cell:+46 73 222 ${1000 + n}`],
        ...[`EMAIL:p${n}@x.example`, `ADR:;;Storgatan ${n + 1};Lund;;;Sweden`, "BDAY:1980-05-17"],
      ),
    );
    const third = numbers.map((n) => card(`FN:Åsa Lind${n}`, `EMAIL:p${n}@x.example`));
    const { contacts } = await importText([...first, ...second, ...third].join(""));
    const rows = await previewRows(store, accountId, "vcard", contacts);
    expect(rows.filter(({ duplicateInFile }) => duplicateInFile !== null)).toHaveLength(200);
    const begun = await stand.begin(accountId, rows);
    await stand.serve(begun.key);
    const counts = { total: 300, imported: 100, updated: 100, skipped: 100, failed: 0 };
    expect(await stand.receiptOf(begun)).toMatchObject(counts);
    const results = await stand.resultsOf(begun);
    expect(new Set(results.slice(200).map(({ code }) => code))).toEqual(new Set(["unchanged"]));
    expect(await countContacts(accountId)).toBe(100);
    for (const contactId of new Set(results.map((result) => result.contactId ?? ""))) {
      expect(await getContact(store, accountId, contactId)).toMatchObject({
        ...{ emails: [{ type: "other" }], phones: [{}, {}], addresses: [{ addressCity: "Lund" }] },
        importantDates: [{ type: "birthday", date: "1980-05-17" }],
      });
    }
  });

  it("takes only the included rows, of which an invalid one fails, and adds the groups of the request to their own", async () => {
    const accountId = await newAccount();
    const group = await groupCalls(store, accountId).createGroup({ label: "Climbing" });
    const rows = people(4).map((row) => ({ ...row, groups: ["Work"] }));
    const issue = {
      code: "name_missing",
      severity: "error",
      message: "There is no name.",
      field: "firstName",
    } as const;
    rows.push(parsedContact({ tempId: "nameless", isValid: false, issues: [issue] }));
    const selection = { include: ["row3", "row1", "nameless"], groups: ["climbing"] };
    const begun = await stand.begin(accountId, rows, selection);
    await stand.serve(begun.key);
    const results = await stand.resultsOf(begun);
    expect(results).toMatchObject([
      { tempId: "row1", status: "imported" },
      { tempId: "row3", status: "imported" },
      { tempId: "nameless", status: "skipped", code: "validation_error" },
    ]);
    expect(results[2]?.details).toEqual([{ path: "body.firstName", message: "There is no name." }]);
    expect(await stand.receiptOf(begun)).toMatchObject({ total: 3, imported: 2, failed: 1 });
    const { body } = await contactCalls(store, accountId).groupsOf(results[0]?.contactId ?? "");
    expect(body.groups.map(({ label }) => label).toSorted()).toEqual(["Climbing", "Work"]);
    expect(body.groups.map(({ id }) => id)).toContain(group.id);
  });

  it("leaves excluded rows out, and counts rows that bring nothing apart from those that fail", async () => {
    const accountId = await newAccount();
    const first = await stand.begin(accountId, people(3));
    await stand.serve(first.key);
    const rows = [...people(5), { ...people(1)[0], tempId: "again" }].map((row) => parsedContact({ ...row } as never));
    const begun = await stand.begin(accountId, rows, { exclude: ["row1", "row4"] });
    await stand.serve(begun.key);
    expect(await stand.resultsOf(begun)).toMatchObject([
      { tempId: "row0", code: "already_imported" },
      { tempId: "row2", code: "already_imported" },
      { tempId: "row3", status: "imported" },
      { tempId: "again", code: "unchanged" },
    ]);
    expect(await stand.receiptOf(begun)).toMatchObject({ total: 4, imported: 1, skipped: 3, failed: 0 });
  });

  it("of no rows ends at once", async () => {
    const begun = await stand.begin(await newAccount(), people(2), { exclude: ["row0", "row1"] });
    await stand.serve(begun.key);
    await stand.expectWhole(begun, []);
  });

  it("goes on when the import has expired meanwhile", async () => {
    const begun = await stand.begin(await newAccount(), people(30));
    stand.pass(30 * 60 * minute);
    await stand.sweep();
    await stand.expectWhole(begun, people(30));
  });

  it("lets others write between its transactions, and later rows meet what they wrote", async () => {
    const accountId = await newAccount();
    const calls = contactCalls(otherProcess(store), accountId);
    const own = await calls.create({ firstName: "Own" });
    const begun = await stand.begin(accountId, people(60));
    let writes = 0;
    const pause = async () => {
      writes++;
      await calls.patch(own.body.contact.id, { headline: `${writes}` });
      if (writes === 1) await calls.create({ firstName: "Person 59", emails: [{ value: "p59@example.org" }] });
    };
    await stand.serve(begun.key, { pause });
    expect(writes).toBeGreaterThan(2);
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "done", imported: 59, updated: 1 });
    expect((await stand.resultsOf(begun)).at(-1)).toMatchObject({ tempId: "row59", status: "updated" });
    expect((await calls.get(own.body.contact.id)).body?.contact.headline).toBe(`${writes}`);
    expect(await countContacts(accountId)).toBe(61);
  });

  it("fails the rows for which the account has no room, and keeps those before them", async () => {
    const begun = await stand.begin(await newAccount(), people(40));
    await stand.serve(begun.key, { store: fullAfter(1) });
    const { imported, failed, ...receipt } = await stand.receiptOf(begun);
    expect(receipt).toMatchObject({ status: "done", total: 40, updated: 0, skipped: 0 });
    expect([imported > 0, failed > 0, imported + failed]).toEqual([true, true, 40]);
    const results = await stand.resultsOf(begun);
    expect(results.map(({ code }) => code).slice(imported)).toEqual(Array(failed).fill("storage_limit_reached"));
    expect(await countContacts(begun.accountId)).toBe(imported);
  });

  it("lists every row of a full account once, also those that have faults of their own", async () => {
    const rows = people(60).map((row, n) => (n % 7 === 0 ? { ...row, isValid: false } : row));
    const include = rows.map(({ tempId }) => tempId);
    const begun = await stand.begin(await newAccount(), rows, { include });
    await stand.serve(begun.key, { store: fullAfter(0) });
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "done", total: 60, imported: 0, failed: 60 });
    const codes = rows.map(({ tempId, isValid }) => [tempId, isValid ? "storage_limit_reached" : "validation_error"]);
    expect((await stand.resultsOf(begun)).map(({ tempId, code }) => [tempId, code])).toEqual(codes);
  });

  it("ends as failed when the account has no room even for the results, so that it can be undone", async () => {
    const begun = await stand.begin(await newAccount(), people(40));
    await stand.serve(begun.key, { store: fullAfter(1, 3) });
    const { imported, ...receipt } = await stand.receiptOf(begun);
    expect(receipt).toMatchObject({ status: "failed", total: 40, failed: 0 });
    expect(await countContacts(begun.accountId)).toBe(imported);
    expect(stand.lines).toMatchObject([
      { event: "importWork.refused", fault: "storage_limit_reached", rows: imported },
    ]);
    expect(stand.accountFiles.objects.size).toBe(0);
  });

  it("of a closed account is skipped", async () => {
    const begun = await stand.begin(await newAccount(), people(3));
    const Key = accountHeadKey(begun.accountId);
    await store.client.send(new DeleteCommand({ TableName: store.tableName, Key }));
    await stand.serve(begun.key);
    expect(stand.lines).toMatchObject([{ event: "importWork.skipped", rows: 0 }]);
  });
});

describe("the pictures of a commit on the server", () => {
  /** The form of the ids that the parser makes. */
  const idOf = (n: number) => `row${n}`.padEnd(22, "_");
  const withPictures = () => people(3).map((row, n) => ({ ...row, tempId: idOf(n), photo: true }));

  it("become avatars, one that is gone costs only itself, and one that no contact shows is removed", async () => {
    const [first, second, other] = withPictures();
    if (!first || !second || !other) throw new Error("too few");
    const begun = await stand.begin(await newAccount(), [first, { ...first, tempId: second.tempId }, other]);
    for (const { tempId } of [first, second]) {
      await stand.files.put(pictureKey(begun.accountId, tempId), Buffer.from(tempId), "image/png");
    }
    const removed: string[] = [];
    const encode = async (content: Uint8Array) => avatarVariants.map((variant) => ({ ...variant, content }));
    const common = { store, files: memoryPictureFiles(), now: stand.now, newId: () => newId() };
    await stand.serve(begun.key, {
      storeAvatar: createAvatarStore({ ...common, encode }),
      removeAvatars: async (_accountId, pictures) => void removed.push(...pictures),
    });
    const results = await stand.resultsOf(begun);
    expect(results.map(({ avatar }) => avatar)).toEqual(["taken", "kept", "gone"]);
    const shown = await getContact(store, begun.accountId, results[0]?.contactId ?? "");
    const versions = [shown?.photoVersion ?? "", ...removed];
    expect(versions.map((version) => isMadeOf(version, Buffer.from(first.tempId)))).toEqual([true, false]);
  });

  it("for which the time of an invocation was too short are left to the next one, and cost no row", async () => {
    const begun = await stand.begin(await newAccount(), withPictures());
    const late: Invocation = { requestId: "r", remainingTime: () => 35_000 };
    for (const _ of [1, 2, 3]) {
      await expect(stand.serve(begun.key, {}, late)).rejects.toThrow(ImportUnfinishedError);
      expect(await stand.receiptOf(begun)).toMatchObject({ status: "running", imported: 0, failed: 0 });
    }
    await stand.serve(begun.key);
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "done", imported: 3, failed: 0 });
  });

  it("that can't be fetched are fetched at the next attempt, and cost their row after the third", async () => {
    const begun = await stand.begin(await newAccount(), withPictures());
    const readIfThere = async (key: string) => {
      if (key.endsWith(idOf(1))) throw new Error("timeout");
      return undefined;
    };
    const parts = { files: { ...stand.files, readIfThere } };
    for (const _ of [1, 2]) {
      await expect(stand.serve(begun.key, parts)).rejects.toThrow(ImportUnfinishedError);
      expect(await stand.receiptOf(begun)).toMatchObject({ status: "running", imported: 0, failed: 0 });
    }
    await stand.serve(begun.key, parts);
    expect(await stand.receiptOf(begun)).toMatchObject({ status: "done", imported: 2, failed: 1 });
    expect((await stand.resultsOf(begun))[1]).toMatchObject({ tempId: idOf(1), code: "service_unavailable" });
  });
});

/**
 * A store of an account that is full after so many transactions with at least `least` actions, which are those with contacts.
 * Those with the results alone have three, and the end of a receipt, by which nothing grows, two.
 */
function fullAfter(count: number, least = 4): Store {
  let transactions = 0;
  return watchedStore(store, async ({ name, input }, send) => {
    const { TransactItems = [] } = input as { TransactItems?: unknown[] };
    if (name !== "TransactWriteCommand" || TransactItems.length < least || ++transactions <= count) return send();
    const CancellationReasons = [{ Code: "ItemCollectionSizeLimitExceeded" }];
    throw new TransactionCanceledException({ message: "full", $metadata: {}, CancellationReasons });
  });
}
