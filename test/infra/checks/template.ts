/** A CloudFormation template as data, and functions to read it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { projectRoot } from "../../../infra/cloud/function/bundling.ts";
import { readSettings } from "../../../infra/cloud/settings.ts";
import { ServiceStack } from "../../../infra/cloud/stack.ts";

export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
  DeletionPolicy?: string;
  Metadata?: Record<string, unknown>;
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs: Record<string, unknown>;
}

/** A check returns the faults of a template. */
export type Check = (template: Template) => string[];

/** Settings that add all that the stack can have. */
export const everySetting = {
  allowedOrigins: "https://app.example.com,https://beta.example.com",
  mailSender: "reminders@example.com",
  mailRate: "14",
  alarmEmail: "oncall@example.com",
  canary: "true",
  tracing: "true",
};

/** The template of the stack without the code of the functions. It is made once for the same settings. */
export function synthesise(settings: Record<string, unknown> = {}): Template {
  const key = JSON.stringify(settings);
  const template = templates.get(key) ?? makeTemplate(settings);
  templates.set(key, template);
  return structuredClone(template);
}
const templates = new Map<string, Template>();

function makeTemplate(settings: Record<string, unknown>): Template {
  const { context } = JSON.parse(readFileSync(`${projectRoot}cdk.json`, "utf8")) as { context: object };
  const outdir = mkdtempSync(join(tmpdir(), "stack-"));
  try {
    const app = new App({
      outdir,
      context: { ...context, ...settings, "aws:cdk:bundling-stacks": [], "aws:cdk:enable-path-metadata": true },
    });
    const stack = new ServiceStack(app, "contacts", { ...readSettings(app.node), gitSha: "0000000" });
    return app.synth().getStackArtifact(stack.artifactId).template as Template;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** Every resource of a type, with its logical id. */
export function resourcesOf(template: Template, ...types: string[]): [id: string, resource: Resource][] {
  return Object.entries(template.Resources).filter(([, { Type }]) => types.includes(Type));
}

/** The path of a resource in the construct tree without the stack's name, such as `Functions/contacts/Role`. */
export function pathOf({ Metadata }: Resource): string {
  return String(Metadata?.["aws:cdk:path"] ?? "")
    .replace(/^contacts\//, "")
    .replace(/\/(Resource|Default)$/, "");
}

/** Reads a nested value by names and positions; undefined if it is missing. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), value);
}

/** A value as a list: CloudFormation allows a list, a single value or nothing. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Logical ids that a value refers to. */
export function referencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === "Ref") return [String(part)];
    if (key === "Fn::GetAtt") return [Array.isArray(part) ? String(part[0]) : String(part).split(".", 1).join()];
    return referencesOf(part);
  });
}

/** Logical ids of other resources that must exist before this one. */
export function dependenciesOf(template: Template, id: string): string[] {
  const { Properties, DependsOn } = template.Resources[id] ?? {};
  const named = [...referencesOf(Properties), ...listOf(DependsOn).map(String)];
  return [...new Set(named)].filter((other) => other in template.Resources);
}

/** A text in which references are replaced by their names. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const parts = listOf(at(value, "Fn::Join", 1));
  if (parts.length === 0) return referencesOf(value).join("").replaceAll(/\W/g, "");
  return parts.map(textOf).join("");
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
