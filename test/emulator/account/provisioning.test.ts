import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { findAccountHead, getAccountHead, newAccountHead } from "../../../shared/account/store/account.ts";
import { deleteAccountHead, writeAccount } from "../../../shared/account/store/account-write.ts";
import { putMarkAction } from "../../../shared/account/store/closing-mark.ts";
import { createProvisioning, putNewAccount } from "../../../shared/auth/provisioning.ts";
import type { Session } from "../../../shared/auth/session-token.ts";
import { blankContact } from "../../../shared/contact/record.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { accountPartition } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { itemsOf } from "../../support/contact/contact-calls.ts";
import { anotherProcess } from "../../support/process/database-proxy.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store, host } = await freshTable();

const seconds = (time: string) => Date.parse(time) / 1000;
const now = () => new Date("2026-05-01T12:00:00.000Z");

function session(claims: Record<string, unknown>, userInfoUri?: string): Session {
  const accountId = randomUUID();
  const issuer = { issuer: "https://i.example", jwksUri: "https://i.example/keys", clientIds: ["c"], own: true };
  const sub = accountId;
  return {
    accountId,
    subject: sub,
    expiresAt: 0,
    issuedAt: seconds("2026-05-01T10:00:00.000Z"),
    issuer: userInfoUri ? { ...issuer, userInfoUri } : issuer,
    claims: { sub, ...claims },
  };
}

const ada = { name: "Ada", email: "ada@example.com", email_verified: true };

describe("an account of a new person", () => {
  it("is created with the contact of its owner, which has the id of the account", async () => {
    const seen = session(ada);
    await createProvisioning({ store, now })(seen, "t");
    const { accountId } = seen;
    expect(await getAccountHead(store, accountId)).toMatchObject({
      accountId,
      email: "ada@example.com",
      name: "Ada",
      txid: 1,
      contactCount: 0,
      apiKeyIds: [],
      createdAt: "2026-05-01T12:00:00.000Z",
    });
    expect(await getContact(store, accountId, accountId)).toMatchObject({
      id: accountId,
      accountId,
      firstName: "Ada",
      emails: [{ preferred: true, type: "other", value: "ada@example.com" }],
      version: 1,
    });
  });

  it("has an address that is not verified only in the contact and not for mails", async () => {
    const seen = session({ ...ada, email_verified: false });
    await createProvisioning({ store, now })(seen, "t");
    expect((await getAccountHead(store, seen.accountId)).email).toBeNull();
    expect((await getContact(store, seen.accountId, seen.accountId))?.emails).toHaveLength(1);
  });

  it("is created once by many requests at once, in one process and in several", async () => {
    const processes = Array.from({ length: 5 }, () =>
      createProvisioning({ store: anotherProcess(host, store.tableName), now }),
    );
    const seen = session(ada);
    await Promise.all([...processes, ...processes].map((provision) => provision(seen, "t")));
    expect([...(await itemsOf(store, seen.accountId)).keys()].sort()).toEqual(["HEAD", "MYSELF"]);
    expect((await getAccountHead(store, seen.accountId)).txid).toBe(1);
  });

  it("is not replaced by a request that did not see its creation", async () => {
    const seen = session(ada);
    const { accountId } = seen;
    await createProvisioning({ store, now })(seen, "t");
    await writeAccount(store, accountId, (head) => ({
      actions: [],
      head: { ...head, language: "de" },
      result: undefined,
    }));
    const head = newAccountHead(accountId, null, now());
    expect(await putNewAccount(store, head, blankContact(accountId, accountId, now()))).toBe(false);
    expect(await getAccountHead(store, accountId)).toMatchObject({ language: "de", txid: 2, email: ada.email });
    expect(await getContact(store, accountId, accountId)).toMatchObject({ firstName: "Ada" });
  });

  it("costs two reads in a new process, and one after that", async () => {
    const seen = session(ada);
    await createProvisioning({ store, now })(seen, "t");
    const provision = createProvisioning({ store, now });
    const cost = () => meterCapacity((units) => provision(seen, "t").then(() => units));
    expect(await cost()).toEqual({ readUnits: 2, writeUnits: 0 });
    expect(await cost()).toEqual({ readUnits: 1, writeUnits: 0 });
  });
});

