/** dynoxide as a child process: one static binary, which keeps its data in one SQLite file. */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type EngineProcess, superviseEngine } from "./engine-process.ts";
import { claimDataFolder } from "./process-file.ts";

/** In the data folder. */
export const dynoxideFile = "dynoxide.db";

/**
 * Becomes the engine, beside a shell that reads the pipe from the parent: at its end, which comes when the parent is gone, be it killed,
 * the engine is killed. A line, which the parent writes when the engine has ended, ends the shell alone.
 */
const endingWithParent = `exec 3<&0; (read -r _ <&3 || kill -9 $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&-`;

/** Runs the binary at this path; without a folder in memory. */
export async function startDynoxide(program: string, folder?: string): Promise<EngineProcess> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const file = folder && join(folder, dynoxideFile);
  const claim = file && (await claimDataFolder(join(folder, "dynoxide.pid"), file));
  const { host, port } = unguessableAddress();
  const options = ["--host", host, "--port", String(port), ...(file ? ["--db-path", file] : [])];
  const child = spawn("/bin/sh", ["-c", endingWithParent, program, ...options], { stdio: ["pipe", "ignore", "pipe"] });
  child.once("exit", () => child.stdin?.end("\n"));
  // The pipe breaks when the shell has ended first.
  child.stdin?.on("error", () => {});
  const endpointIn = (output: string) => (output.includes("listening on") ? `http://${host}:${port}` : undefined);
  return superviseEngine({ name: "dynoxide", child, endpointIn, ...(claim && { claim }) });
}

/**
 * The engine takes requests of every web page (it answers `access-control-allow-origin: *`) with any credentials. So its address is chosen
 * by chance among the sixteen million of the loopback network: a page can't find it by trying.
 */
function unguessableAddress(): { host: string; port: number } {
  const part = () => randomInt(1, 255);
  // Below the ports that systems hand out by themselves.
  return { host: `127.${part()}.${part()}.${part()}`, port: randomInt(10_000, 30_000) };
}
