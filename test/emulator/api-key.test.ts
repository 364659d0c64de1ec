import { randomBytes, randomUUID } from "node:crypto";
import { GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { apiKeyOperations } from "../../functions/api-keys/operations.ts";
import { createKeyVerifier } from "../../functions/authorizer/verify-key.ts";
import { mintApiKey } from "../../shared/auth/api-key-format.ts";
import type { Caller, Input } from "../../shared/http/route.ts";
import { meterCapacity } from "../../shared/log/capacity.ts";
import { accountHeadToItem, getAccountHead, newAccountHead } from "../../shared/table/account.ts";
import { getApiKey, markApiKeyUsed } from "../../shared/table/api-key.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import type { Store } from "../../shared/table/store.ts";
import { type FreshTable, freshTable } from "../support/stack.ts";

const pepper = "a pepper of more than 32 characters";
const minute = 60_000;
const start = Date.parse("2026-05-01T12:00:00.000Z");

/** An account in a table of its own, its key routes, and the authorizer's side of its keys; the clock is the test's. */
async function account() {
  const table = await freshTable();
  const clock = { time: start };
  const now = () => new Date(clock.time);
  const readPepper = async () => pepper;
  const open = async ({ store }: Pick<FreshTable, "store">, accountId = randomUUID()) => {
    await store.client.send(
      new PutCommand({ TableName: store.tableName, Item: accountHeadToItem(newAccountHead(accountId, null, now())) }),
    );
    return { accountId, ...routes(store, accountId) };
  };
  const routes = (store: Store, accountId: string) => {
    const operations = apiKeyOperations({ store, now, randomBytes, readPepper });
    const input = (body: unknown, id = ""): never => inputOf({ kind: "session", accountId }, body, id) as never;
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
  const verify = createKeyVerifier({ store: table.store, readPepper, now, log: (line) => lines.push(line) });
  return { ...table, ...(await open(table)), clock, lines, verify, routes, open: () => open(table) };
}

function inputOf(caller: Caller, body: unknown, id: string): Partial<Input> {
  return { caller, body: body as undefined, params: { id } as never, baseUrl: "https://api.example" };
}

const invalid = { refusal: "invalid_api_key" };

describe("creating keys", () => {
  it("answers with the whole key this once, and stores nothing that it could be made from", async () => {
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
    expect(headers).toEqual({ location: `https://api.example/me/api-keys/${body.id}` });
    expect(await list()).toEqual({ status: 200, txid, body: { apiKeys: [shown], totalCount: 1 } });
    expect(txid).toBe(String((await getAccountHead(store, accountId)).txid));
    const { Items } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
    expect(JSON.stringify(Items)).not.toContain(secret.slice("service_key_".length + 13));
  });

  it("lists them newest first, also those of one moment", async () => {
    const { create, list, clock } = await account();
    await create("one");
    await create("two");
    clock.time += minute;
    await create("three");
    const { body } = await list();
    expect(body.apiKeys.map(({ label }) => label)).toEqual(["three", "two", "one"]);
  });

  it("ten at once, by ten processes, leaves exactly five", async () => {
    const { accountId, store, host, routes, list } = await account();
    const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
    const creations = Array.from({ length: 10 }, () => {
      // A client of its own: writes of one client wait for each other.
      const client = createDocumentClient({ endpoint: host.endpoint, region: host.region, credentials });
      return routes({ client, tableName: store.tableName }, accountId).create();
    });
    const outcomes = await Promise.allSettled(creations);
    const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.body.id] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(made).toHaveLength(5);
    expect(refused).toEqual(Array.from({ length: 5 }, () => "api_key_limit_exceeded"));
    const { body } = await list();
    expect(body.apiKeys.map(({ id }) => id).sort()).toEqual(made.sort());
    const { Items } = await store.client.send(new ScanCommand({ TableName: store.tableName }));
    expect(Items?.filter(({ pk }) => String(pk).startsWith("KEY#"))).toHaveLength(5);
  });

  it("has room again when one is deleted", async () => {
    const { create, remove } = await account();
    const { body } = await create();
    for (let more = 0; more < 4; more++) await create();
    await expect(create()).rejects.toMatchObject({ code: "api_key_limit_exceeded" });
    await remove(body.id);
    await expect(create()).resolves.toMatchObject({ status: 201 });
  });
});

describe("a key", () => {
  it("lets in its account with its permission", async () => {
    const { create, verify, accountId } = await account();
    for (const permission of ["read", "full"]) {
      const { body } = await create("laptop", permission);
      expect(await verify(body.secret)).toEqual({ caller: { kind: "key", accountId, keyId: body.id, permission } });
    }
  });

  it("that was deleted lets nobody in, at the very next request", async () => {
    const { create, remove, verify } = await account();
    const { body } = await create();
    expect(await verify(body.secret)).toHaveProperty("caller");
    expect(await remove(body.id)).toMatchObject({ status: 204, txid: "3" });
    expect(await verify(body.secret)).toEqual(invalid);
    await expect(remove(body.id)).rejects.toMatchObject({ code: "api_key_not_found" });
  });

  it("with another secret lets nobody in, though its checksum is right", async () => {
    const { create, verify } = await account();
    const { body } = await create();
    const forged = mintApiKey((size) => {
      // The id's own characters for the first draw, chance for the secret.
      return size === 12
        ? Uint8Array.from([...body.id].map((character) => alphabet.indexOf(character)))
        : randomBytes(size);
    });
    expect(forged.keyId).toBe(body.id);
    expect(await verify(forged.key)).toEqual(invalid);
  });

  it("of no form costs no read, any other at most one", async () => {
    const { create, verify } = await account();
    const { body } = await create();
    await verify(body.secret);
    const cost = (text: string) => meterCapacity((units) => verify(text).then(() => units));
    expect(await cost("service_key_x")).toEqual({ readUnits: 0, writeUnits: 0 });
    expect(await cost(`${body.secret.slice(0, -1)}!`)).toEqual({ readUnits: 0, writeUnits: 0 });
    expect(await cost(body.secret)).toEqual({ readUnits: 1, writeUnits: 0 });
  });

  it("is renamed, which is a write of the account, and keeps the rest", async () => {
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

  it("of another account is as unknown as one that never was", async () => {
    const { create, verify, open } = await account();
    const { body } = await create();
    const other = await open();
    await expect(other.rename(body.id, "mine")).rejects.toMatchObject({ code: "api_key_not_found" });
    await expect(other.remove(body.id)).rejects.toMatchObject({ code: "api_key_not_found" });
    await expect(other.remove("AbCdEf123456")).rejects.toMatchObject({ code: "api_key_not_found" });
    expect((await other.list()).body).toEqual({ apiKeys: [], totalCount: 0 });
    expect(await verify(body.secret)).toHaveProperty("caller");
  });
});

describe("the time of use", () => {
  it("is noted, but not twice within a minute", async () => {
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
    if (key) await markApiKeyUsed(store, key, new Date(start));
    const Key = { pk: `KEY#${body.id}`, sk: `KEY#${body.id}` };
    expect(await store.client.send(new GetCommand({ TableName: store.tableName, Key }))).not.toHaveProperty("Item");
  });

  it("that can't be noted is logged, and the key lets in", async () => {
    const { create, verify, store, lines } = await account();
    const { body } = await create();
    store.client.middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          commandName === "UpdateItemCommand" ? Promise.reject(new Error("throttled")) : next(args),
      { step: "initialize", name: "throttleUpdates" },
    );
    expect(await verify(body.secret)).toHaveProperty("caller");
    expect(lines).toEqual([{ level: "warn", event: "apiKeyUse.notNoted", keyId: body.id, fault: "Error" }]);
  });

  it("that another request noted first is no fault", async () => {
    const { create, store } = await account();
    const { body } = await create();
    const key = await getApiKey(store, body.id);
    if (!key) throw new Error("the key was not stored");
    const marks = Array.from({ length: 5 }, () => markApiKeyUsed(store, key, new Date(start)));
    await expect(Promise.all(marks)).resolves.toHaveLength(5);
  });
});

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
