import { randomBytes, randomUUID } from "node:crypto";
import { GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { apiKeyOperations } from "../../../functions/api-keys/operations.ts";
import { createKeyVerifier } from "../../../functions/authorizer/operations.ts";
import { accountHeadToItem, getAccountHead, newAccountHead } from "../../../shared/account/store/account.ts";
import { createPepper, type Pepper } from "../../../shared/auth/pepper.ts";
import { getApiKey, recordApiKeyUse, replaceApiKeyHash } from "../../../shared/auth/store/api-key.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { meterCapacity } from "../../../shared/platform/log/capacity.ts";
import { anotherProcess } from "../../support/process/database-proxy.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";

const pepper = "a pepper of more than 32 characters";
const minute = 60_000;
const start = Date.parse("2026-05-01T12:00:00.000Z");

const table = await freshTable();

/** A new account with the operations of its keys, and the verification of keys by the authorizer. */
async function account() {
  // A test may make calls of its client fail.
  const store = anotherProcess(table.host, table.store.tableName);
  const clock = { time: start };
  const now = () => new Date(clock.time);
  const readPepper = async () => pepper;
  const accountId = randomUUID();
  const Item = accountHeadToItem(newAccountHead(accountId, null, now()));
  await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
  const routes = (store: Store, accountId: string) => {
    const operations = apiKeyOperations({ store, now, randomBytes, readPepper });
    const input = (body: unknown, id = "") => ({ ...sessionInput(accountId), params: { id }, body }) as never;
    return {
      list: () => operations.listApiKeys(input(undefined)),
      create: async (label = "laptop", permission = "read") => {
        const { body, ...rest } = await operations.createApiKey(input({ label, permission }));
        return { ...rest, body: { ...body, secret: body.secret ?? "" } };
      },
      rename: (id: string, label: string) => operations.patchApiKey(input({ label }, id)),
      remove: (id: string) => operations.deleteApiKey(input(undefined, id)),
    };
  };
  const lines: object[] = [];
  const verifierOf = (accepted: Pepper) =>
    createKeyVerifier({ store, pepper: accepted, now, log: (line) => lines.push(line) });
  const verify = verifierOf(createPepper({ API_KEY_PEPPER: pepper, API_KEY_PEPPER_SECRET: undefined }, Date.now));
  return { store, accountId, ...routes(store, accountId), clock, lines, verify, verifierOf, routes };
}

/** Makes each later update of an item fail. */
function failUpdates({ client }: Store): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        commandName === "UpdateItemCommand" ? Promise.reject(new Error("throttled")) : next(args),
    { step: "initialize", name: "failUpdates" },
  );
}

const invalid = { refusal: "invalid_api_key" };

describe("creating keys", () => {
  it("answers with the whole key, and does not store its secret", async () => {
    const { create, list, accountId, store } = await account();
    const { body, txid, headers } = await create("laptop", "full");
    const { secret, ...shown } = body;
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      label: "laptop",
      permission: "full",
      keyPrefix: `service_key_${body.id}_****`,
      createdAt: "2026-05-01T12:00:00.000Z",
      lastUsedAt: null,
    });
    expect(secret).toMatch(new RegExp(`^service_key_${body.id}_`));
    expect(headers).toEqual({ location: `https://api.example.com/me/api-keys/${body.id}` });
    expect(await list()).toEqual({ status: 200, txid, body: { apiKeys: [shown], totalCount: 1 } });
    expect(txid).toBe(String((await getAccountHead(store, accountId)).txid));
    const { Items } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
    expect(JSON.stringify(Items)).not.toContain(secret.slice("service_key_".length + 13));
  });

  it("lists them newest first, also those of the same moment", async () => {
    const { create, list, clock } = await account();
    await create("one");
    await create("two");
    clock.time += minute;
    await create("three");
    const { body } = await list();
    expect(body.apiKeys.map(({ label }) => label)).toEqual(["three", "two", "one"]);
  });

  it("ten times at once in ten processes creates exactly five", async () => {
    const { accountId, store, routes, list } = await account();
    // The writes of one client wait for each other.
    const creations = Array.from({ length: 10 }, () =>
      routes(anotherProcess(table.host, store.tableName), accountId).create(),
    );
    const outcomes = await Promise.allSettled(creations);
    const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.body.id] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(made).toHaveLength(5);
    expect(refused).toEqual(Array.from({ length: 5 }, () => "api_key_limit_exceeded"));
    const { body } = await list();
    expect(body.apiKeys.map(({ id }) => id).sort()).toEqual(made.sort());
    const { Items } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
    const isOwn = (item: object) => JSON.stringify(item).includes(accountId);
    expect(Items?.filter((item) => String(item.pk).startsWith("KEY#") && isOwn(item))).toHaveLength(5);
  });
});

