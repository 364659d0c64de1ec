/**
 * The database of the local stack and of the tests: dynoxide, an engine that speaks DynamoDB's protocol over SQLite, or
 * DynamoDB Local, which needs Java, on platforms without a dynoxide.
 */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startDynamoDbLocal } from "./dynamodb-local.ts";
import { type EngineProcess, superviseEngine } from "./engine-process.ts";
import { lockDataFolder } from "./process-file.ts";

export interface LocalDatabase extends EngineProcess {
  engine: DatabaseEngine;
}

/** Without a folder, the data are in memory. */
const engines = {
  dynoxide: (folder?: string) => startDynoxide(requireDynoxide(), folder),
  "dynamodb-local": (folder?: string) => startDynamoDbLocal(folder),
};

export type DatabaseEngine = keyof typeof engines;

/** The engine is not installed, or does not read the data in the folder. */
export class DatabaseEngineError extends Error {
  override readonly name = "DatabaseEngineError";
}

/**
 * Starts the engine and waits until it answers. Without a folder the data are in memory; a missing folder is made. The
 * engine listens on a loopback address only, and ends with this process, also when this process is killed. Throws
 * `DatabaseEngineError`, `JavaMissingError`, or `DataFolderInUseError` when a live process uses the folder.
 */
export async function startDatabase(dataDir?: string, engine = chosenEngine()): Promise<LocalDatabase> {
  const folder = dataDir && resolve(dataDir);
  if (folder) requireOwnData(folder, engine);
  return { engine, ...(await engines[engine](folder)) };
}

/** An engine does not read the files of the other one, so its tables would be empty. */
function requireOwnData(folder: string, engine: DatabaseEngine): void {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".db")) : [];
  if (files.every((name) => (name === dynoxideFile) === (engine === "dynoxide"))) return;
  const other = engine === "dynoxide" ? "dynamodb-local" : "dynoxide";
  throw new DatabaseEngineError(
    `The data in ${folder} are those of ${other}, which ${engine} does not read. Set DATABASE_ENGINE=${other}, or choose another folder.`,
  );
}

/** The engine that `DATABASE_ENGINE` names, else dynoxide where it is installed. */
export function chosenEngine(name = process.env.DATABASE_ENGINE, hasDynoxide = !!findDynoxide()): DatabaseEngine {
  if (!name) return hasDynoxide ? "dynoxide" : "dynamodb-local";
  if (Object.hasOwn(engines, name)) return name as DatabaseEngine;
  throw new DatabaseEngineError(`DATABASE_ENGINE must be ${Object.keys(engines).join(" or ")}, not "${name}".`);
}

const platform = `${process.platform}-${process.arch}`;

function requireDynoxide(): string {
  const program = findDynoxide();
  if (program) return program;
  throw new DatabaseEngineError(
    `There is no dynoxide for ${platform} among the installed packages. Without DATABASE_ENGINE, DynamoDB Local is used.`,
  );
}

/** npm installs the package of a platform only on that platform. */
function findDynoxide(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`)), "dynoxide");
  } catch {
    return undefined;
  }
}

/** The only file of the data, in the data folder. */
const dynoxideFile = "dynoxide.db";

/**
 * The shell starts a reader of the pipe from the parent, and becomes the engine. The pipe ends when the parent is gone,
 * also by a kill: then the reader kills the engine. The parent writes a line when the engine has ended, which ends the
 * reader alone.
 */
const endingWithParent = `exec 3<&0; (read -r _ <&3 || kill -9 $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&-`;

const portTries = 5;

async function startDynoxide(program: string, folder?: string, tries = portTries): Promise<EngineProcess> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const file = folder && join(folder, dynoxideFile);
  const lock = file && (await lockDataFolder(join(folder, "dynoxide.pid"), file));
  if (file && existsSync(file)) shrink(file);
  const { host, port } = unguessableAddress();
  const options = ["--host", host, "--port", String(port), ...(file ? ["--db-path", file] : [])];
  const child = spawn("/bin/sh", ["-c", endingWithParent, program, ...options], { stdio: ["pipe", "ignore", "pipe"] });
  child.once("exit", () => child.stdin.end("\n"));
  // The pipe breaks when the shell has ended before.
  child.stdin.on("error", () => {});
  const endpointIn = (output: string) => (output.includes("listening on") ? `http://${host}:${port}` : undefined);
  try {
    return await superviseEngine({ name: "dynoxide", child, endpointIn, ...(lock && { lock }) });
  } catch (error) {
    // Another program may have the port, or have had it for a moment.
    if (tries > 1 && String(error).includes("already in use")) return startDynoxide(program, folder, tries - 1);
    throw error;
  }
}

/** The engine never shrinks its file, of which a deletion or an undo may leave the larger part free. */
function shrink(file: string): void {
  using database = new DatabaseSync(file);
  const pages = database.prepare(
    "SELECT freelist_count free, page_count whole FROM pragma_freelist_count, pragma_page_count",
  );
  const { free, whole } = pages.get() ?? {};
  if (Number(free) <= Number(whole) / 2) return;
  try {
    database.exec("VACUUM");
  } catch (error) {
    console.warn(`${file} stays as large as it is: ${error}`);
  }
}

/**
 * The engine accepts requests of every web page (it answers `access-control-allow-origin: *`) with any credentials. A random
 * address among the sixteen million of the loopback network is one that a page cannot find.
 */
function unguessableAddress(): { host: string; port: number } {
  const part = () => randomInt(1, 255);
  // The port is below those that systems choose by themselves.
  return { host: `127.${part()}.${part()}.${part()}`, port: randomInt(10_000, 30_000) };
}
