import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDynamoDbLocal } from "../../infra/local/dynamodb-local.ts";
import { JavaMissingError, parseJavaVersion, requireJava } from "../../infra/local/java.ts";
import { PortTakenError } from "../../infra/local/loopback.ts";
import { DataFolderInUseError, isAlive } from "../../infra/local/process-file.ts";

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

/** Whether somebody listens there. */
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

test("in memory: it answers on the loopback address only, refuses a second one on its port, and leaves nothing", async () => {
  const emulator = await startDynamoDbLocal();
  await createTable(emulator.endpoint, "contacts");
  expect(await listTables(emulator.endpoint)).toEqual(["contacts"]);
  expect(await answers("127.0.0.1", emulator.port)).toBe(true);
  const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address, internal } of others) {
    if (!internal) expect(await answers(address, emulator.port), address).toBe(false);
  }
  expect(await answers("127.0.0.2", emulator.port)).toBe(false);
  await expect(startDynamoDbLocal({ port: emulator.port })).rejects.toThrow(PortTakenError);
  await emulator.stop();
  expect(await answers("127.0.0.1", emulator.port)).toBe(false);
});

test("on disk: tables outlive a stop, and also a parent that was killed, whose emulator ends with it", async () => {
  const dataDir = join(folder, "data");
  const first = await startDynamoDbLocal({ dataDir });
  await createTable(first.endpoint, "contacts");
  await expect(startDynamoDbLocal({ dataDir })).rejects.toThrow(DataFolderInUseError);
  expect(await listTables(first.endpoint)).toEqual(["contacts"]);
  await first.stop();
  const module = new URL("../../infra/local/dynamodb-local.ts", import.meta.url).href;
  const script = `const { startDynamoDbLocal } = await import(${JSON.stringify(module)});
    await startDynamoDbLocal({ dataDir: ${JSON.stringify(dataDir)} }); console.log("started");`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(parent.stdout, "data");
  const [jvm = 0] = readFileSync(join(dataDir, "dynamodb-local.pid"), "utf8").split(" ").map(Number);
  expect(isAlive(jvm)).toBe(true);
  await expect(startDynamoDbLocal({ dataDir })).rejects.toThrow(DataFolderInUseError);
  parent.kill("SIGKILL");
  await once(parent, "exit");

  const second = await startDynamoDbLocal({ dataDir });
  expect(isAlive(jvm)).toBe(false);
  expect(await listTables(second.endpoint)).toEqual(["contacts"]);
  await second.stop();
  expect(existsSync(join(dataDir, "dynamodb-local.pid"))).toBe(false);
});

test("a process that only has the number of an earlier emulator is left alone", async () => {
  const dataDir = mkdtempSync(join(folder, "number-"));
  const bystander = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  writeFileSync(join(dataDir, "dynamodb-local.pid"), `${bystander.pid} 999999999\n`);
  const emulator = await startDynamoDbLocal({ dataDir });
  await emulator.stop();
  expect(bystander.exitCode).toBeNull();
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
  bystander.stdin.end();
  await once(bystander, "exit");
});

test("without Java, or with one that is too old, it says what to install", async () => {
  await expect(startDynamoDbLocal({ java: join(folder, "nowhere") })).rejects.toThrow(JavaMissingError);
  const old = join(folder, "old-java");
  writeFileSync(old, `#!/bin/sh\necho 'openjdk version "11.0.2" 2019-01-15' >&2\n`);
  chmodSync(old, 0o755);
  await expect(requireJava(old)).rejects.toThrow(
    /needs Java 17 or newer: apt-get install openjdk-17-jre-headless.*Found: Java 11\./,
  );
});

test.each([
  ['java version "1.8.0_422"', 8],
  ['openjdk version "17.0.15" 2025-04-15', 17],
  ['openjdk version "25" 2025-09-16', 25],
  ["The operation couldn't be completed.", undefined],
])("%s is Java %s", (output, version) => {
  expect(parseJavaVersion(output)).toBe(version);
});
