import { v7 as newUuid } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { serveRequest, sweepExports } from "../../../functions/export-worker/operations.ts";
import { deleteAccountHead } from "../../../shared/account/store/account-write.ts";
import { exportRequestKey } from "../../../shared/export/export-request.ts";
import { batchDelete } from "../../../shared/platform/dynamodb/batch.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls, itemsOf, seedAccount } from "../../support/contact/contact-calls.ts";
import { createExportStand, type ExportStand } from "../../support/export/export-stand.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { Killed, KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

const { store } = await freshTable();

const minute = 60_000;
let stand: ExportStand;
let accountId: string;
beforeEach(async () => {
  stand = createExportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
  accountId = await seedAccount(store);
  await contactCalls(store, accountId).create({ firstName: "Ann" });
});

type Answer = Awaited<ReturnType<ReturnType<ExportStand["calls"]>["contacts"]>>;
const idOf = (answer: Answer) => (answer.status === 202 ? answer.body.exportId : "");

describe("a request for an export", () => {
  it("is answered at once when the export is made in time", async () => {
    const pause = () => stand.work();
    const { status, headers, txid } = await stand.calls(accountId, { pause }).contacts();
    expect([status, txid]).toEqual([303, "2"]);
    expect(headers?.location).toMatch(/^https:\/\/files\.example\/exports\/.*\/contacts\.vcf\?seconds=3600$/);
    const json = await stand.calls(accountId).contacts({ redirect: "false" });
    expect(json.body).toEqual({ url: headers?.location, expiresAt: "2026-03-01T11:00:00.000Z" });
  });

  it("is answered after some seconds with the address to ask again", async () => {
    const answer = await stand.calls(accountId).contacts({ redirect: "false" });
    const location = `https://api.example.com/contacts/exports/${idOf(answer)}?redirect=false`;
    expect(answer).toEqual({
      ...{ status: 202, txid: "2", body: { exportId: idOf(answer), status: "making" } },
      headers: { location, "retry-after": "2" },
    });
    const calls = stand.calls(accountId);
    expect(await calls.contactExport(idOf(answer))).toMatchObject({ status: 202 });
    await stand.work();
    expect(await calls.contactExport(idOf(answer))).toMatchObject({ status: 303 });
  });

  it("shares the export of an equal request that is being made, also in parallel and after a write", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => stand.calls(accountId).contacts({ search: "ann" })),
    );
    await contactCalls(store, accountId).create({ firstName: "Ben" });
    answers.push(await stand.calls(accountId).contacts({ search: "ann", format: "vcard", version: "4.0" }));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(stand.requests()).toHaveLength(1);
    const others = await Promise.all(
      [{}, { format: "csv" }, { version: "3.0" }, { search: "ben" }].map((query) =>
        stand.calls(accountId).contacts(query),
      ),
    );
    expect(new Set([...answers, ...others].map(idOf)).size).toBe(5);
  });

  it("gets a finished export again as long as nothing was written and half of its life is left", async () => {
    const calls = stand.calls(accountId, { pause: () => stand.work() });
    const first = await calls.contacts();
    stand.pass(29 * minute);
    expect((await calls.contacts()).headers?.location).toBe(first.headers?.location?.replace("3600", "1860"));
    stand.pass(2 * minute);
    const second = await calls.contacts();
    expect(second.headers?.location).toMatch(/seconds=3600$/);
    await contactCalls(store, accountId).create({ firstName: "Ben" });
    const third = await calls.contacts();
    expect([third.status, third.txid]).toEqual([303, "3"]);
    expect(new Set([first, second, third].map(({ headers }) => headers?.location)).size).toBe(3);
  });

  it("starts the worker again if the first request crashed before it had started it", async () => {
    const put = () => Promise.reject(new Error("killed"));
    await expect(stand.calls(accountId, { files: { put } }).contacts()).rejects.toThrow("killed");
    expect(await stand.calls(accountId).contacts()).toMatchObject({ status: 202 });
    expect(stand.requests()).toEqual([]);
    stand.pass(minute);
    const answer = await stand.calls(accountId).contacts();
    expect(stand.requests()).toHaveLength(1);
    await stand.work();
    expect(await stand.calls(accountId).contactExport(idOf(answer))).toMatchObject({ status: 303 });
  });

  it("for an unknown group or tag is refused", async () => {
    const calls = stand.calls(accountId);
    await expect(calls.contacts({ groupId: newUuid() })).rejects.toMatchObject({ code: "group_not_found" });
    await expect(calls.contacts({ tagId: newUuid() })).rejects.toMatchObject({ code: "tag_not_found" });
  });
});

