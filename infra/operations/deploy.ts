/**
 * `npm run deploy -- --stage prod --allowedOrigins https://app.example.com`: says everything that is wrong or missing, then runs
 * the CDK CLI. `--dry-run` deploys nothing; `--yes` approves changes of permissions without a question; with `--ignore-alarms`,
 * alarms do not roll an update back.
 */
import type { Settings } from "../cloud/settings.ts";
import { type Assembly, assemblyFolder, readAssembly, readOutputs, runCdk } from "./cdk.ts";
import { orExplain, readCommandLine } from "./command-line.ts";
import { answered, askAccount, checkAccess, type DeployedStack } from "./preflight/ask-account.ts";
import { check, checkSettings } from "./preflight/checks.ts";
import { type Finding, report } from "./preflight/finding.ts";

const flags = {
  "dry-run": { type: "boolean" },
  yes: { type: "boolean" },
  "ignore-alarms": { type: "boolean" },
} as const;

/** Everything else that is wrong or missing before this deployment, and the stack that it updates, if there is one. */
export async function preflight(
  settings: Settings,
  assembly: Assembly,
  region: string,
): Promise<{ findings: Finding[]; stack: DeployedStack | undefined }> {
  const { stackName, bootstrapParameter } = assembly;
  const { mailSender, mailIdentity = mailSender, mainTable, pepperSecretArn, pictureBucket, accountBucket } = settings;
  const buckets = [pictureBucket, accountBucket].filter((name) => name !== undefined);
  const questions = { stackName, bootstrapParameter, mailIdentity, mainTable, pepperSecretArn, buckets };
  const answers = await askAccount(region, questions);
  return { findings: check({ ...assembly, region, settings, answers }), stack: answered(answers.stack) };
}

/** The minutes for which alarms roll an update back, after the new versions have got all traffic. */
const watchedMinutes = 10;

/** The options of the CLI for going back by alarms, which only the stack that is updated can name (decision 30). */
export function rollbackOptions(stack: DeployedStack | undefined, ignoresAlarms: boolean): string[] {
  if (ignoresAlarms) return ["--rollback-trigger-alarm-arns=none"];
  const alarms = stack?.outputs.get("RollbackAlarms")?.split(",") ?? [];
  if (alarms.length === 0) return [];
  return [
    ...alarms.map((arn) => `--rollback-trigger-alarm-arns=${arn}`),
    `--monitoring-time-minutes=${watchedMinutes}`,
  ];
}

if (import.meta.main) {
  await orExplain(async () => {
    const { settings, stackName, context, flags: found } = readCommandLine(process.argv.slice(2), flags);
    const { region, findings: withoutAccess } = await checkAccess(process.env);
    if (withoutAccess.length > 0) {
      const consequence = "Nothing was deployed. The account is checked when there is access to it.";
      report([...withoutAccess, ...checkSettings({ settings, region })], consequence);
    }
    await runCdk(["synth", stackName, "--quiet", "--output", assemblyFolder, ...context], region);
    const { findings, stack } = await preflight(settings, readAssembly(stackName), region);
    report(findings, "Nothing was deployed.");
    if (found["dry-run"]) return console.log(`Nothing prevents a deployment of ${stackName} to ${region}.`);
    const approval = found.yes ? ["--require-approval", "never"] : [];
    const rollback = rollbackOptions(stack, found["ignore-alarms"] === true);
    const output = ["--outputs-file", `${assemblyFolder}/outputs.json`];
    await runCdk(["deploy", stackName, "--app", assemblyFolder, ...rollback, ...approval, ...output], region);
    // The CLI sorts the outputs by name, which hides the one to open.
    console.log(`\nApp: ${readOutputs(stackName).AppUrl}`);
  });
}
