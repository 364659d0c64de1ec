/** Reads the options of `npm run deploy` and `npm run destroy`: the settings of the stack, and the flags of the command. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readSettings, type Settings, settingNames } from "../cloud/settings.ts";

export interface CommandLine {
  settings: Settings;
  stackName: string;
  /** The options that the command line names, as the CDK CLI takes them: `-c name=value`. */
  context: string[];
  /** The flags of the command. */
  flags: Readonly<Record<string, string | boolean | undefined>>;
}

type Flags = Readonly<Record<string, { type: "boolean" | "string" }>>;

/** Says to the person at the terminal what is wrong. */
export class OperationError extends Error {}

/** `defaults` are the values in `cdk.json`, which the command line overrides. Throws `OperationError`. */
export function readCommandLine(
  args: readonly string[],
  flags: Flags,
  defaults: Readonly<Record<string, unknown>> = contextOfFile(),
): CommandLine {
  try {
    const found = parse(args, flags);
    const named = settingNames.filter((name) => found[name] !== undefined);
    const settings = readSettings({ tryGetContext: (name) => found[name] ?? defaults[name] });
    return {
      settings,
      stackName: `contacts-${settings.stage}`,
      context: named.flatMap((name) => ["-c", `${name}=${found[name]}`]),
      flags: found,
    };
  } catch (fault) {
    throw fault instanceof Error ? new OperationError(fault.message) : fault;
  }
}

function parse(args: readonly string[], flags: Flags): CommandLine["flags"] {
  const options = { ...Object.fromEntries(settingNames.map((name) => [name, { type: "string" as const }])), ...flags };
  const { values, tokens } = parseArgs({ args: [...args], options, tokens: true });
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  // The parser would silently take the last one.
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new OperationError(`--${twice} is there twice. Separate the values of a list by commas.`);
  return values as CommandLine["flags"];
}

function contextOfFile(): Record<string, unknown> {
  const file = new URL("../../cdk.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { context: Record<string, unknown> }).context;
}

/** Prints errors that the person at the terminal can correct as a sentence. */
export async function orExplain(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (fault) {
    if (!(fault instanceof OperationError)) throw fault;
    console.error(fault.message);
    process.exitCode = 1;
  }
}
