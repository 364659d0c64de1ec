/** The CDK CLI that the lockfile pins, and the cloud assembly that it writes. */
import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { CloudAssembly } from "aws-cdk-lib/cx-api";
import { projectRoot } from "../cloud/function/bundling.ts";
import { OperationError } from "./command-line.ts";
import type { StackTemplate } from "./template.ts";

/** The folder that `cdk synth` writes to. The deployment reads the folder, too, so that it deploys exactly what was checked. */
export const assemblyFolder = "cdk.out";

/** The parts of a synthesised stack that the preflight needs. */
export interface Assembly {
  stackName: string;
  template: StackTemplate;
  templateBytes: number;
  /** The version of the bootstrap stack that a deployment needs at least. */
  bootstrapVersion: number;
  /** The name of the parameter with the version in the account. */
  bootstrapParameter: string;
}

/** Runs the CDK CLI with this terminal. Throws `OperationError` if it fails; the CLI has printed why. */
export async function runCdk(args: readonly string[], region: string): Promise<void> {
  const cli = createRequire(import.meta.url).resolve("aws-cdk/bin/cdk");
  // The CLI would look for a region in more places than the SDK, and take its own default.
  const env = { ...process.env, AWS_REGION: region };
  const child = spawn(process.execPath, [cli, ...args], { cwd: projectRoot, env, stdio: "inherit" });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
  if (code !== 0) throw new OperationError(`cdk ${args[0]} failed.`);
}

/** The outputs of a deployment with `--outputs-file`, by name. */
export function readOutputs(stackName: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(`${projectRoot}${assemblyFolder}/outputs.json`, "utf8"))[stackName];
}

export function readAssembly(stackName: string, folder = `${projectRoot}${assemblyFolder}`): Assembly {
  const stack = new CloudAssembly(folder).getStackByName(stackName);
  return {
    stackName,
    template: stack.template as StackTemplate,
    templateBytes: statSync(stack.templateFullPath).size,
    bootstrapVersion: stack.requiresBootstrapStackVersion ?? 0,
    bootstrapParameter: stack.bootstrapStackVersionSsmParameter ?? "",
  };
}
