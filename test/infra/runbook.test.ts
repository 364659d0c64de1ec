/** Every name in the runbook exists: options, scripts, outputs, functions, alarms, files, and the commands of the AWS CLI with their options. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import * as cloudFormation from "@aws-sdk/client-cloudformation";
import * as dynamoDb from "@aws-sdk/client-dynamodb";
import * as lambda from "@aws-sdk/client-lambda";
import * as secrets from "@aws-sdk/client-secrets-manager";
import * as ses from "@aws-sdk/client-ses";
import { expect, it } from "vitest";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { functionNames } from "../../infra/cloud/functions.ts";
import { queries } from "../../infra/cloud/monitoring/queries.ts";
import { readSettings, settingNames } from "../../infra/cloud/settings.ts";
import { readPrecision } from "../../shared/auth/pepper.ts";
import { at, everySetting, find, resourcesOf, synthesise } from "./template.ts";

const runbook = readFileSync(`${projectRoot}infra/runbook.md`, "utf8");
const guide = readFileSync(`${projectRoot}infra/README.md`, "utf8");
const { scripts } = JSON.parse(readFileSync(`${projectRoot}package.json`, "utf8")) as { scripts: object };
const template = synthesise({
  ...everySetting,
  domainName: "api.example.com",
  certificateArn: "arn:aws:acm:eu-central-1:123456789012:certificate/0195561e",
});
const alarms = Object.keys(resourcesOf(template, "AWS::CloudWatch::Alarm")).map((path) => path.split("/").at(-1) ?? "");
const decisions = readdirSync(`${projectRoot}infra/decisions`).map((name) => Number(name.slice(0, 4)));

/** The options of the commands, which their files declare. */
const commandFlags: Record<string, string[]> = {
  deploy: ["dry-run", "ignore-alarms", "yes"],
  destroy: ["confirm"],
};

/** Commands without a model here, checked by hand against the API references and the AWS CLI's own, with their options. */
const otherCommands: Record<string, string[]> = {
  "sso login": [],
  "s3 ls": [],
  "s3 rm": ["recursive"],
  "s3 rb": ["force"],
  "dynamodb wait table-exists": ["table-name"],
  "service-quotas request-service-quota-increase": ["service-code", "quota-code", "desired-value"],
  "sesv2 put-account-details": ["production-access-enabled", "mail-type", "website-url"],
  "cognito-idp list-users": ["user-pool-id", "filter"],
  "cognito-idp admin-delete-user": ["user-pool-id", "username"],
  "cognito-idp delete-user-pool": ["user-pool-id"],
  "logs describe-log-groups": ["log-group-name-prefix"],
  "logs delete-log-group": ["log-group-name"],
  "cloudwatch describe-alarms": ["state-value", "alarm-name-prefix"],
};
/** Options of every command. */
const commonOptions = ["query", "output", "cli-binary-format"];

/** Each SDK has the model of its service: an operation's input is a list of names. */
const services: Record<string, object> = {
  cloudformation: cloudFormation,
  dynamodb: dynamoDb,
  lambda,
  secretsmanager: secrets,
  ses,
};

/** The options of a command of the AWS CLI; undefined if there is no such command. */
function optionsOf(command: string): string[] | undefined {
  const other = otherCommands[command];
  if (other) return other;
  const [service = "", subcommand = ""] = command.split(" ");
  const operation = (services[service] as Record<string, unknown> | undefined)?.[`${inPascalCase(subcommand)}$`];
  if (!Array.isArray(operation)) return undefined;
  const input = (typeof operation[4] === "function" ? operation[4]() : operation[4]) as unknown[];
  return (input[4] as string[]).map(inKebabCase);
}

function inPascalCase(text: string): string {
  return text.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}

function inKebabCase(text: string): string {
  return text.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase();
}

