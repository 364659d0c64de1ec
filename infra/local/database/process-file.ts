/** Keeps a data folder to one process: a file names the process that uses it. A process that outlived its parent is stopped. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** A live program uses this folder already. */
export class DataFolderInUseError extends Error {
  override readonly name = "DataFolderInUseError";

  constructor(file: string, owner: number) {
    super(`process ${owner} serves this data folder already (${file}). Stop it, or choose another folder.`);
  }
}

export interface DataFolderLock {
  /** Names the child process that uses the folder from now on. */
  write(processId: number): void;
  release(): void;
}

/**
 * Makes sure that no process uses the folder. A process whose parent was killed has a moment to end, then it is killed.
 * `mark` is a part of its command line that no other process has: a process that has the same number by chance is left alone.
 */
export async function lockDataFolder(file: string, mark: string): Promise<DataFolderLock> {
  const [user, parent] = readNumbers(file);
  if (user !== undefined && parent !== undefined && commandLine(user).includes(mark)) {
    if (isAlive(parent)) throw new DataFolderInUseError(file, parent);
    await waitForEnd(user, mark);
  }
  return {
    write: (processId) => writeFileSync(file, `${processId} ${process.pid}\n`),
    release: () => rmSync(file, { force: true }),
  };
}

async function waitForEnd(processId: number, mark: string): Promise<void> {
  for (let attempt = 0; commandLine(processId).includes(mark); attempt += 1) {
    if (attempt === 40) process.kill(processId, "SIGKILL");
    if (attempt > 80) throw new Error(`process ${processId} does not end`);
    await pause(50);
  }
}

function readNumbers(file: string): number[] {
  try {
    return readFileSync(file, "utf8").trim().split(" ").map(Number);
  } catch {
    return [];
  }
}

/** A process that has ended keeps its number until its parent asks about it, but not its command line. */
export function isAlive(processId: number): boolean {
  return commandLine(processId) !== "";
}

/** Empty when there is no such process. */
function commandLine(processId: number): string {
  if (!existsSync("/proc/self/cmdline")) return askPs(processId);
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Serves systems without /proc. */
function askPs(processId: number): string {
  try {
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(processId)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}
