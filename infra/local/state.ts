/** What a running local stack tells about itself: a small file in its data folder. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { isAlive } from "./process-file.ts";

const stackState = z.object({
  /** Where the API answers. */
  baseUrl: z.url(),
  /** The issuer of session tokens. */
  issuerUrl: z.url(),
  /** The process of the stack. */
  pid: z.int().positive(),
});
export type StackState = z.output<typeof stackState>;

export const defaultDataDir = ".local";

export function writeStackState(dataDir: string, state: StackState): void {
  mkdirSync(dataDir, { recursive: true });
  const file = fileIn(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** The stack that runs on this folder; nothing where none does, also where one was killed and left its file. */
export function readStackState(dataDir: string): StackState | undefined {
  const state = stackState.safeParse(readJson(fileIn(dataDir)));
  return state.success && isAlive(state.data.pid) ? state.data : undefined;
}

export function removeStackState(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(dataDir, "stack.json");
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