/** What the text names and nothing has, one line each. */
function staleNames(text: string): string[] {
  const faults: string[] = [];
  const expectEach = (kind: string, found: Iterable<RegExpMatchArray>, exists: (name: string) => boolean) => {
    for (const [, name = ""] of found) if (!exists(name)) faults.push(`${kind} ${name}`);
  };
  // A command may contain another one.
  for (const piece of text.split(/(?<=^|[`($ ])aws /m).slice(1)) {
    const [, command = "", rest = ""] = /^([\w-]+ [\w-]+(?: table-exists)?)([^`\n]*)/.exec(piece) ?? [];
    const options = optionsOf(command);
    if (!options) faults.push(`command ${command}`);
    const known = (name: string) => commonOptions.includes(name) || (options?.includes(name) ?? true);
    expectEach(`option of ${command}`, rest.matchAll(/ --([a-z-]+)/g), known);
  }
  const npm = [...text.matchAll(/npm run (deploy|destroy)( -- [^`\n#&]*)?/g)];
  for (const [, name = "", rest = ""] of npm) {
    const known = [...settingNames, ...(commandFlags[name] ?? [])];
    expectEach(`option of ${name}`, rest.matchAll(/ --([a-zA-Z-]+)/g), (option) => known.includes(option));
  }
  const flags = Object.values(commandFlags).flat();
  expectEach("option", text.matchAll(/`--([a-zA-Z-]+)[ `]/g), (name) => [...settingNames, ...flags].includes(name));
  expectEach("option", text.matchAll(/^ +"(\w+)": "/gm), (name) => settingNames.includes(name));
  expectEach("script", text.matchAll(/npm run ([\w:-]+)/g), (name) => name in scripts);
  expectEach("output", text.matchAll(/<([A-Z]\w+)>/g), (name) => template.outputs.includes(name));
  expectEach("function", text.matchAll(/contacts-prod-([a-z][a-z-]+)/g), (name) =>
    functionNames.some((one) => one === name),
  );
  expectEach("alarm", text.matchAll(/[Aa]larm `(\w+)`/g), (name) => alarms.includes(name));
  expectEach("saved query", text.matchAll(/saved query "([^"]+)"/g), (name) => name in queries);
  expectEach("file", text.matchAll(/((?:events|infra|test)\/[\w./-]+\w)/g), (name) => existsSync(projectRoot + name));
  expectEach("decision", text.matchAll(/decision (\d+)/g), (name) => decisions.includes(Number(name)));
  return faults;
}

it("the runbook names only what exists", () => {
  expect(staleNames(runbook)).toEqual([]);
  // It would find nothing in a text that it doesn't understand.
  expect(runbook.match(/\baws [a-z]/g)?.length).toBeGreaterThan(20);
});

it("the runbook finds the logs of a canary by the beginning of its name", () => {
  // The name begins with the stack's, without hyphens. Here the stack is called "contacts".
  expect(find(template, "Canary/Canary").Name).toMatch(/^contactscanary/);
  expect(runbook).toContain("--log-group-name-prefix /aws/lambda/cwsyn-contactsprod ");
});

it("the runbook says how to find what failed after the first mail about dead letters", () => {
  expect(runbook).toContain("`DeadLetters` mails once");
  expect(runbook).toContain('the saved query "Dead letters by function"');
});

it("the runbook says how long running functions accept a pepper whose staging label is removed", () => {
  expect(readPrecision).toBe(60 * 60_000);
  expect(runbook).toContain("Functions that run already accept it for an hour more.");
});

it("the runbook finds the commit before in a function whose versions have it", () => {
  expect(runbook).toContain("--function-name contacts-prod-health --query");
  const { Environment } = find(template, "Functions/health/Function");
  expect(at(Environment, "Variables", "GIT_SHA")).toBe("0000000");
});

it("infra/README.md explains every option, and names only what exists in its part about the cloud", () => {
  const [, cloud = ""] = guide.split("## In the cloud");
  expect(settingNames.filter((name) => !cloud.includes(`\`${name}\``))).toEqual([]);
  expect(staleNames(cloud.split("\n## ")[0] ?? "")).toEqual([]);
});

it("infra/README.md has the number that an option has when it is left out", () => {
  const numbers = Object.entries(readSettings({ tryGetContext: () => undefined })).filter(
    ([, value]) => typeof value === "number",
  );
  expect(numbers.length).toBeGreaterThan(3);
  for (const [name, value] of numbers) {
    const row = guide.split("\n").find((line) => line.startsWith("| `") && line.includes(`\`${name}\``));
    expect(row).toMatch(new RegExp(`\\(${value}[,)]`));
  }
});

it.each([
  ["`--frobnicate`", "option frobnicate"],
  ["npm run deploy -- --stage prod --frobnicate 1", "option of deploy frobnicate"],
  ["`npm run destroy -- --dry-run`", "option of destroy dry-run"],
  ['   "frobnicate": "1",', "option frobnicate"],
  ["npm run frobnicate", "script frobnicate"],
  ["<MainTables>", "output MainTables"],
  ["contacts-prod-accounts:live", "function accounts"],
  ["Alarm `Frobnicated`", "alarm Frobnicated"],
  ['the saved query "Dead messages"', "saved query Dead messages"],
  ["events/account.delete.json", "file events/account.delete.json"],
  ["(decision 99)", "decision 99"],
  ["aws dynamodb restore-table --table-name x", "command dynamodb restore-table"],
  ["`aws frobnicate table`", "command frobnicate table"],
  ["aws dynamodb update-time-to-live --table x", "option of dynamodb update-time-to-live table"],
  [
    'aws secretsmanager put-secret-value --secret "$(aws secretsmanager get-random-password --length 64)"',
    "option of secretsmanager get-random-password length",
  ],
])("a stale name is caught in: %s", (text, fault) => {
  expect(staleNames(text)).toContain(fault);
});