describe("a closed account", () => {
  const closedAt = "2026-05-01T11:00:00.700Z";
  const before = { issuedAt: seconds("2026-05-01T11:00:00.000Z") };
  const after = { issuedAt: seconds("2026-05-01T11:00:01.000Z") };

  async function closed(deleting: boolean) {
    const seen = session(ada);
    const provision = createProvisioning({ store, now });
    expect(await provision(seen, "t")).toBe("open");
    const mark = { accountId: seen.accountId, closedAt, txid: 7, deleting };
    await deleteAccountHead(store, seen.accountId, async () => [putMarkAction(store, mark)]);
    await store.client.send(
      new DeleteCommand({ TableName: store.tableName, Key: { pk: accountPartition(seen.accountId), sk: "MYSELF" } }),
    );
    return { seen, mark, processes: [provision, createProvisioning({ store, now })] };
  }

  it("stays closed for tokens from before, in every process", async () => {
    for (const deleting of [true, false]) {
      const { seen, processes } = await closed(deleting);
      for (const provision of processes) expect(await provision({ ...seen, ...before }, "t")).toBe("closed");
      expect(await findAccountHead(store, seen.accountId)).toBeUndefined();
    }
  });

  it("can't be opened again while its data are being deleted", async () => {
    const { seen, processes } = await closed(true);
    for (const provision of processes) expect(await provision({ ...seen, ...after }, "t")).toBe("deleting");
    expect(await findAccountHead(store, seen.accountId)).toBeUndefined();
  });

  it("becomes a new account when its owner signs in again, which continues after the last txid, and old tokens stay refused", async () => {
    const { seen, processes } = await closed(false);
    for (const provision of processes) {
      expect(await provision({ ...seen, ...after }, "t")).toBe("open");
      expect(await provision({ ...seen, ...before }, "t")).toBe("closed");
    }
    const { accountId } = seen;
    const recent = { txid: 8, searchTxid: 8, membershipTxid: 8, datesTxid: 8, mergeTxid: 8 };
    expect(await getAccountHead(store, accountId)).toMatchObject({ ...recent, contactCount: 0, apiKeyIds: [] });
    expect(await getContact(store, accountId, accountId)).toMatchObject({ version: 8 });
  });

  it("is not opened by a request that has read the mark too early", async () => {
    const { seen, mark } = await closed(true);
    const { accountId } = seen;
    const head = newAccountHead(accountId, null, now());
    const myself = blankContact(accountId, accountId, now());
    for (const read of [undefined, mark, { ...mark, closedAt: "2026-04-01T11:00:00.000Z" }]) {
      expect(await putNewAccount(store, head, myself, read)).toBe(false);
    }
    expect(await findAccountHead(store, accountId)).toBeUndefined();
  });
});

it("an account is created by a later request if userinfo could not be reached before", async () => {
  const seen = session({}, "https://i.example/userinfo");
  const answers = [new Response("", { status: 503 }), Response.json({ sub: seen.subject, ...ada })];
  const fetchInfo = (async () => answers.shift()) as unknown as typeof fetch;
  const provision = createProvisioning({ store, now, fetchInfo });
  await expect(provision(seen, "t")).rejects.toMatchObject({ code: "service_unavailable" });
  expect(await itemsOf(store, seen.accountId)).toEqual(new Map());
  await provision(seen, "t");
  expect(await getAccountHead(store, seen.accountId)).toMatchObject({ email: ada.email });
  expect(await getContact(store, seen.accountId, seen.accountId)).toMatchObject({ firstName: "Ada" });
});

describe("a conflict with another request", () => {
  /** The emulator has no conflicts, so this cancels the first transactions before they reach it. */
  async function withConflicts(count: number, reason = "TransactionConflict") {
    const busy = anotherProcess(host, store.tableName);
    let left = count;
    busy.client.middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          commandName === "TransactWriteItemsCommand" && left-- > 0 ? Promise.reject(cancelled(reason)) : next(args),
      { step: "initialize", name: "cancelTransactions" },
    );
    return busy;
  }

  it.each(["TransactionConflict", "ThrottlingError"])("is retried: %s", async (reason) => {
    const seen = session(ada);
    await createProvisioning({ store: await withConflicts(3, reason), now })(seen, "t");
    expect(await getAccountHead(store, seen.accountId)).toMatchObject({ txid: 1 });
  });

  it("that remains makes the service unavailable", async () => {
    const provision = createProvisioning({ store: await withConflicts(100), now });
    await expect(provision(session(ada), "t")).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 1 });
  });
});

function cancelled(reason: string): Error {
  return new TransactionCanceledException({
    message: "Transaction cancelled",
    $metadata: {},
    CancellationReasons: [{ Code: reason }, { Code: "None" }],
  });
}
