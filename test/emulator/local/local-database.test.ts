import { spawn } from "node:child_process";
import crypto from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  chosenEngine,
  type DatabaseEngine,
  DatabaseEngineError,
  startDatabase,
} from "../../../infra/local/database/database.ts";
import { requireJava } from "../../../infra/local/database/dynamodb-local.ts";
import { DataFolderInUseError, isAlive } from "../../../infra/local/database/process-file.ts";
import { isFull } from "../../support/seed.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dynamodb-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function listTables(endpoint: string): Promise<string[] | undefined> {
  const client = createClient(endpoint);
  const { TableNames } = await client.send(new ListTablesCommand());
  client.destroy();
  return TableNames;
}

function createClient(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  return new DynamoDBClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
}

async function createTable(endpoint: string, TableName: string): Promise<void> {
  const client = createClient(endpoint);
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    }),
  );
  client.destroy();
}

/** Whether a program listens there. */
async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const hasJava = await requireJava().then(
  () => true,
  () => false,
);
const engines: readonly DatabaseEngine[] = [
  ...(chosenEngine("") === "dynoxide" ? (["dynoxide"] as const) : []),
  ...(isFull && hasJava ? (["dynamodb-local"] as const) : []),
];

describe.each(engines)("%s", (engine) => {
  const start = (dataDir?: string) => startDatabase(dataDir, engine);
  const pidFile = (dataDir: string) => join(dataDir, `${engine}.pid`);

  it.runIf(engine === "dynoxide")("gives the disk back at its next start when most items are gone", async () => {
    const dataDir = mkdtempSync(join(folder, "shrink-"));
    const bytes = () => statSync(join(dataDir, "dynoxide.db")).size;
    const database = await start(dataDir);
    await createTable(database.endpoint, "contacts");
    const client = createClient(database.endpoint);
    const keys = Array.from({ length: 10 }, (_, n) => ({ pk: { S: String(n) } }));
    for (const key of keys) {
      await client.send(
        new PutItemCommand({ TableName: "contacts", Item: { ...key, text: { S: "x".repeat(99_000) } } }),
      );
    }
    for (const Key of keys.slice(1)) await client.send(new DeleteItemCommand({ TableName: "contacts", Key }));
    client.destroy();
    await database.stop();
    const before = bytes();
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const other = new DatabaseSync(join(dataDir, "dynoxide.db"));
    other.exec("BEGIN IMMEDIATE");
    // The engine can't start either, and says so itself.
    await expect(start(dataDir)).rejects.toThrow("dynoxide ended");
    expect(warned).toHaveBeenCalledWith(expect.stringContaining("stays as large as it is"));
    warned.mockRestore();
    other.close();
    const second = await start(dataDir);
    expect(bytes()).toBeLessThan(before / 3);
    const left = createClient(second.endpoint);
    expect((await left.send(new ScanCommand({ TableName: "contacts" }))).Items).toMatchObject([keys[0]]);
    left.destroy();
    await second.stop();
  });

  it("answers on one loopback address only, and leaves nothing behind", async () => {
    const database = await start();
    expect(database.engine).toBe(engine);
    await createTable(database.endpoint, "contacts");
    expect(await listTables(database.endpoint)).toEqual(["contacts"]);
    const { hostname, port } = new URL(database.endpoint);
    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    for (const { address } of [...others, { address: "127.0.0.2" }]) {
      if (address !== hostname) expect(await answers(address, Number(port)), address).toBe(false);
    }
    await database.stop();
    expect(await answers(hostname, Number(port))).toBe(false);
  });

  it("keeps its tables when it is stopped, and ends with a parent that is killed", async () => {
    const dataDir = join(folder, engine);
    const first = await start(dataDir);
    await createTable(first.endpoint, "contacts");
    await expect(start(dataDir)).rejects.toThrow(DataFolderInUseError);
    expect(await listTables(first.endpoint)).toEqual(["contacts"]);
    await first.stop();
    const module = new URL("../../../infra/local/database/database.ts", import.meta.url).href;
    const script = `const { startDatabase } = await import(${JSON.stringify(module)});
      await startDatabase(${JSON.stringify(dataDir)}, ${JSON.stringify(engine)}); console.log("started");`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(parent.stdout, "data");
    const [child = 0] = readFileSync(pidFile(dataDir), "utf8").split(" ").map(Number);
    expect(isAlive(child)).toBe(true);
    await expect(start(dataDir)).rejects.toThrow(DataFolderInUseError);
    parent.kill("SIGKILL");
    await once(parent, "exit");

    const second = await start(dataDir);
    expect(isAlive(child)).toBe(false);
    expect(await listTables(second.endpoint)).toEqual(["contacts"]);
    await second.stop();
    expect(existsSync(pidFile(dataDir))).toBe(false);
  });

  it("leaves a process alone that only has the number of an earlier one", async () => {
    const dataDir = mkdtempSync(join(folder, "number-"));
    const bystander = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    writeFileSync(pidFile(dataDir), `${bystander.pid} 999999999\n`);
    const database = await start(dataDir);
    await database.stop();
    expect(bystander.exitCode).toBeNull();
    expect(isAlive(bystander.pid ?? 0)).toBe(true);
    bystander.stdin.end();
    await once(bystander, "exit");
  });
});

describe("the engine", () => {
  it.runIf(chosenEngine("") === "dynoxide")("takes another port if a program has the first one", async () => {
    const other = createServer().listen(0, "127.5.5.5");
    await once(other, "listening");
    const random = vi.spyOn(crypto, "randomInt") as unknown as { mockReturnValueOnce(value: number): typeof random };
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      other.close();
    });
    const { port } = other.address() as AddressInfo;
    for (const value of [5, 5, 5, port]) random.mockReturnValueOnce(value);
    syncBuiltinESMExports();
    const database = await startDatabase(undefined, "dynoxide");
    expect(new URL(database.endpoint).port).not.toBe(String(port));
    expect(await listTables(database.endpoint)).toEqual([]);
    await database.stop();
  });

  it("is dynoxide where its package is installed, else DynamoDB Local, or the one that is asked for", () => {
    expect(chosenEngine("", true)).toBe("dynoxide");
    expect(chosenEngine("", false)).toBe("dynamodb-local");
    expect(chosenEngine("dynamodb-local", true)).toBe("dynamodb-local");
    expect(() => chosenEngine("postgres", true)).toThrow(
      /DATABASE_ENGINE must be dynoxide or dynamodb-local, not "postgres"/,
    );
  });

  it.each<[DatabaseEngine, string]>([
    ["dynamodb-local", "dynoxide.db"],
    ["dynoxide", "local_us-east-1.db"],
  ])("%s refuses a folder with data of the other one", async (engine, file) => {
    const dataDir = mkdtempSync(join(folder, "other-"));
    writeFileSync(join(dataDir, file), "");
    await expect(startDatabase(dataDir, engine)).rejects.toThrow(DatabaseEngineError);
  });
});

it.each([
  ["11.0.2", /Java 17 or newer: apt-get install openjdk-17-jre-headless.*Found: 11\.0\.2\./],
  ["1.8.0_422", /Found: 1\.8\.0_422\./],
  ["", /Found: none\./],
])("a missing or old Java %s is refused with what to install", async (version, message) => {
  const java = join(mkdtempSync(join(folder, "java-")), "java");
  if (version !== "")
    writeFileSync(java, `#!/bin/sh\necho 'openjdk version "${version}" 2019-01-15' >&2\n`, { mode: 0o755 });
  await expect(requireJava(java)).rejects.toThrow(message);
});
