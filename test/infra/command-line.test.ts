/** The options of `npm run deploy` and `npm run destroy`, which are those of the stack. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { settingNames } from "../../infra/cloud/settings.ts";
import { OperationError, readCommandLine } from "../../infra/operations/command-line.ts";
import { attachables, ownIdentity, reservedConcurrency, type StackTemplate } from "../../infra/operations/template.ts";
import { everySetting, withStack } from "./template.ts";

const rawTemplate = (settings: Record<string, unknown>) =>
  withStack(settings, (_, template) => template as StackTemplate);
// The first synthesis takes long, and a test has a time limit.
const withMail = rawTemplate({ mailSender: "hello@example.com" });

const flags = { yes: { type: "boolean" } } as const;
const origin = ["--allowedOrigins", "https://app.example.com"];

describe("the command line", () => {
  it("takes every option of the stack, and hands on those that it names", () => {
    const { settings, stackName, context } = readCommandLine(
      ["--stage", "test", ...origin, "--mailSender=hello@example.com", "--yes"],
      flags,
      {},
    );
    expect(settings).toMatchObject({ stage: "test", allowedOrigins: ["https://app.example.com"] });
    expect(stackName).toBe("contacts-test");
    expect(context).toEqual([
      ...["-c", "stage=test", "-c", "allowedOrigins=https://app.example.com"],
      ...["-c", "mailSender=hello@example.com"],
    ]);
    const every = Object.entries(everySetting).flatMap(([name, value]) => [`--${name}`, value]);
    expect(readCommandLine(every, flags, {}).context).toHaveLength(every.length);
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(everySetting)));
  });

  it("takes the values of cdk.json that it does not replace", () => {
    const defaults = { stage: "test", allowedOrigins: ["https://app.example.com"], mailSender: "hello@example.com" };
    const { settings, context } = readCommandLine(["--stage", "beta"], flags, defaults);
    expect(settings).toMatchObject({ ...defaults, stage: "beta" });
    expect(context).toEqual(["-c", "stage=beta"]);
  });

  it.each([
    ["an unknown option by its name", ["--frobnicate", "1"], /--frobnicate/],
    ["an option without its value", ["--stage"], /--stage/],
    ["a word without an option", ["prod"], /prod/],
    ["an option that is there twice", [...origin, ...origin], /--allowedOrigins is there twice/],
    ["an origin without TLS", ["--allowedOrigins", "http://app.example.com"], /allowedOrigins/],
    ["a value that the stack refuses", ["--mailRate", "0"], /mailRate/],
  ])("refuses %s", (_, args, message) => {
    expect(() => readCommandLine(args, flags, {})).toThrow(OperationError);
    expect(() => readCommandLine(args, flags, {})).toThrow(message);
  });

  it.each(["deploy", "destroy"])("of %s is refused with a sentence, before anything is made", (command) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`infra/operations/${command}.ts`, "--frobnicate", "1"],
      { cwd: projectRoot, encoding: "utf8" },
    );
    expect({ status, stdout, lines: stderr.trim().split("\n").length }).toEqual({ status: 1, stdout: "", lines: 1 });
    expect(stderr).toContain("--frobnicate");
  });

  it("of deploy is checked as far as possible without a region and without credentials, in one answer", () => {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const files = { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" };
    const deploy = (environment: Record<string, string>) => {
      const args = ["infra/operations/deploy.ts", "--userPoolId", "eu-west-1_a1B2c3D4e"];
      const env = { PATH, NODE_COMPILE_CACHE, ...files, AWS_EC2_METADATA_DISABLED: "true", ...environment };
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: projectRoot, encoding: "utf8", env });
      return { status, stdout, lines: stderr.trim().split("\n") };
    };
    const access = expect.stringMatching(/^error: AWS gives no access .*sso login/);
    const watch = expect.stringMatching(/^warning: .*--alarmEmail/);
    const end = expect.stringMatching(/^Nothing was deployed\./);
    const region = expect.stringMatching(/^error: No region .*AWS_REGION/);
    expect(deploy({})).toEqual({ status: 1, stdout: "", lines: [region, access, watch, end] });
    const other = expect.stringMatching(/^error: --userPoolId .*not in the region eu-central-1/);
    expect(deploy({ AWS_REGION: "eu-central-1" }).lines).toEqual([access, other, watch, end]);
  });

  it("of cdk is refused with a sentence, too", () => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ allowedOrigins: "http://app.example.com" }) };
    const { status, stderr } = spawnSync(process.execPath, ["infra/cloud/app.ts"], {
      cwd: projectRoot,
      encoding: "utf8",
      env,
    });
    expect(status).toBe(1);
    expect(stderr).toContain("http://app.example.com must begin with https://");
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

describe("the template", () => {
  const kept = ["accountBucket", "mainTable", "pepperSecretArn", "pictureBucket", "userPoolId"];
  const attached = {
    mainTable: "contacts-restored",
    userPoolId: "eu-central-1_a1B2c3D4e",
    pepperSecretArn: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:Pepper-a1B2c3",
    pictureBucket: "contacts-pictures",
    accountBucket: "contacts-accounts",
  };

  it.each([
    ["its own", withMail, true],
    ["attached", rawTemplate(attached), false],
  ])("has an output for each resource with data that is %s", (_, template, isOwn) => {
    const found = attachables(template);
    expect(found.map(({ option }) => option).toSorted()).toEqual(kept);
    expect(new Set(found.map((one) => one.isOwn))).toEqual(new Set([isOwn]));
  });

  it("names the mail identity that it makes, and what functions reserve", () => {
    expect(ownIdentity(withMail)).toBe("hello@example.com");
    expect(reservedConcurrency(withMail)).toBe(0);
  });
});
