/** Functions of the synthesised template: their settings, logs and permissions, and the gate before their traffic. */
import { describe, expect, it } from "vitest";
import { answerSeconds } from "../../functions/declaration.ts";
import { routeGroups } from "../../functions/routes.ts";
import { functionDeclarations, functionNames } from "../../infra/cloud/functions.ts";
import type { GrantCheck } from "../../shared/platform/health/self-check.ts";
import {
  at,
  everySetting,
  find,
  listOf,
  permissionsOf,
  resourcesOf,
  statementsOf,
  synthesise,
  type Template,
} from "./template.ts";

const plain = synthesise();
const everything = synthesise(everySetting);
const templates = [plain, everything];

describe("a function", () => {
  it.each(functionNames)(
    "%s runs with the settings that it was measured with, and ends before its caller stops waiting",
    (name) => {
      const { memory, nodeOptions } = functionDeclarations[name];
      const target = find(everything, `Functions/${name}/Function`);
      expect(target).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        MemorySize: memory,
        LoggingConfig: { LogGroup: `Functions/${name}/Log` },
      });
      expect(at(target, "Environment", "Variables", "NODE_OPTIONS")).toBe(nodeOptions);
      // The gateway waits for 29 seconds.
      const limit = routeGroups.some((group) => group.name === name) ? answerSeconds : name === "authorizer" ? 10 : 900;
      const advice = `give ${name} at most ${limit} seconds where it declares itself`;
      expect(target.Timeout, advice).toBeLessThanOrEqual(limit);
    },
  );

  it("writes to a log group of the stack, also one that CDK adds", () => {
    for (const template of templates) {
      const groups = Object.keys(resourcesOf(template, "AWS::Logs::LogGroup"));
      for (const { LoggingConfig } of Object.values(resourcesOf(template, "AWS::Lambda::Function"))) {
        expect(groups).toContain(at(LoggingConfig, "LogGroup"));
      }
    }
  });

  it("and the gateway write logs that expire, as all logs of the stack do", () => {
    for (const template of templates) {
      const groups = resourcesOf(template, "AWS::Logs::LogGroup");
      expect(Object.keys(groups)).toContain("Api/AccessLog");
      for (const properties of Object.values(groups)) expect(properties).toEqual({ RetentionInDays: 30 });
    }
  });

  it("has one permission for each caller, because the size of a policy is limited", () => {
    const permissions = Object.values(resourcesOf(everything, "AWS::Lambda::Permission"));
    const callers = permissions.map(({ FunctionName, Principal }) => `${FunctionName} ${Principal}`);
    expect(callers).toEqual([...new Set(callers)]);
    for (const caller of callers) expect(caller).toMatch(/^Functions\/[\w-]+\/Live /);
  });
});

describe("the permissions of a role", () => {
  /** Actions that AWS allows only on all resources, and the roles that may have them. */
  const unbounded: Record<string, RegExp> = {
    "xray:PutTraceSegments": /^Functions\//,
    "xray:PutTelemetryRecords": /^Functions\//,
    // Both are about the whole SES account (Service Authorization Reference, "Amazon SES").
    "ses:GetAccountSendingEnabled": /^Functions\/(health|gate)\/Role$/,
    "ses:GetSendQuota": /^Functions\/(health|gate)\/Role$/,
    // Lambda asks for it before it connects the stream of a table.
    "dynamodb:ListStreams": /^Functions\/webhook-sender\/Role$/,
    // CloudWatch Synthetics needs these in the role of a canary. A condition limits the metric to its namespace.
    "cloudwatch:PutMetricData": /^Canary\/Canary\/ServiceRole$/,
    "s3:ListAllMyBuckets": /^Canary\/Canary\/ServiceRole$/,
  };

  it("have no wildcard for actions, and for resources only where AWS has no narrower one", () => {
    for (const { role, actions, resources } of statementsOf(everything)) {
      for (const action of actions) {
        expect(action, role).not.toContain("*");
        if (resources.includes("*")) expect(role, action).toMatch(unbounded[action] ?? /^none$/);
      }
      const wholeBuckets = resources.filter((resource) => /^Buckets\/\w+\.Arn\/\*$/.test(resource));
      if (role.startsWith("Functions/")) expect(wholeBuckets, role).toEqual([]);
    }
  });

  it("on files are limited to the prefixes that the function uses", () => {
    const role = "Functions/deletion-worker/Role";
    const statements = statementsOf(plain).filter((statement) => statement.role === role);
    const objects = statements.filter(({ resources }) => String(resources).startsWith("Buckets/"));
    expect(objects).toEqual([
      { role, actions: ["s3:DeleteObject", "s3:GetObject"], resources: ["Buckets/Accounts.Arn/deletions/*"] },
      {
        role,
        actions: ["s3:ListBucket"],
        resources: ["Buckets/Accounts.Arn"],
        condition: { StringLikeIfExists: { "s3:prefix": "deletions/*" } },
      },
      { role, actions: ["s3:DeleteObject"], resources: ["Buckets/Pictures.Arn/avatars/*"] },
    ]);
  });

  it("are ours, except for functions that CDK adds and for the gateway's logs", () => {
    const managed = Object.entries(resourcesOf(everything, "AWS::IAM::Role")).flatMap(([path, { ManagedPolicyArns }]) =>
      listOf(ManagedPolicyArns).map((arn) => `${path} ${JSON.stringify(arn).split("/").at(-1)?.replace(/\W/g, "")}`),
    );
    expect(managed).toEqual([
      "Api/Rest/CloudWatchRole AmazonAPIGatewayPushToCloudWatchLogs",
      "BucketNotificationsHandler050a0587b7544547bf325f094a3db834/Role AWSLambdaBasicExecutionRole",
    ]);
  });
});

