/**
 * One whole local stack for a run of the tests, one DynamoDB Local for a run on that engine, and one set of bundles, each made when the first
 * test asks for it: a run of unit tests alone makes none.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { chosenEngine, type LocalDatabase, startDatabase } from "../../infra/local/database/database.ts";
import { installDynamoDbLocal, requireJava } from "../../infra/local/database/dynamodb-local.ts";
import { installPackages } from "../../infra/local/install-packages.ts";
import { closeServer, listenOnLoopback } from "../../infra/local/server/loopback.ts";
import { type StackProcess, startStackProcess } from "./process/stack-process.ts";
import { isFull } from "./seed.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests ask for what they need; see `stack.ts`. */
    supplierUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await installTools();
  let database: Promise<LocalDatabase> | undefined;
  let stack: Promise<StackProcess> | undefined;
  let bundles: Promise<string> | undefined;
  const supply: Record<string, () => Promise<unknown>> = {
    "/database": async () => {
      database ??= startDatabase();
      const { endpoint } = await database;
      return { endpoint };
    },
    "/stack": async () => {
      stack ??= startStackProcess();
      return (await stack).details;
    },
    "/bundles": async () => {
      bundles ??= makeBundles();
      return { folder: await bundles };
    },
  };

  const server = createServer(async (request, response) => {
    try {
      const answer = await supply[request.url ?? ""]?.();
      response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  project.provide("supplierUrl", `http://127.0.0.1:${await listenOnLoopback(server, "The test supplier")}`);

  return async () => {
    await closeServer(server);
    // What failed to start has nothing to stop. The test that asked for it has the error.
    await stack?.then((started) => started.stop()).catch(() => {});
    await database?.then((started) => started.stop()).catch(() => {});
    await bundles?.then((folder) => rm(folder, { recursive: true })).catch(() => {});
  };
}

/** What `npm ci` leaves out, before any test runs, because tests run at once. Without Java, no test starts DynamoDB Local. */
async function installTools(): Promise<void> {
  if (isFull) await installPackages(fileURLToPath(new URL("../tools", import.meta.url)));
  if (isFull || chosenEngine() === "dynamodb-local") await requireJava().then(installDynamoDbLocal, () => {});
}

/** All functions, in a folder of their own. What builds them is loaded for them only. */
async function makeBundles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plain-bundles-"));
  const { bundlePlainly } = await import("./process/plain-bundles.ts");
  const { functionNames } = await import("../../infra/cloud/functions.ts");
  await bundlePlainly(functionNames, { outdir: folder });
  return folder;
}
