import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { getAccountHead, newAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { createProvisioning, putNewAccount } from "../../../shared/auth/provisioning.ts";
import type { Session } from "../../../shared/auth/session-token.ts";
import { blankContact } from "../../../shared/contact/record.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { freshTable } from "../../support/process/stack.ts";

const now = () => new Date("2026-05-01T12:00:00.000Z");

function session(claims: Record<string, unknown>, userInfoUri?: string): Session {
  const accountId = randomUUID();
  const issuer = { issuer: "https://i.example", jwksUri: "https://i.example/keys", clientIds: ["c"], own: true };
  const sub = accountId;
  return {
    accountId,
    subject: sub,
    expiresAt: 0,
    issuer: userInfoUri ? { ...issuer, userInfoUri } : issuer,
    claims: { sub, ...claims },
  };
}

const ada = { name: "Ada", email: "ada@example.com", email_verified: true };

describe("an account seen for the first time", () => {
  it("is made with its owner's own contact, whose id is the account's", async () => {
    const { store } = await freshTable();
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

  it("keeps an address that nobody verified on the contact, and never sends mail to it", async () => {
    const { store } = await freshTable();
    const seen = session({ ...ada, email_verified: false });
    await createProvisioning({ store, now })(seen, "t");
    expect((await getAccountHead(store, seen.accountId)).email).toBeNull();
    expect((await getContact(store, seen.accountId, seen.accountId))?.emails).toHaveLength(1);
  });

  it("is the same one when many requests see it at once, in one process and in several", async () => {
    const { store, host } = await freshTable();
    const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
    const processes = Array.from({ length: 5 }, () => {
      const client = createDocumentClient({ endpoint: host.endpoint, region: host.region, credentials });
      return createProvisioning({ store: { client, tableName: store.tableName }, now });
    });
    const seen = session(ada);
    await Promise.all([...processes, ...processes].map((provision) => provision(seen, "t")));
    const { Items } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
    expect(Items?.map(({ sk }) => sk).sort()).toEqual(["HEAD", "MYSELF"]);
    expect((await getAccountHead(store, seen.accountId)).txid).toBe(1);
  });

  it("is left as it is by a request that came too late to see it made", async () => {
    const { store } = await freshTable();
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

  it("costs one read in a process that does not know it yet, and nothing after that", async () => {
    const { store } = await freshTable();
    const seen = session(ada);
    await createProvisioning({ store, now })(seen, "t");
    const provision = createProvisioning({ store, now });
    const cost = () => meterCapacity((units) => provision(seen, "t").then(() => units));
    expect(await cost()).toEqual({ readUnits: 1, writeUnits: 0 });
    expect(await cost()).toEqual({ readUnits: 0, writeUnits: 0 });
  });
});

describe("who it belongs to", () => {
  const uri = "https://i.example/userinfo";
  const answering = (answer: (sub: string) => Response, asked: string[] = []) => {
    return (seen: Session) =>
      (async (from: string) => {
        asked.push(from);
        return answer(seen.subject);
      }) as unknown as typeof fetch;
  };

  it("is asked of userinfo when the token does not say it", async () => {
    const { store } = await freshTable();
    const seen = session({}, uri);
    const fetchInfo = answering((sub) => Response.json({ sub, ...ada }))(seen);
    await createProvisioning({ store, now, fetchInfo })(seen, "t");
    expect(await getAccountHead(store, seen.accountId)).toMatchObject({ email: ada.email });
    expect(await getContact(store, seen.accountId, seen.accountId)).toMatchObject({ firstName: "Ada" });
  });

  it("may stay unknown when the issuer does not tell this token", async () => {
    const { store } = await freshTable();
    const seen = session({}, uri);
    const fetchInfo = answering(() => new Response("", { status: 401 }))(seen);
    await createProvisioning({ store, now, fetchInfo })(seen, "t");
    expect(await getContact(store, seen.accountId, seen.accountId)).toMatchObject({ firstName: "Me", emails: [] });
  });

  it("is not given up while the issuer can't be reached: nothing is written, and the next request tries again", async () => {
    const { store } = await freshTable();
    const seen = session({}, uri);
    const answers = [() => new Response("", { status: 503 }), () => Response.json({ sub: seen.subject, ...ada })];
    const fetchInfo = answering(() => answers.shift()?.() ?? Response.error())(seen);
    const provision = createProvisioning({ store, now, fetchInfo });
    await expect(provision(seen, "t")).rejects.toMatchObject({ code: "service_unavailable" });
    const { Items } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
    expect(Items).toEqual([]);
    await provision(seen, "t");
    expect(await getAccountHead(store, seen.accountId)).toMatchObject({ email: ada.email });
  });
});

describe("a conflict with another request", () => {
  /** The emulator never makes one: the first transactions are cancelled before they reach it. */
  async function withConflicts(count: number, reason = "TransactionConflict") {
    const { store } = await freshTable();
    let left = count;
    store.client.middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          commandName === "TransactWriteItemsCommand" && left-- > 0 ? Promise.reject(cancelled(reason)) : next(args),
      { step: "initialize", name: "cancelTransactions" },
    );
    return store;
  }

  it.each(["TransactionConflict", "ThrottlingError"])("is tried again: %s", async (reason) => {
    const store = await withConflicts(3, reason);
    const seen = session(ada);
    await createProvisioning({ store, now })(seen, "t");
    expect(await getAccountHead(store, seen.accountId)).toMatchObject({ txid: 1 });
  });

  it("that never ends is told as such", async () => {
    const store = await withConflicts(100);
    const provision = createProvisioning({ store, now });
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
