/**
 * `npm start`: the whole service on this machine, until Ctrl-C. PORT (3000) and DATA_DIR (.local) are settings, besides those of
 * `startStack`; `--logs` shows every log line.
 */
import { resolve } from "node:path";
import { type Log, logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { DatabaseEngineError } from "./database/database.ts";
import { JavaMissingError } from "./database/dynamodb-local.ts";
import { DataFolderInUseError } from "./database/process-file.ts";
import { PortTakenError } from "./server/loopback.ts";
import { NotReadyError } from "./stack/functions.ts";
import { readForeignIssuer, readPort, SettingError } from "./stack/local-settings.ts";
import { type LocalStack, startStack } from "./stack/stack.ts";

const defaultPort = 3000;
const defaultDataDir = ".local";
/** Milliseconds in which everything must have stopped. */
const stopLimit = 4_500;

/** Errors of the service are always shown. The other log lines would hide them. */
const showErrors: Log = (line) => line.level === "error" && logToStandardOutput(line);

let stack: LocalStack | undefined;
let stopping = false;
process.on("SIGINT", () => void stop());
process.on("SIGTERM", () => void stop());

try {
  const port = readPort(process.env, defaultPort);
  const dataDir = resolve(process.env.DATA_DIR || defaultDataDir);
  console.log(`Starting; data are kept in ${dataDir}`);
  stack = await startStack({ port, dataDir, log: process.argv.includes("--logs") ? logToStandardOutput : showErrors });
  console.log(banner(stack));
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}

/** A second signal, or a stop that takes too long, ends the process and its child processes at once. */
async function stop(): Promise<void> {
  if (stopping || !stack) process.exit(130);
  stopping = true;
  setTimeout(() => process.exit(1), stopLimit).unref();
  await stack.stop();
  process.exit(0);
}

function banner({ baseUrl, catchesMail }: LocalStack): string {
  const { port, pathname } = new URL(baseUrl);
  const portSetting = port === String(defaultPort) ? "" : `PORT=${port} `;
  const stageSetting = pathname === "/" ? "" : `STAGE_PATH=${pathname} `;
  const command = `${stageSetting}${portSetting}npm run --silent token -- alice@example.com`;
  return `
App    ${baseUrl}/app
API    ${baseUrl}
Docs   ${baseUrl}/docs
${catchesMail ? `Mail   ${baseUrl}/docs/mail\n` : ""}${readForeignIssuer(process.env) ? "" : `Token  ${command}\n`}Logs   npm start -- --logs (errors are always shown)

Stop with Ctrl-C.
`;
}

/** Errors that the person at the terminal can correct are shown as a sentence, all others with their stack. */
function reasonOf(error: unknown): unknown {
  const known = [
    DatabaseEngineError,
    JavaMissingError,
    PortTakenError,
    DataFolderInUseError,
    NotReadyError,
    SettingError,
  ].some((kind) => error instanceof kind);
  return known && error instanceof Error ? error.message : error;
}