describe("a key", () => {
  it("is invalid for the next request after it was deleted", async () => {
    const { create, remove, verify } = await account();
    const { body } = await create();
    expect(await verify(body.secret)).toHaveProperty("caller");
    expect(await remove(body.id)).toMatchObject({ status: 204, txid: "3" });
    expect(await verify(body.secret)).toEqual(invalid);
    await expect(remove(body.id)).rejects.toMatchObject({ code: "api_key_not_found" });
  });

  it("costs one read, and none if it is malformed", async () => {
    const { create, verify } = await account();
    const { body } = await create();
    await verify(body.secret);
    const cost = (text: string) => meterCapacity((units) => verify(text).then(() => units));
    expect(await cost("service_key_x")).toEqual({ readUnits: 0, writeUnits: 0 });
    expect(await cost(`${body.secret.slice(0, -1)}!`)).toEqual({ readUnits: 0, writeUnits: 0 });
    expect(await cost(body.secret)).toEqual({ readUnits: 1, writeUnits: 0 });
  });

  it("can be renamed, which changes nothing else", async () => {
    const { create, rename, list, verify } = await account();
    const { body } = await create("laptop", "full");
    await verify(body.secret);
    const { secret: _secret, ...shown } = body;
    const renamed = { ...shown, label: "phone", lastUsedAt: "2026-05-01T12:00:00.000Z" };
    expect(await rename(body.id, "phone")).toEqual({ status: 200, txid: "3", body: renamed });
    expect(await rename(body.id, "phone")).toEqual({ status: 200, txid: "3", body: renamed });
    expect((await list()).body.apiKeys).toEqual([renamed]);
    expect(await verify(body.secret)).toHaveProperty("caller.permission", "full");
  });
});

describe("a rotation of the pepper", () => {
  const next = "the next pepper of more than 32 characters";
  /** Secrets Manager with these versions of the secret. */
  const peppersOf = (current: string, previous?: string) =>
    createPepper({ API_KEY_PEPPER: undefined, API_KEY_PEPPER_SECRET: "arn" }, Date.now, async (_id, stage) =>
      stage === "AWSCURRENT" ? current : previous,
    );

  it("hashes a key with the new pepper at its next use, and so keeps it valid after the rotation", async () => {
    const { create, verifierOf, verify, lines, store } = await account();
    const { body } = await create();
    const before = await getApiKey(store, body.id);
    expect(await verifierOf(peppersOf(next, pepper))(body.secret)).toHaveProperty("caller.keyId", body.id);
    const { hash, ...rest } = (await getApiKey(store, body.id)) ?? {};
    expect({ ...rest, hash: before?.hash, lastUsedAt: null }).toEqual(before);
    expect(hash).not.toBe(before?.hash);
    expect(lines).toEqual([{ level: "info", event: "apiKey.hashRenewed", keyId: body.id }]);
    expect(await verifierOf(peppersOf(next))(body.secret)).toHaveProperty("caller.keyId", body.id);
    expect(await verify(body.secret)).toEqual(invalid);
    expect(await verifierOf(peppersOf(next, pepper))(body.secret)).toHaveProperty("caller.keyId", body.id);
    expect(lines).toHaveLength(1);
  });

  it("ends the validity of a key that was not used meanwhile", async () => {
    const { create, verifierOf } = await account();
    const { body } = await create();
    expect(await verifierOf(peppersOf(next))(body.secret)).toEqual(invalid);
  });

  it("accepts a key whose hash can't be written, and logs it", async () => {
    const { create, verifierOf, store, lines } = await account();
    const { body } = await create();
    failUpdates(store);
    const verify = verifierOf(peppersOf(next, pepper));
    expect(await verify(body.secret)).toHaveProperty("caller");
    expect(lines).toContainEqual({ level: "warn", event: "apiKey.hashNotRenewed", keyId: body.id, fault: "Error" });
  });

  it("does not bring a deleted key back", async () => {
    const { create, remove, store } = await account();
    const { body } = await create();
    const key = await getApiKey(store, body.id);
    await remove(body.id);
    if (key) await replaceApiKeyHash(store, key, "x");
    expect(await getApiKey(store, body.id)).toBeUndefined();
  });
});

describe("the time of use", () => {
  it("is recorded at most once a minute", async () => {
    const { create, list, verify, clock } = await account();
    const { body } = await create();
    const lastUsed = async () => (await list()).body.apiKeys[0]?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    clock.time += 5 * minute;
    await verify(body.secret);
    expect(await lastUsed()).toBe("2026-05-01T12:05:00.000Z");
    clock.time += minute - 1;
    await verify(body.secret);
    expect(await lastUsed()).toBe("2026-05-01T12:05:00.000Z");
    clock.time += 1;
    await verify(body.secret);
    expect(await lastUsed()).toBe("2026-05-01T12:06:00.000Z");
  });

  it("does not bring a deleted key back", async () => {
    const { create, remove, store } = await account();
    const { body } = await create();
    const key = await getApiKey(store, body.id);
    await remove(body.id);
    if (key) await recordApiKeyUse(store, key, new Date(start));
    const Key = { pk: `KEY#${body.id}`, sk: `KEY#${body.id}` };
    expect(await store.client.send(new GetCommand({ TableName: store.tableName, Key }))).not.toHaveProperty("Item");
  });

  it("that can't be recorded is logged, and the key is accepted", async () => {
    const { create, verify, store, lines } = await account();
    const { body } = await create();
    failUpdates(store);
    expect(await verify(body.secret)).toHaveProperty("caller");
    expect(lines).toEqual([{ level: "warn", event: "apiKeyUse.notRecorded", keyId: body.id, fault: "Error" }]);
  });

  it("can be recorded by several requests at once", async () => {
    const { create, store } = await account();
    const { body } = await create();
    const key = await getApiKey(store, body.id);
    if (!key) throw new Error("the key was not stored");
    const marks = Array.from({ length: 5 }, () => recordApiKeyUse(store, key, new Date(start)));
    await expect(Promise.all(marks)).resolves.toHaveLength(5);
  });
});
