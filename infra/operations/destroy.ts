/**
 * `npm run destroy -- --stage staging`: says what stays when the stack is deleted, and how a later deployment uses it again. With
 * `--confirm staging`, it then turns termination protection off and runs the CDK CLI. It deletes nothing else.
 */
import { CloudFormationClient, UpdateTerminationProtectionCommand } from "@aws-sdk/client-cloudformation";
import { runCdk } from "./cdk.ts";
import { OperationError, orExplain, readCommandLine } from "./command-line.ts";
import { checkAccess, type DeployedStack, findStack } from "./preflight/ask-account.ts";
import { report } from "./preflight/finding.ts";
import { attachables, ownIdentity } from "./template.ts";

const flags = { confirm: { type: "string" } } as const;

/** The resources that stay, as the options that attach them again, each with its value. */
export function staying({ template, outputs }: DeployedStack): [option: string, value: string][] {
  const identity = ownIdentity(template);
  return [
    // A first deployment that failed has no outputs.
    ...attachables(template).flatMap(({ option, output }): [string, string][] => {
      const value = outputs.get(output);
      return value === undefined ? [] : [[option, value]];
    }),
    ...(identity === undefined ? [] : [["mailIdentity", identity] satisfies [string, string]]),
  ];
}

/** The text that is printed before anything is deleted. */
export function explain(stage: string, stack: DeployedStack): string {
  const protection = stack.isProtected ? "Termination protection is on, and is turned off first.\n" : "";
  if (stack.status === "ROLLBACK_COMPLETE") return `${protection}The first deployment failed, and left no data.`;
  const options = staying(stack).map(([option, value]) => `--${option} ${value}`);
  const sender = ownIdentity(stack.template);
  // An identity is accepted only together with the sender.
  const again = sender === undefined ? options : [...options, `--mailSender ${sender}`];
  return `${protection}These stay, with everything that is in them, and cost what they store:
${options.map((option) => `  ${option}`).join("\n")}
To use them again:
  npm run deploy -- --stage ${stage} ${again.join(" ")}
The buckets of imports and of the canary's reports stay, too. Their objects expire, and a later deployment makes new buckets.
Everything else is deleted: the API with its address, functions, logs, alarms, queues and the cache table.`;
}

if (import.meta.main) {
  await orExplain(async () => {
    const { settings, stackName, context, flags: found } = readCommandLine(process.argv.slice(2), flags);
    const { stage } = settings;
    const { region, findings } = await checkAccess(process.env);
    report(findings, "Nothing was deleted.");
    const client = new CloudFormationClient({ region });
    const stack = await findStack(client, stackName);
    if (!stack) throw new OperationError(`There is no stack ${stackName} in ${region}.`);
    console.log(explain(stage, stack));
    if (found.confirm !== stage) {
      throw new OperationError(`Nothing was deleted. To delete ${stackName}, add: --confirm ${stage}`);
    }
    if (stack.isProtected) {
      const turnOff = { StackName: stackName, EnableTerminationProtection: false };
      await client.send(new UpdateTerminationProtectionCommand(turnOff));
    }
    await runCdk(["destroy", stackName, "--force", ...context], region);
  });
}
