/** DynamoDB Local, Amazon's own emulator, as a child process. Its licence allows development and test only. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dynamoDbLocalXml } from "./dynamodb-local-xml.ts";
import { type EngineProcess, superviseEngine } from "./engine-process.ts";
import { requireJava } from "./java.ts";
import { loopbackAddress } from "./loopback.ts";
import { claimDataFolder, type DataFolderClaim } from "./process-file.ts";

/**
 * Without a folder in memory; else every access key and region has a database file of its own there. `java` is the program to run, by name or
 * path. Throws `JavaMissingError`, or `DataFolderInUseError` when a live process serves the same folder.
 */
export async function startDynamoDbLocal(dataDir?: string, java = "java"): Promise<EngineProcess> {
  await requireJava(java);
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "dynamodb-local-"));
  mkdirSync(folder, { recursive: true });
  const configuration = join(folder, "dynamodb-local.xml");
  const claim = await claimDynamoDbLocalFolder(folder);
  writeFileSync(configuration, dynamoDbLocalXml({ inMemory: dataDir === undefined }));
  const child = spawnJvm(java, folder, configuration);
  // Its worker threads keep a JVM alive whose start failed.
  child.stderr?.on("data", (text) => String(text).includes('Exception in thread "main"') && child.kill("SIGKILL"));
  const endpointIn = (output: string) => {
    const port = /^listening (\d+)/m.exec(output)?.[1];
    return port && `http://${loopbackAddress}:${port}`;
  };
  const engine = await superviseEngine({ name: "DynamoDB Local", child, endpointIn, claim });
  if (dataDir !== undefined) return engine;
  return { ...engine, stop: () => engine.stop().finally(() => rmSync(folder, { recursive: true, force: true })) };
}

/** Throws `DataFolderInUseError` while a live process has the engine serve this folder; one left over is stopped. */
export function claimDynamoDbLocalFolder(folder: string): Promise<DataFolderClaim> {
  return claimDataFolder(join(folder, "dynamodb-local.pid"), join(folder, "dynamodb-local.xml"));
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
