/** AWS's rules for stacks, as CDK and cdk-nag check them. */
import { Annotations, Match } from "aws-cdk-lib/assertions";
import { Role } from "aws-cdk-lib/aws-iam";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { describe, expect, it } from "vitest";
import type { ServiceStack } from "../../infra/cloud/stack.ts";
import { type Acknowledgement, acknowledgements } from "./nag-acknowledgements.ts";
import { everySetting, withStack } from "./template.ts";

interface Finding {
  rule: string;
  /** What rules with several findings of a construct say in brackets. */
  detail: string;
  construct: string;
}

function findingsIn(stack: ServiceStack): Finding[] {
  return [new AwsSolutionsChecks(), new ServerlessChecks()].flatMap((pack) =>
    pack.validateScope(stack).violations.flatMap(({ ruleName, violatingResources }) => {
      const [, rule = ruleName, detail = ""] = ruleName.match(/^([^[]+)\[(.*)\]$/) ?? [];
      return violatingResources.map(({ constructPath = "" }) => ({
        rule,
        detail,
        construct: constructPath.replace(/^contacts\//, "").replace(/\/Resource$/, ""),
      }));
    }),
  );
}

function isAcknowledged({ rule, detail, construct }: Finding, by: readonly Acknowledgement[]): boolean {
  return by.some(
    (row) =>
      row.rules.includes(rule) &&
      row.constructs.includes(construct) &&
      (row.detail === undefined || row.detail.test(detail)),
  );
}

const openFindings = (findings: readonly Finding[], by: readonly Acknowledgement[]) =>
  findings.filter((finding) => !isAcknowledged(finding, by));

const withoutOptions = acknowledgements.filter(({ byOption }) => !byOption);

/** An acknowledgement as one row for each rule and construct. */
function split({ rules, constructs, ...row }: Acknowledgement): Acknowledgement[] {
  return rules.flatMap((rule) => constructs.map((construct) => ({ ...row, rules: [rule], constructs: [construct] })));
}

describe("cdk-nag", () => {
  const plain = withStack({}, findingsIn);
  const everything = withStack(everySetting, findingsIn);

  it.each([
    ["without options", plain, withoutOptions],
    ["with every option", everything, acknowledgements],
  ])("finds nothing in the stack %s that is not acknowledged", (_, findings, by) => {
    expect(openFindings(findings, by)).toEqual([]);
  });

  it("still finds whatever is acknowledged", () => {
    const found = [...plain, ...everything];
    const unused = acknowledgements
      .flatMap(split)
      .filter((row) => !found.some((finding) => isAcknowledged(finding, [row])));
    expect(unused).toEqual([]);
  });

  it("has a sentence as the reason of every acknowledgement", () => {
    for (const { reason } of acknowledgements) expect(reason).toMatch(/^[A-Z].+ .+\.$/);
  });

  it("catches a bucket that accepts plain HTTP, and a wildcard in the permissions of a function", () => {
    const findings = withStack({}, (stack) => {
      const role = stack.node.findAll().find(({ node }) => node.path === "contacts/Functions/contacts/Role");
      if (!(role instanceof Role)) throw new Error("the function has no role");
      new Bucket(stack, "Planted").grantRead(role);
      return findingsIn(stack);
    });
    const open = openFindings(findings, withoutOptions).map(({ rule, construct }) => `${rule} at ${construct}`);
    expect(open).toContain("AwsSolutions-S10 at Planted");
    expect(open).toContain("AwsSolutions-IAM5 at Functions/contacts/Role/DefaultPolicy");
  });
});

it("CDK warns of nothing in the stack", () => {
  const warnings = withStack(everySetting, (stack) => Annotations.fromStack(stack).findWarning("*", Match.anyValue()));
  expect(warnings.map(({ id, entry }) => `${id}: ${entry.data}`)).toEqual([]);
});
