/** Starts and stops the process of a database engine. An engine ends by itself when the pipe from its parent ends. */
import type { ChildProcess } from "node:child_process";
import type { DataFolderLock } from "./process-file.ts";

export interface EngineProcess {
  endpoint: string;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface EngineStart {
  /** For messages. */
  name: string;
  child: ChildProcess;
  /** The endpoint, when the output of the process (both streams) says that it accepts requests; before that undefined. */
  endpointIn: (output: string) => string | undefined;
  /** Absent for data in memory. */
  lock?: DataFolderLock;
}

const startLimitMilliseconds = 30_000;
const stopLimitMilliseconds = 3_000;

/** Resolves when the engine accepts requests. Rejects with the last lines of its output when it does not start. */
export async function superviseEngine({ name, child, endpointIn, lock }: EngineStart): Promise<EngineProcess> {
  lock?.write(child.pid ?? 0);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), stopLimitMilliseconds);
    await ended;
    clearTimeout(kill);
    lock?.release();
  };
  try {
    return { endpoint: await readEndpoint(name, child, endpointIn), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readEndpoint(name: string, child: ChildProcess, endpointIn: EngineStart["endpointIn"]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const limit = setTimeout(() => fail("did not start in time"), startLimitMilliseconds);
    const fail = (problem: string): void => {
      clearTimeout(limit);
      reject(new Error(`${name} ${problem}: ${lastLines(output)}`));
    };
    child.once("error", (error) => fail(error.message));
    child.once("close", () => fail("ended"));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-20_000);
        const endpoint = endpointIn(output);
        if (endpoint === undefined) return;
        clearTimeout(limit);
        resolve(endpoint);
      });
    }
  });
}

function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("\t"));
  return lines.slice(-5).join(" | ");
}