describe("the gate", () => {
  const gate = "Rollout/Gate";
  const gated = functionNames.filter((name) => name !== "gate");
  const versions = (template: Template) =>
    listOf(find(template, gate).Versions) as { arn: string; checks: GrantCheck[] }[];

  it("runs after all versions are there, and before the aliases move to them", () => {
    for (const name of gated) {
      expect(everything.resources[gate]?.needs).toContain(`Functions/${name}/Function/CurrentVersion`);
      expect(everything.resources[`Functions/${name}/Live`]?.needs).toContain(gate);
    }
    // The new code of the gate runs, with its permissions. It has no versions, which nothing would remove.
    expect(Object.keys(everything.resources)).not.toContain("Functions/gate/Function/CurrentVersion");
    expect(everything.resources[gate]?.needs).toContain("Functions/gate/Function");
    expect(everything.resources["Functions/gate/Function"]?.needs).toContain("Functions/gate/Role/DefaultPolicy");
  });

  it("runs again when a version or a permission changes, at an address that never changes", () => {
    const found = versions(everything);
    expect(found.map(({ arn }) => arn)).toEqual(gated.map((name) => `Functions/${name}/Function/CurrentVersion`));
    expect(find(everything, gate)).toMatchObject({
      ServiceToken: "Functions/gate/Function.Arn",
      ServiceTimeout: "360",
    });
  });

  it("makes each function try exactly the permissions that its role has", () => {
    for (const [index, name] of gated.entries()) {
      const tried = versions(everything)[index]?.checks ?? [];
      const allowed = permissionsOf(everything, name).map(({ action }) => action);
      expect(new Set(tried.map(({ action }) => action)), name).toEqual(new Set(allowed));
    }
    expect(JSON.stringify(versions(plain))).not.toContain("ses:");
  });

  it("may call versions of our functions and delete them, but no function", () => {
    const statements = statementsOf(everything).filter(({ role }) => role === "Functions/gate/Role");
    const resources = (action: string) =>
      statements.filter(({ actions }) => actions.includes(action)).flatMap((statement) => statement.resources);
    const arns = gated.map((name) => `Functions/${name}/Function.Arn`);
    expect(resources("lambda:DeleteFunction").sort()).toEqual(arns.map((arn) => `${arn}:*`).sort());
    expect(resources("lambda:InvokeFunction").sort()).toEqual(arns.map((arn) => `${arn}:*`).sort());
    expect(resources("lambda:ListVersionsByFunction").sort()).toEqual(arns.sort());
  });

  it("leaves earlier versions to go back to, except versions of a deployment that failed", () => {
    for (const name of gated) {
      const { DeletionPolicy } = everything.resources[`Functions/${name}/Function/CurrentVersion`] ?? {};
      expect(DeletionPolicy, name).toBe("RetainExceptOnCreate");
    }
  });
});

describe("CloudFormation", () => {
  it("allows 500 resources, and a new group needs seven", () => {
    expect(everything.ids.size).toBeLessThan(350);
  });

  it("finds an order in which each resource comes after those that it needs", () => {
    for (const { resources } of templates) expect(resourcesInCycles(resources)).toEqual([]);
    const needing = (needs: string[]) => ({ Type: "", Properties: {}, needs });
    const cycle = { a: needing(["b"]), b: needing(["c"]), c: needing(["b"]), d: needing([]) };
    expect(resourcesInCycles(cycle)).toEqual(["a", "b", "c"]);
  });
});

/** What is left when each resource is removed whose needs are removed. */
function resourcesInCycles(resources: Template["resources"]): string[] {
  const left = new Set(Object.keys(resources));
  for (let before = left.size + 1; left.size < before; ) {
    before = left.size;
    for (const path of left) if (!resources[path]?.needs.some((other) => left.has(other))) left.delete(path);
  }
  return [...left];
}