describe("the address of an export", () => {
  it("is signed anew for the rest of an hour, and is unknown after it", async () => {
    const calls = stand.calls(accountId);
    const id = idOf(await calls.contacts());
    stand.pass(5 * minute);
    await stand.work();
    stand.pass(59 * minute + 59_000);
    expect((await calls.contactExport(id)).headers?.location).toMatch(/seconds=1$/);
    stand.pass(1_000);
    await expect(calls.contactExport(id)).rejects.toMatchObject({ code: "export_not_found" });
  });

  it("is unknown to other accounts, and to the routes of the other kind", async () => {
    const calls = stand.calls(accountId);
    const [contacts, account] = [idOf(await calls.contacts()), idOf(await calls.account())];
    const other = stand.calls(await seedAccount(store));
    const unknown = { code: "export_not_found" };
    await expect(other.contactExport(contacts)).rejects.toMatchObject(unknown);
    await expect(other.accountExport(account)).rejects.toMatchObject(unknown);
    await expect(calls.contactExport(account)).rejects.toMatchObject(unknown);
    await expect(calls.accountExport(contacts)).rejects.toMatchObject(unknown);
    await expect(calls.contactExport(newUuid())).rejects.toMatchObject(unknown);
  });

  it("answers an error when the group of the filter was deleted, and when all attempts failed", async () => {
    const calls = stand.calls(accountId);
    const groups = groupCalls(store, accountId);
    const { id } = await groups.createGroup({ label: "G" });
    const refused = idOf(await calls.contacts({ groupId: id }));
    await groups.deleteGroup(id);
    await stand.work();
    await expect(calls.contactExport(refused)).rejects.toMatchObject({ code: "group_not_found" });

    const failed = idOf(await calls.contacts());
    const exportFiles = {
      ...stand.exportFiles,
      create: () => {
        throw new Error("no room");
      },
    };
    for (let attempts = 0; attempts < 6; attempts++) {
      await expect(stand.work({ exportFiles })).rejects.toThrow("no room");
      expect(await calls.contactExport(failed)).toMatchObject({ status: 202 });
    }
    await stand.work({ exportFiles });
    await expect(calls.contactExport(failed)).rejects.toMatchObject({ code: "internal_server_error" });
    expect(stand.lines.at(-1)).toMatchObject({ level: "error", event: "export.failed", attempts: 7 });
    expect(stand.requests()).toEqual([]);
    // Another request begins a new export.
    expect(idOf(await calls.contacts())).not.toBe(failed);
  });
});

