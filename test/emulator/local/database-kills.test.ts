import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chosenEngine, startDatabase } from "../../../infra/local/database/database.ts";
import { createTable } from "../../../infra/local/database/tables.ts";
import { createDocumentClient } from "../../../shared/platform/dynamodb/client.ts";
import { mainTable } from "../../../shared/platform/dynamodb/definition.ts";
import { tries } from "../../support/seed.ts";

const engine = "dynoxide";
const rounds = tries(4, 12);
const writers = 6;
const TableName = "contacts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kills-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const database = await startDatabase(folder, engine);
  const host = { endpoint: database.endpoint, region: "us-east-1", accessKeyId: "local" };
  await createTable(host, TableName, mainTable);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = createDocumentClient({
    endpoint: database.endpoint,
    region: "us-east-1",
    credentials,
    maxAttempts: 1,
  });
  const [processId = 0] = readFileSync(join(folder, `${engine}.pid`), "utf8")
    .split(" ")
    .map(Number);
  return { database, client, processId };
}

/** Two items of one transaction. */
const keysOf = (name: string) => [
  { pk: "ACCOUNT#1", sk: `C#${name}` },
  { pk: "ACCOUNT#2", sk: `C#${name}` },
];

// DynamoDB Local, which stands in on other platforms, was seen to lose one.
it.runIf(chosenEngine("") === engine)(
  "an acknowledged transaction outlives a kill of the engine at any moment, and none is half there",
  async () => {
    const acknowledged = new Set<string>();
    const sent = new Set<string>();
    for (let round = 1; round <= rounds; round += 1) {
      const { database, client, processId } = await open();
      const killAt = acknowledged.size + 7 * round;
      const write = async (writer: number): Promise<void> => {
        for (let at = 0; ; at += 1) {
          const name = `${round}-${writer}-${at}`;
          sent.add(name);
          const puts = keysOf(name).map((key) => ({ Put: { TableName, Item: { ...key, name } } }));
          await client.send(new TransactWriteCommand({ TransactItems: puts }));
          acknowledged.add(name);
          if (acknowledged.size === killAt) process.kill(processId, "SIGKILL");
        }
      };
      // Every writer ends with the fault that the dead engine gives it.
      await Promise.allSettled(Array.from({ length: writers }, (_, writer) => write(writer)));
      expect(acknowledged.size).toBeGreaterThanOrEqual(killAt);
      await database.stop();
    }

    const { database, client } = await open();
    const isThere = async (key: Record<string, string>) =>
      (await client.send(new GetCommand({ TableName, Key: key }))).Item !== undefined;
    for (const name of sent) {
      const [first, second] = await Promise.all(keysOf(name).map(isThere));
      expect(second, name).toBe(first);
      if (acknowledged.has(name)) expect(first, name).toBe(true);
    }
    await database.stop();
  },
);
