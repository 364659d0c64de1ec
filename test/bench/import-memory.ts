/**
 * What the largest imports need of memory, through the parser as it is deployed: from the bucket to the written rows,
 * bundled, in a process of its own: `node test/bench/import-memory.ts`.
 */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { startDatabase } from "../../infra/local/database.ts";
import { tableNames } from "../../infra/local/function-environment.ts";
import { createTable } from "../../infra/local/tables.ts";
import type { ImportSource } from "../../shared/imports/parsed-contact.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { writeCards } from "../support/large-files.ts";
import { runParser } from "../support/parser-process.ts";
import { connectionsFile, followersFile } from "./import-files.ts";

export interface ImportMemory {
  source: ImportSource;
  rows: number;
  bytes: number;
  /** The most that the process ever held, Node and the code itself included. */
  megabytes: number;
  milliseconds: number;
}

/** As many as an import may have. */
const rows = 50_000;

const writers: Readonly<Record<ImportSource, (path: string) => void>> = {
  vcard: (path) => writeCards(path, rows, 300),
  network_a: (path) => writeFileSync(path, connectionsFile(rows)),
  network_b: (path) => writeFileSync(path, followersFile(rows)),
};

/** Throws when a file is not read to its last row. */
export async function importMemory(): Promise<ImportMemory[]> {
  const database = await startDatabase();
  try {
    const host = { endpoint: database.endpoint, region: "us-east-1", accessKeyId: randomUUID().replaceAll("-", "") };
    await createTable(host, tableNames.main, { ...mainTable, expiryAttribute: undefined });
    const credentials = { accessKeyId: host.accessKeyId, secretAccessKey: "local" };
    const client = createDocumentClient({ endpoint: host.endpoint, region: host.region, credentials });
    const table = { store: { client, tableName: tableNames.main }, host };
    const measured: ImportMemory[] = [];
    for (const [source, write] of Object.entries(writers) as [ImportSource, (path: string) => void][]) {
      const figures = await runParser(table, source, write, ({ record, peakMegabytes, milliseconds }): ImportMemory => {
        if (record.rowsRead !== rows) throw new Error(`${source}: ${record.rowsRead} rows, ${record.error?.message}`);
        const bytes = record.files.reduce((sum, { size }) => sum + size, 0);
        return { source, rows, bytes, megabytes: peakMegabytes, milliseconds };
      });
      measured.push(figures);
    }
    return measured;
  } finally {
    await database.stop();
  }
}

if (import.meta.main) console.table(await importMemory());
