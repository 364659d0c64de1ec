/** DynamoDB Local, Amazon's own emulator, as a child process. Its licence allows development and test only. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve as resolvePath } from "node:path";
import { dynamoDbLocalXml } from "./dynamodb-local-xml.ts";
import { requireJava } from "./java.ts";
import { PortTakenError } from "./loopback.ts";
import { claimDataFolder } from "./process-file.ts";

export interface DynamoDbLocal {
  endpoint: string;
  port: number;
  stop(): Promise<void>;
}

export interface DynamoDbLocalOptions {
  /** Absent or 0: a free one. */
  port?: number;
  /** Absent: in memory. Else the folder is made if need be; every access key and region has a database file of its own. */
  dataDir?: string;
  /** The program to run, by name or path. */
  java?: string;
}

const startLimitMilliseconds = 30_000;

/**
 * Starts the emulator and waits until it answers. It listens on the loopback address only, and ends with this process, however that ends.
 * Throws `JavaMissingError`, `PortTakenError`, or `DataFolderInUseError` when a live process serves the same folder.
 */
export async function startDynamoDbLocal(options: DynamoDbLocalOptions = {}): Promise<DynamoDbLocal> {
  const { port = 0, java = "java" } = options;
  await requireJava(java);
  const folder = options.dataDir ? resolvePath(options.dataDir) : mkdtempSync(join(tmpdir(), "dynamodb-local-"));
  mkdirSync(folder, { recursive: true });
  const configuration = join(folder, "dynamodb-local.xml");
  const claim = await claimDataFolder(join(folder, "dynamodb-local.pid"), configuration);
  writeFileSync(configuration, dynamoDbLocalXml({ port, inMemory: options.dataDir === undefined }));

  const jvm = spawnJvm(java, folder, configuration);
  claim.write(jvm.pid ?? 0);
  const kill = (): void => void jvm.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<void>((resolve) => jvm.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    jvm.kill("SIGTERM");
    const stubborn = setTimeout(kill, 3_000);
    await ended;
    clearTimeout(stubborn);
    process.off("exit", kill);
    claim.release();
    if (options.dataDir === undefined) rmSync(folder, { recursive: true, force: true });
  };

  try {
    const actual = await readPort(jvm, port);
    return { endpoint: `http://127.0.0.1:${actual}`, port: actual, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function spawnJvm(java: string, folder: string, configuration: string): ChildProcess {
  const emulator = join(
    dirname(createRequire(import.meta.url).resolve("amplify-dynamodb-simulator/package.json")),
    "emulator",
  );
  return spawn(
    java,
    [
      // Ready sooner and smaller, at the same speed under the load of one developer.
      "-XX:TieredStopAtLevel=1",
      "-XX:+UseSerialGC",
      `-Djava.library.path=${join(emulator, "DynamoDBLocal_lib")}`,
      "-cp",
      join(emulator, "DynamoDBLocal.jar"),
      "org.eclipse.jetty.xml.XmlConfiguration",
      configuration,
    ],
    // Its standard input stays open for as long as this process lives: see the end of the configuration.
    { cwd: folder, stdio: ["pipe", "pipe", "pipe"], env: { ...process.env, DDB_LOCAL_TELEMETRY: "0" } },
  );
}

/** The emulator prints its port once it accepts requests. */
function readPort(jvm: ChildProcess, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    let errors = "";
    const limit = setTimeout(() => fail("did not start in time"), startLimitMilliseconds);
    const fail = (what: string): void => {
      clearTimeout(limit);
      const inUse = errors.includes("Address already in use");
      reject(
        inUse
          ? new PortTakenError("DynamoDB Local", wanted)
          : new Error(`DynamoDB Local ${what}: ${lastLines(errors)}`),
      );
    };
    jvm.once("error", (error) => fail(error.message));
    jvm.once("close", () => fail("ended"));
    jvm.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-20_000);
      // Its worker threads keep a JVM alive whose start failed.
      if (errors.includes('Exception in thread "main"')) jvm.kill("SIGKILL");
    });
    jvm.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000);
      const port = /^listening (\d+)/m.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(limit);
      resolve(Number(port));
    });
  });
}

function lastLines(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("\t"));
  return lines.slice(-5).join(" | ");
}
