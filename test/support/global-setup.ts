/**
 * One whole local stack for a run of the tests, and one DynamoDB Local for a run on that engine, each started when the first test asks for it: a
 * run of unit tests alone starts neither.
 */
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { type LocalDatabase, startDatabase } from "../../infra/local/database/database.ts";
import { closeServer, listenOnLoopback } from "../../infra/local/server/loopback.ts";
import { type StackProcess, startStackProcess } from "./process/stack-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests ask for what they need; see `stack.ts`. */
    supplierUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let database: Promise<LocalDatabase> | undefined;
  let stack: Promise<StackProcess> | undefined;
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
  };
}
