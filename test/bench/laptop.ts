/** What `npm start` takes of a laptop: memory, disk, and time until the first answer. Linux only. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { chooseFreePort } from "../../infra/local/stack/data-folder.ts";
import { printableToken } from "../../infra/local/token.ts";
import { writeCard } from "../../shared/vcard/write-card.ts";
import { benchContact, benchTime } from "./account.ts";
import { type Target, thousands } from "./table.ts";

const size = 5_000;
/** The first start compiles. Of the others the shortest one counts, because other work of the machine only adds time. */
const earlierStarts = 3;
/** Megabytes, and seconds of a start that is not the first one. */
const goals = { memory: 400, memoryAfter: 700, seconds: 3, disk: 54 };

export async function benchLaptop(): Promise<Target[]> {
  if (process.platform !== "linux") {
    console.log("\nThe memory of `npm start` is measured on Linux only.");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "bench-laptop-"));
  try {
    const starts: number[] = [];
    for (let run = 0; run < earlierStarts; run++) {
      const { npm, seconds } = await start(folder);
      starts.push(seconds);
      await stop(npm);
    }
    const { npm, port, seconds } = await start(folder);
    const memory = memoryOf(npm);
    await importCards(folder, port);
    const memoryAfter = memoryOf(npm);
    await stop(npm);
    const judge = (access: string, value: number, limit: number, unit: string): Target => ({
      access,
      limit: `at most ${limit} ${unit}`,
      measured: `${value.toFixed(unit === "s" ? 1 : 0)} ${unit}`,
      isReached: value <= limit,
    });
    const afterImport = `after an import of ${thousands(size)} contacts`;
    return [
      judge("npm start, first answer", Math.min(seconds, ...starts), goals.seconds, "s"),
      judge("npm start, memory after the first answer", memory, goals.memory, "MB"),
      judge(`npm start, memory ${afterImport}`, memoryAfter, goals.memoryAfter, "MB"),
      judge(`npm start, disk ${afterImport}`, bytesBelow(join(folder, "data")) / 1e6, goals.disk, "MB"),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function start(folder: string) {
  const port = await chooseFreePort();
  const begin = performance.now();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, "data") };
  const npm = spawn("npm", ["start"], { cwd: projectRoot, env, stdio: ["ignore", "ignore", "inherit"] });
  while (!(await fetch(`http://localhost:${port}/health/live`).catch(() => undefined))?.ok) {
    if (npm.exitCode !== null) throw new Error("npm start has ended");
    await pause(20);
  }
  return { npm, port, seconds: (performance.now() - begin) / 1_000 };
}

async function stop(npm: ChildProcess): Promise<void> {
  const ended = once(npm, "exit");
  npm.kill("SIGTERM");
  await ended;
}

async function importCards(folder: string, port: number): Promise<void> {
  const file = join(folder, "book.vcf");
  const cards = Array.from({ length: size }, (_, n) => writeCard(benchContact("bench", n, benchTime, 1), "4.0"));
  writeFileSync(file, cards.join(""));
  const env = {
    ...process.env,
    PORT: String(port),
    IMPORT_KEY: await printableToken("bench@example.com", String(port)),
  };
  await promisify(execFile)(process.execPath, ["infra/operations/import/import.ts", file], { cwd: projectRoot, env });
}

/** Megabytes of a process and all below it. What processes share is counted once ("smaps_rollup", proc(5)). */
function memoryOf({ pid }: ChildProcess): number {
  const parents = new Map(
    readdirSync("/proc").flatMap((name) => {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`)) ?? [];
      return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
    }),
  );
  const tree = new Set([pid]);
  // A set also iterates over what is added meanwhile.
  for (const one of tree) for (const [child, parent] of parents) if (parent === one) tree.add(child);
  const kilobytes = [...tree].map((one) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/** Empty for what is no process, or has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
