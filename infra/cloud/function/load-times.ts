/**
 * The processor time that a new process needs to load a bundle, as a multiple of what a bundle with only the document client
 * needs. Times depend on the machine and on its other work. The ratios of interleaved runs hardly do.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { build } from "esbuild";
import { readSettings } from "../settings.ts";
import { ServiceStack } from "../stack.ts";
import { codeOptions, projectRoot } from "./bundling.ts";

/** The largest ratios that are accepted. The authorizer runs before every request, and must not make it wait. */
const goals: Readonly<Record<string, number>> = {
  authorizer: 1,
  contacts: 1.4,
  groups: 1.4,
  imports: 1.4,
  "import-parser": 1.5,
};
const goalOfOthers = 1.25;

export interface LoadTime {
  /** Milliseconds of user and system time until the handler can be called. */
  milliseconds: number;
  ratio: number;
  goal: number;
}

const runs = 9;
const documentClient = "the document client";

/** Imports each file in new processes, with the variables of its function. The result has the medians. */
export async function measureLoads(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, LoadTime>> {
  const folder = mkdtempSync(join(tmpdir(), "loads-"));
  try {
    const loader = join(folder, "loader.mjs");
    writeFileSync(loader, loaderCode);
    const environments = environmentsOfFunctions();
    const measured = [[documentClient, await bundleDocumentClient(folder)] as const, ...files];
    const times = new Map(measured.map(([name]) => [name, [] as number[]]));
    for (let run = 0; run < runs; run += 1) {
      for (const [name, file] of measured) {
        const env = { ...environments.get(name), ...runtimeVariables };
        times.get(name)?.push(Number(execFileSync(process.execPath, [loader, file], { env })) / 1000);
      }
    }
    const floor = median(times.get(documentClient) ?? []);
    return new Map(
      [...files.keys()].map((name) => {
        const milliseconds = median(times.get(name) ?? []);
        return [name, { milliseconds, ratio: milliseconds / floor, goal: goals[name] ?? goalOfOthers }];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The process measures itself, so that its end does not count. Lambda's runtime also imports the code after Node has started. */
const loaderCode = `
await import(process.argv[2]);
const { user, system } = process.cpuUsage();
process.stdout.write(String(user + system));
`;

/** The variables that Lambda adds to the environment of every function. No network connection uses them here. */
const runtimeVariables = {
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "none",
  AWS_SECRET_ACCESS_KEY: "none",
  AWS_SESSION_TOKEN: "none",
};

/** The packages as they are published, so that the measure stays the same when functions leave more of them out. */
async function bundleDocumentClient(folder: string): Promise<string> {
  const outfile = join(folder, "document-client.mjs");
  const contents = `
    import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
    import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
    export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));`;
  const stdin = { contents, resolveDir: projectRoot };
  await build({ ...codeOptions, alias: {}, stdin, outfile });
  return outfile;
}

/** The variables that the stack sets, by function. Names of resources are the word "resource". */
function environmentsOfFunctions(): ReadonlyMap<string, Record<string, string>> {
  const app = new App({ context: { "aws:cdk:bundling-stacks": [] } });
  const stack = new ServiceStack(app, "contacts", { ...readSettings(app.node), gitSha: "0000000" });
  const functions = stack.node.findAll().filter((node) => node instanceof CfnFunction);
  return new Map(
    functions.map(({ functionName, environment }) => {
      const { variables = {} } = (stack.resolve(environment) ?? {}) as { variables?: Record<string, unknown> };
      const texts = Object.entries(variables).map(([name, value]) => [name, textOf(value)]);
      return [String(functionName).replace(`${stack.stackName}-`, ""), Object.fromEntries(texts)];
    }),
  );
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const { "Fn::Join": parts } = value as { "Fn::Join"?: [string, unknown[]] };
  return parts ? parts[1].map(textOf).join(parts[0]) : "resource";
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
