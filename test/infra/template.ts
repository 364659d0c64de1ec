/** The CloudFormation template of the stack as data, in which resources have the names of their constructs. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { readSettings } from "../../infra/cloud/settings.ts";
import { ServiceStack } from "../../infra/cloud/stack.ts";

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  /** The paths of the resources that must exist before this one. */
  needs: string[];
}

export interface Template {
  /** By path in the construct tree, such as `Functions/contacts/Role`. References are such paths, too. */
  resources: Record<string, Resource>;
  outputs: string[];
  /** The logical ids by path. */
  ids: ReadonlyMap<string, string>;
}

/** Settings that add all that the stack can have. */
export const everySetting = {
  allowedOrigins: "https://app.example.com,https://beta.example.com",
  domainName: "api.example.com",
  certificateArn: "arn:aws:acm:eu-west-1:123456789012:certificate/0a1b-2c3d",
  mailSender: "reminders@example.com",
  mailRate: "14",
  alarmEmail: "oncall@example.com",
  monthlyBudget: "20",
  parserConcurrency: "5",
  backgroundConcurrency: "2",
  tracing: "true",
  routeMetrics: "true",
  wafRateLimit: "2000",
  userPoolTier: "lite",
  stageRateLimit: "50",
  stageBurstLimit: "80",
};

/** The template of the stack without the code of the functions. It is made once for the same settings. */
export function synthesise(settings: Record<string, unknown> = {}): Template {
  const key = JSON.stringify(settings);
  const template = templates.get(key) ?? makeTemplate(settings);
  templates.set(key, template);
  return template;
}
const templates = new Map<string, Template>();

interface RawResource extends Omit<Resource, "needs"> {
  DependsOn?: string | string[];
  Metadata?: Record<string, unknown>;
}

function makeTemplate(settings: Record<string, unknown>): Template {
  return withStack(settings, (_, { Resources, Outputs }) => readTemplate(Resources, Object.keys(Outputs)));
}

interface RawTemplate {
  Resources: Record<string, RawResource>;
  Outputs: Record<string, unknown>;
}

/** Passes the stack, after its synthesis, and its template. */
export function withStack<Result>(
  settings: Record<string, unknown>,
  use: (stack: ServiceStack, template: RawTemplate) => Result,
): Result {
  const { context } = JSON.parse(readFileSync(`${projectRoot}cdk.json`, "utf8")) as { context: object };
  const outdir = mkdtempSync(join(tmpdir(), "stack-"));
  try {
    const app = new App({
      outdir,
      context: { ...context, "aws:cdk:bundling-stacks": [], "aws:cdk:enable-path-metadata": true },
    });
    // The options in `cdk.json` are those of whoever deploys.
    const own = readSettings({ tryGetContext: (name) => settings[name] });
    const stack = new ServiceStack(app, "contacts", { ...own, gitSha: "0000000" });
    return use(stack, app.synth().getStackArtifact(stack.artifactId).template);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function readTemplate(raw: Record<string, RawResource>, outputs: string[]): Template {
  const paths = new Map(Object.entries(raw).map(([id, resource]) => [id, pathOf(resource)]));
  const nameOf = (id: unknown) => paths.get(String(id)) ?? String(id).replace("AWS::", "");
  const resolve = (value: unknown, needs: Set<string>): unknown => {
    if (Array.isArray(value)) return value.map((part) => resolve(part, needs));
    if (typeof value !== "object" || value === null) return value;
    const { Ref, "Fn::GetAtt": attribute, "Fn::Join": joined, "Fn::Select": part } = value as Record<string, unknown>;
    const id = Ref ?? at(attribute, 0);
    if (id !== undefined) {
      if (paths.has(String(id))) needs.add(nameOf(id));
      return attribute === undefined ? nameOf(id) : `${nameOf(id)}.${at(attribute, 1)}`;
    }
    if (joined !== undefined) return (resolve(at(joined, 1), needs) as string[]).join(String(at(joined, 0)));
    // CDK cuts the name of a function out of the ARN of its alias.
    if (part !== undefined) return resolve(at(part, 1, "Fn::Split", 1), needs);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part, needs)]));
  };
  const resources = Object.entries(raw).map(([id, { Properties, DependsOn = [], ...resource }]) => {
    const needs = new Set([DependsOn].flat().map(nameOf));
    return [nameOf(id), { ...resource, Properties: resolve(Properties ?? {}, needs), needs: [...needs] }];
  });
  const ids = new Map([...paths].map(([id, path]) => [path, id]));
  if (ids.size < paths.size) throw new Error("two resources have the same path");
  return { resources: Object.fromEntries(resources), outputs, ids };
}

/** The path in the construct tree without the stack's name. */
function pathOf({ Metadata }: RawResource): string {
  return String(Metadata?.["aws:cdk:path"])
    .replace(/^contacts\//, "")
    .replace(/\/(Resource|Default)$/, "");
}

/** The properties of the resources of a type, by path. */
export function resourcesOf({ resources }: Template, type: string): Record<string, Record<string, unknown>> {
  const found = Object.entries(resources).filter(([, { Type }]) => Type === type);
  return Object.fromEntries(found.map(([path, { Properties }]) => [path, Properties]));
}

/** The properties of a resource. */
export function find({ resources }: Template, path: string): Record<string, unknown> {
  const found = resources[path];
  if (!found) throw new Error(`the template has nothing at ${path}`);
  return found.Properties;
}

/** Reads a nested value by names and positions; undefined if it is missing. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], value);
}

/** A value as a list: CloudFormation allows a list, a single value or nothing. */
export function listOf(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}

export interface Statement {
  /** The path of the role in the construct tree. */
  role: string;
  actions: string[];
  resources: string[];
  condition?: unknown;
}

/** The statements of the policies in roles, and of those that are attached to roles. */
export function statementsOf(template: Template): Statement[] {
  const inside = Object.entries(resourcesOf(template, "AWS::IAM::Role")).flatMap(([role, { Policies }]) =>
    listOf(Policies).flatMap((policy) => read(role, at(policy, "PolicyDocument"))),
  );
  // What does not fit into the policy of a role, CDK attaches as a managed policy.
  const policies = ["AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"].flatMap((type) =>
    Object.values(resourcesOf(template, type)),
  );
  const attached = policies.flatMap(({ Roles, PolicyDocument }) =>
    listOf(Roles).flatMap((role) => read(String(role), PolicyDocument)),
  );
  return [...inside, ...attached];
}

/** What Lambda itself does with the permissions of a function: logs, traces, the records of a stream, and messages. */
const ofLambda = /^(logs|sqs|xray):|^dynamodb:(DescribeStream|GetRecords|GetShardIterator|ListStreams)$/;

/** The actions that the code of a function may call, with the resources. */
export function permissionsOf(template: Template, name: string): { action: string; resources: string[] }[] {
  const statements = statementsOf(template).filter(({ role }) => role === `Functions/${name}/Role`);
  return statements.flatMap(({ actions, resources }) => {
    // Lambda sends failed events to the other queues.
    const sends = actions.includes("sqs:SendMessage") && resources.includes("Webhooks/Queue.Arn");
    const own = actions.filter((action) => !ofLambda.test(action) || (sends && action === "sqs:SendMessage"));
    return own.map((action) => ({ action, resources }));
  });
}

function read(role: string, document: unknown): Statement[] {
  return listOf(at(document, "Statement"))
    .filter((statement) => at(statement, "Effect") === "Allow")
    .map((statement) => ({
      role,
      actions: listOf(at(statement, "Action")).map(String),
      resources: listOf(at(statement, "Resource")).map(String),
      condition: at(statement, "Condition"),
    }));
}