describe("the worker", () => {
  it("logs what it made, without personal data", async () => {
    await stand.calls(accountId).contacts({ search: "ann" });
    await stand.work();
    const about = {
      event: "export.done",
      accountId,
      kind: "contacts",
      attempts: 1,
      files: 1,
      bytes: expect.any(Number),
    };
    expect(stand.lines).toMatchObject([about]);
    expect(JSON.stringify(stand.lines)).not.toMatch(/ann/i);
  });

  it("skips requests of exports that have ended or do not exist", async () => {
    const answer = await stand.calls(accountId).contacts();
    const [key = ""] = stand.requests();
    await stand.work();
    const files = [...stand.files.objects.keys()];
    for (const other of [key, exportRequestKey({ accountId, exportId: newUuid() }), "exports/x"]) {
      await serveRequest(stand.worker(), other, stand.patient);
    }
    expect(stand.lines.slice(1).map(({ event }) => event)).toEqual(Array(3).fill("export.skipped"));
    expect([...stand.files.objects.keys()]).toEqual(files);
    expect(await stand.calls(accountId).contactExport(idOf(answer))).toMatchObject({ status: 303 });
  });

  it("leaves an export to the worker that makes it", async () => {
    await stand.calls(accountId).contacts();
    const [key = ""] = stand.requests();
    let other: Promise<void> | undefined;
    const watched = watchedStore(store, ({ name }, send) => {
      if (name === "QueryCommand")
        other ??= serveRequest(stand.worker(), key, { ...stand.patient, requestId: "other" });
      return send();
    });
    await serveRequest(stand.worker({ store: watched }), key, stand.patient);
    await other;
    expect(stand.lines.map(({ event }) => event).toSorted()).toEqual(["export.done", "export.skipped"]);
  });

  it("ends the export of an account that was closed", async () => {
    await stand.calls(accountId).account();
    await deleteAccountHead(store, accountId, async () => []);
    await stand.work();
    expect(stand.lines).toMatchObject([{ level: "info", event: "export.refused", fault: "auth_required" }]);
    expect([...stand.files.objects.keys()]).toEqual([]);
  });

  it("leaves no file of an account that was deleted meanwhile", async () => {
    await stand.calls(accountId).contacts();
    const watched = watchedStore(store, async ({ name }, send) => {
      if (name === "QueryCommand") {
        const keys = [...(await itemsOf(store, accountId))].map(([sk]) => ({ pk: accountPartition(accountId), sk }));
        await batchDelete(
          store,
          keys.filter(({ sk }) => sk !== "HEAD"),
          async () => {},
        );
      }
      return send();
    });
    await stand.work({ store: watched });
    expect([...stand.files.objects.keys()]).toEqual([]);
  });

  it("ends before its time is over", async () => {
    await stand.calls(accountId).contacts();
    const [key = ""] = stand.requests();
    const late = { requestId: "late", remainingTime: () => 19_000 };
    await expect(serveRequest(stand.worker(), key, late)).rejects.toThrow("the time is over");
    expect(stand.lines).toMatchObject([{ event: "export.interrupted", fault: "ExportUnfinishedError" }]);
    expect(stand.requests()).toEqual([key]);
  });

  it.each(["contacts", "account"] as const)("killed after any write is followed by the sweep: %s", async (kind) => {
    let writes = 0;
    for (let isKilled = true; isKilled; ) {
      stand = createExportStand(store, stand.now().getTime() + 120 * minute);
      const killed = new KilledProcess(++writes);
      const answer = await stand.calls(accountId)[kind]();
      const [key = ""] = stand.requests();
      const parts = stand.worker({
        store: killed.storeOf(store),
        exportFiles: {
          ...stand.exportFiles,
          create: (...name) => {
            const writer = stand.exportFiles.create(...name);
            return { ...writer, close: () => killed.call("close", writer.close) };
          },
        },
        files: { ...stand.files, removeObject: (name) => killed.call("remove", () => stand.files.removeObject(name)) },
      });
      await serveRequest(parts, key, stand.patient).catch((fault) => expect(fault).toBeInstanceOf(Killed));
      ({ isKilled } = killed);
      stand.pass(21 * minute);
      await sweepExports(stand.worker(), { ...stand.patient, requestId: "sweep" });
      expect(stand.requests()).toEqual([]);
      const read = kind === "account" ? "accountExport" : "contactExport";
      expect(await stand.calls(accountId)[read](idOf(answer))).toMatchObject({ status: 303 });
    }
    expect(writes).toBeGreaterThan(kind === "account" ? 12 : 3);
  });
});

describe("the sweep", () => {
  it("removes files two hours after they were written, and leaves young requests to their events", async () => {
    await stand.calls(accountId, { pause: () => stand.work() }).contacts();
    stand.pass(119 * minute);
    await stand.calls(accountId).account();
    const count = () => stand.files.objects.size;
    const sweep = () => sweepExports(stand.worker(), stand.patient);
    await sweep();
    expect(count()).toBe(2);
    stand.pass(2 * minute);
    await sweep();
    expect([count(), stand.requests().length]).toEqual([1, 1]);
  });

  it("goes on with the others when one fails, and fails at the end", async () => {
    await stand.calls(accountId).contacts();
    const other = await seedAccount(store);
    const answer = await stand.calls(other).contacts();
    stand.pass(21 * minute);
    let calls = 0;
    const create: ExportStand["exportFiles"]["create"] = (...name) => {
      if (++calls === 1) throw new Error("no room");
      return stand.exportFiles.create(...name);
    };
    const parts = stand.worker({ exportFiles: { ...stand.exportFiles, create } });
    await expect(sweepExports(parts, stand.patient)).rejects.toThrow("no room");
    expect(stand.requests()).toHaveLength(1);
    expect(await stand.calls(other).contactExport(idOf(answer))).toMatchObject({ status: 303 });
    expect(stand.lines.at(-1)).toMatchObject({ event: "exports.swept", overdue: 2, failed: 1, faults: ["Error"] });
  });
});
