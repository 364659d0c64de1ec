/**
 * The database of the local stack and of the tests: dynoxide, an engine that speaks DynamoDB's protocol over SQLite, where its package has a
 * program for this platform; DynamoDB Local, which needs Java, where it has none.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { startDynamoDbLocal } from "./dynamodb-local.ts";
import { dynoxideFile, startDynoxide } from "./dynoxide.ts";
import type { EngineProcess } from "./engine-process.ts";

export interface LocalDatabase extends EngineProcess {
  engine: DatabaseEngine;
}

/** `folder` is absent for a database in memory. */
const engines = {
  dynoxide: (folder?: string) => startDynoxide(requireDynoxide(), folder),
  "dynamodb-local": async (folder?: string) => {
    if (folder && existsSync(join(folder, dynoxideFile))) throw new DatabaseEngineError(otherEngine(folder));
    return startDynamoDbLocal(folder);
  },
};

const otherEngine = (folder: string) =>
  `The data in ${folder} are kept by dynoxide, which DynamoDB Local does not read. Leave DATABASE_ENGINE away, or choose another folder.`;

export type DatabaseEngine = keyof typeof engines;

/** `DATABASE_ENGINE` names an engine that is not there. */
export class DatabaseEngineError extends Error {
  override readonly name = "DatabaseEngineError";
}

/**
 * Starts the engine and waits until it answers. Without a folder its data are in memory; else the folder is made if need be. It listens on a
 * loopback address only, and ends with this process, however that ends. Throws `DatabaseEngineError`, `JavaMissingError`, or
 * `DataFolderInUseError` when a live process serves the same folder.
 */
export async function startDatabase(dataDir?: string, engine = chosenEngine()): Promise<LocalDatabase> {
  return { engine, ...(await engines[engine](dataDir && resolve(dataDir))) };
}

/** The engine that `DATABASE_ENGINE` names, else the best one that is installed for this platform. */
export function chosenEngine(wanted = process.env.DATABASE_ENGINE, hasDynoxide = !!findDynoxide()): DatabaseEngine {
  if (!wanted) return hasDynoxide ? "dynoxide" : "dynamodb-local";
  if (Object.hasOwn(engines, wanted)) return wanted as DatabaseEngine;
  throw new DatabaseEngineError(`DATABASE_ENGINE must be ${Object.keys(engines).join(" or ")}, not "${wanted}".`);
}

function requireDynoxide(): string {
  const program = findDynoxide();
  if (program) return program;
  throw new DatabaseEngineError(
    `There is no dynoxide for ${platform} among the installed packages. Without DATABASE_ENGINE, DynamoDB Local is used.`,
  );
}

const platform = `${process.platform}-${process.arch}`;

/** npm installs the package of a platform only where it fits. */
function findDynoxide(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`)), "dynoxide");
  } catch {
    return undefined;
  }
}
