/** One process a data folder: a file names the process that serves it, and one that outlived its parent is stopped. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** A live program serves this folder already. */
export class DataFolderInUseError extends Error {
  constructor(file: string, owner: number) {
    super(`process ${owner} serves this data folder already (${file}). Stop it, or choose another folder.`);
    this.name = "DataFolderInUseError";
  }
}

export interface DataFolderClaim {
  /** Names the process that serves the folder from now on, as a child of this one. */
  write(processId: number): void;
  release(): void;
}

/**
 * Makes sure that nobody serves the folder: a process left over by a parent that was killed is given a moment to notice, then killed.
 * `mark` is a part of its command line that only it has; a process that has taken over its number is not touched.
 */
export async function claimDataFolder(file: string, mark: string): Promise<DataFolderClaim> {
  const [served, owner] = readNumbers(file);
  if (served !== undefined && owner !== undefined && commandLine(served).includes(mark)) {
    if (isAlive(owner)) throw new DataFolderInUseError(file, owner);
    await waitForEnd(served, mark);
  }
  return {
    write: (processId) => writeFileSync(file, `${processId} ${process.pid}\n`),
    release: () => rmSync(file, { force: true }),
  };
}

async function waitForEnd(processId: number, mark: string): Promise<void> {
  for (const signal of [0, "SIGTERM", "SIGKILL"] as const) {
    if (signal !== 0) sendSignal(processId, signal);
    for (let wait = 0; wait < 20; wait += 1) {
      if (!commandLine(processId).includes(mark)) return;
      await pause(50);
    }
  }
  throw new Error(`process ${processId} does not end`);
}

/** Whoever has ended in the meantime needs no signal. */
function sendSignal(processId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(processId, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function readNumbers(file: string): number[] {
  try {
    return readFileSync(file, "utf8").trim().split(" ").map(Number);
  } catch {
    return [];
  }
}

/** A process that has ended but that nobody has asked about keeps its number, though not its command line. */
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

/** For systems without /proc. */
function askPs(processId: number): string {
  try {
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(processId)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}
