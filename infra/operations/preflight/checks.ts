/** Finds what is wrong or missing before a deployment, in the answers of the AWS account. Each check is a pure function. */
import type { Settings } from "../../cloud/settings.ts";
import { attachables, reservedConcurrency } from "../template.ts";
import { type Answers, answered, type Situation } from "./ask-account.ts";
import { checkMail } from "./check-mail.ts";
import { checkTable } from "./check-table.ts";
import { error, type Finding, isError, warning } from "./finding.ts";

/** Everything that is wrong, errors first. */
export function check(situation: Situation): Finding[] {
  const findings = checks.flatMap((checkOne) => checkOne(situation));
  return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

const checks: readonly ((situation: Situation) => Finding[])[] = [
  checkAnswers,
  checkBootstrap,
  checkSize,
  checkState,
  checkAttached,
  checkConcurrency,
  checkMail,
  checkMainTable,
  checkPepper,
  checkBuckets,
  checkSettings,
];

/** Checks the settings alone, without an answer of the account. Without a region, it checks no regions. */
export function checkSettings({ settings, region }: Pick<Situation, "settings" | "region">): Finding[] {
  return [...(region ? checkRegions(settings, region) : []), ...checkWatch(settings)];
}

const subjects: Readonly<Record<keyof Answers, string>> = {
  bootstrapVersion: "the bootstrap version (ssm:GetParameter)",
  stack: "the stack (cloudformation:DescribeStacks, GetTemplate)",
  concurrency: "the concurrency of Lambda (lambda:GetAccountSettings)",
  mailQuota: "the quota of SES (ses:GetSendQuota, GetAccountSendingEnabled)",
  mailIdentity: "the mail identity (ses:GetIdentityVerificationAttributes)",
  mainTable: "the table (dynamodb:DescribeTable, DescribeContinuousBackups, DescribeTimeToLive)",
  pepper: "the pepper (secretsmanager:DescribeSecret)",
  missingBuckets: "the buckets (s3:ListBucket)",
};

/** The CDK deploys with roles of its own, so the caller may lack permissions that a deployment doesn't need. */
function checkAnswers({ answers }: Situation): Finding[] {
  return Object.entries(subjects).flatMap(([name, subject]) => {
    const answer = answers[name as keyof Answers];
    return "fault" in answer ? warning(`Could not check ${subject}: ${answer.fault}.`) : [];
  });
}

function checkBootstrap({ answers, bootstrapVersion: needed }: Situation): Finding[] {
  if ("fault" in answers.bootstrapVersion) return [];
  const found = answers.bootstrapVersion.value;
  if (found !== undefined && found >= needed) return [];
  const state = found === undefined ? "not prepared for the CDK" : `bootstrapped with version ${found}, not ${needed}`;
  return error(`The account and region are ${state}. Run: npx cdk bootstrap`);
}

/** "AWS CloudFormation quotas" in its user guide. */
const maxResources = 500;
const maxTemplateBytes = 1024 * 1024;

function checkSize({ template, templateBytes }: Situation): Finding[] {
  const resources = Object.keys(template.Resources).length;
  if (resources <= maxResources && templateBytes <= maxTemplateBytes) return [];
  return error(
    `The template has ${resources} resources and ${templateBytes} bytes. CloudFormation accepts ${maxResources} and ${maxTemplateBytes}.`,
  );
}

/** `deployStack` of the CDK CLI, 2.1148.1, says what it does with each state. */
function checkState({ stackName, settings: { stage }, answers }: Situation): Finding[] {
  const stack = answered(answers.stack);
  if (!stack) return [];
  const { status, isProtected } = stack;
  switch (status) {
    case "ROLLBACK_COMPLETE":
    case "ROLLBACK_FAILED":
      // The CDK turns the protection on before it creates anything, and then can't delete what failed.
      return isProtected
        ? error(
            `The first deployment of ${stackName} failed, and its remains are protected. Run: npm run destroy -- --stage ${stage} --confirm ${stage}`,
          )
        : warning(`The first deployment of ${stackName} failed. Its remains are deleted first.`);
    case "REVIEW_IN_PROGRESS":
      return warning(`A change set of ${stackName} waits for review. The deployment replaces it.`);
    case "UPDATE_ROLLBACK_FAILED":
      return error(
        `${stackName} could not go back to its last state. Repair the cause, which its events name, then run: aws cloudformation continue-update-rollback --stack-name ${stackName}`,
      );
    case "CREATE_FAILED":
    case "UPDATE_FAILED":
      return error(`${stackName} stopped halfway. Run: npx cdk rollback ${stackName} -c stage=${stage}`);
    case "DELETE_FAILED":
      return error(
        `${stackName} could not be deleted. Its events name the cause. Then run: npm run destroy -- --stage ${stage} --confirm ${stage}`,
      );
    default:
      return status.endsWith("_IN_PROGRESS")
        ? error(`${stackName} is being changed (${status}). Wait until that has ended.`)
        : [];
  }
}

/** Without the options that attached kept resources, a stack would get new, empty ones. */
function checkAttached({ stackName, template, answers }: Situation): Finding[] {
  const deployed = answered(answers.stack);
  if (!deployed) return [];
  const created = new Set(attachables(template).flatMap(({ option, isOwn }) => (isOwn ? [option] : [])));
  return attachables(deployed.template).flatMap(({ option, output, isOwn }) => {
    if (isOwn || !created.has(option)) return [];
    const name = deployed.outputs.get(output);
    return error(
      `${stackName} would get a new, empty resource in place of ${name}. Name it again: --${option} ${name}`,
    );
  });
}

/** "Lambda quotas": functions that reserve nothing keep at least a hundred executions, or all in accounts that have fewer. */
const minUnreserved = 100;

function checkConcurrency({ template, settings: { stageBurstLimit }, answers }: Situation): Finding[] {
  const concurrency = answered(answers.concurrency);
  if (!concurrency) return [];
  const { limit, unreserved } = concurrency;
  const raise =
    "Raise it: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000";
  const deployed = answered(answers.stack)?.template;
  const added = reservedConcurrency(template) - (deployed ? reservedConcurrency(deployed) : 0);
  const least = Math.min(minUnreserved, limit);
  if (added > 0 && unreserved - added < least) {
    return error(
      `Functions are to reserve ${added} more executions, but ${unreserved} of ${limit} are left, of which ${least} must stay. Reserve less, or raise the quota. ${raise}`,
    );
  }
  if (limit < minUnreserved)
    return warning(`Only ${limit} functions may run at once, and a request uses two. ${raise}`);
  const left = unreserved - added;
  if (stageBurstLimit <= left) return [];
  return warning(
    `--stageBurstLimit ${stageBurstLimit} lets in more requests at once than executions are left (${left}), so callers would get 5xx in place of 429. Lower it, or raise the quota. ${raise}`,
  );
}

function checkMainTable({ settings: { mainTable, mainTableStreamArn }, answers }: Situation): Finding[] {
  if (mainTable === undefined || "fault" in answers.mainTable) return [];
  return checkTable(mainTable, answers.mainTable.value, mainTableStreamArn);
}

function checkPepper({ settings, answers }: Situation): Finding[] {
  const { pepperSecretArn } = settings;
  if (pepperSecretArn === undefined || "fault" in answers.pepper || answers.pepper.value) return [];
  return error(
    `The secret ${pepperSecretArn} does not exist or is about to be deleted. Name another one, or run: aws secretsmanager restore-secret --secret-id ${pepperSecretArn}`,
  );
}

function checkBuckets({ answers }: Situation): Finding[] {
  const missing = answered(answers.missingBuckets) ?? [];
  return missing.flatMap((name) => error(`There is no bucket ${name}. Check --pictureBucket and --accountBucket.`));
}

function checkRegions({ userPoolId, certificateArn, pepperSecretArn }: Settings, region: string): Finding[] {
  const places = [
    ["userPoolId", userPoolId, userPoolId?.split("_")[0]],
    ["certificateArn", certificateArn, certificateArn?.split(":")[3]],
    ["pepperSecretArn", pepperSecretArn, pepperSecretArn?.split(":")[3]],
  ] as const;
  return places.flatMap(([option, value, other]) =>
    value === undefined || other === region ? [] : error(`--${option} ${value} is not in the region ${region}.`),
  );
}

function checkWatch({ stage, alarmEmail }: Settings): Finding[] {
  return stage === "prod" && alarmEmail === undefined
    ? warning("Alarms are sent to nobody. Name an address: --alarmEmail")
    : [];
}
