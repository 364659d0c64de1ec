/** DynamoDB Local, Amazon's own emulator, as a child process. It needs Java. Its licence allows development and test only. */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../install-packages.ts";
import { loopbackAddress } from "../server/loopback.ts";
import { type EngineProcess, superviseEngine } from "./engine-process.ts";
import { lockDataFolder } from "./process-file.ts";

/**
 * Without a folder the data are in memory. In a folder, every access key and region has a database file of its own. Throws
 * `JavaMissingError`, or `DataFolderInUseError` when a live process uses the folder.
 */
export async function startDynamoDbLocal(dataDir?: string): Promise<EngineProcess> {
  await requireJava();
  await installDynamoDbLocal();
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "dynamodb-local-"));
  mkdirSync(folder, { recursive: true });
  const configuration = join(folder, "dynamodb-local.xml");
  const lock = await lockDataFolder(join(folder, "dynamodb-local.pid"), configuration);
  writeFileSync(configuration, serverXml(dataDir === undefined));
  const emulator = join(packages, "node_modules/amplify-dynamodb-simulator/emulator");
  const options = [
    // A JVM with these options is ready sooner and smaller, and as quick under the load of one developer.
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    `-Djava.library.path=${join(emulator, "DynamoDBLocal_lib")}`,
    "-cp",
    join(emulator, "DynamoDBLocal.jar"),
    "org.eclipse.jetty.xml.XmlConfiguration",
    configuration,
  ];
  const env = { ...process.env, DDB_LOCAL_TELEMETRY: "0" };
  const child = spawn("java", options, { cwd: folder, stdio: ["pipe", "pipe", "pipe"], env });
  // After a failed start, worker threads would keep the JVM alive.
  child.stderr.on("data", (text) => String(text).includes('Exception in thread "main"') && child.kill("SIGKILL"));
  const endpointIn = (output: string) => {
    const port = /^listening (\d+)/m.exec(output)?.[1];
    return port && `http://${loopbackAddress}:${port}`;
  };
  const engine = await superviseEngine({ name: "DynamoDB Local", child, endpointIn, lock });
  if (dataDir !== undefined) return engine;
  return { ...engine, stop: () => engine.stop().finally(() => rmSync(folder, { recursive: true, force: true })) };
}

/** A folder of packages of its own, because it is 65 MB that only other platforms and the second engine of the tests need. */
const packages = fileURLToPath(new URL("dynamodb-local", import.meta.url));

/** Installs the emulator where it is missing. */
export function installDynamoDbLocal(): Promise<void> {
  return installPackages(packages);
}

const oldestJava = 17;

/** There is no usable Java on PATH. */
export class JavaMissingError extends Error {
  override readonly name = "JavaMissingError";

  constructor(found: string) {
    super(
      `DynamoDB Local, which is the database where there is no dynoxide for the platform, needs Java ${oldestJava} or newer: apt-get install openjdk-17-jre-headless (or your system's equivalent). Found: ${found}.`,
    );
  }
}

/** Runs `command -version`. Throws `JavaMissingError` where there is no Java, or one that is too old. */
export function requireJava(command = "java"): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, ["-version"], { timeout: 20_000 }, (_error, stdout, stderr) => {
      // Java 8 says "1.8.0".
      const [, version = "none"] = /version "([^"]+)"/.exec(stderr + stdout) ?? [];
      if (Number.parseInt(version, 10) >= oldestJava) resolve();
      else reject(new JavaMissingError(version));
    });
  });
}

/**
 * DynamoDB Local's own command line listens on every address of the machine and accepts any credentials. So this
 * configuration of Jetty, which is in the same jar, puts the same handlers behind a connector of the loopback address.
 *
 * The process prints `listening <port>` when it is ready. Then it reads its standard input, to which nobody writes, and
 * exits at its end, which comes when the parent is gone. Arguments of the request handler: a number that is not used, in
 * memory, the folder (absent in memory), one database for all credentials, slow table states. The last argument of the
 * server handler names the web origins that may call; without it, all may.
 */
function serverXml(inMemory: boolean): string {
  const server = "com.amazonaws.services.dynamodbv2.local.server";
  return `<?xml version="1.0"?>
<!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "http://www.eclipse.org/jetty/configure_9_3.dtd">
<Configure id="server" class="org.eclipse.jetty.server.Server">
  <Call name="addConnector">
    <Arg>
      <New id="connector" class="org.eclipse.jetty.server.ServerConnector">
        <Arg name="server"><Ref refid="server"/></Arg>
        <Set name="host">${loopbackAddress}</Set>
        <Set name="port">0</Set>
      </New>
    </Arg>
  </Call>
  <Set name="handler">
    <New class="org.eclipse.jetty.server.handler.ContextHandler">
      <Set name="handler">
        <New class="${server}.LocalDynamoDBServerHandler">
          <Arg>
            <New class="${server}.LocalDynamoDBRequestHandler">
              <Arg type="int">0</Arg>
              <Arg type="boolean">${inMemory}</Arg>
              ${inMemory ? "<Arg/>" : "<Arg>.</Arg>"}
              <Arg type="boolean">false</Arg>
              <Arg type="boolean">false</Arg>
            </New>
          </Arg>
          <Arg>http://localhost</Arg>
        </New>
      </Set>
    </New>
  </Set>
  <Call name="start"/>
  <Ref refid="connector"><Get id="port" name="localPort"/></Ref>
  <Get class="java.lang.System" name="out">
    <Call name="print"><Arg type="String">listening </Arg></Call>
    <Call name="println"><Arg type="int"><Ref refid="port"/></Arg></Call>
  </Get>
  <Get class="java.lang.System" name="in"><Call name="read"/></Get>
  <Call class="java.lang.System" name="exit"><Arg type="int">0</Arg></Call>
</Configure>
`;
}
