/** A CloudFormation template as data, and ways to look into it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { projectRoot } from "../../../infra/bundling.ts";
import { readSettings } from "../../../infra/settings.ts";
import { ServiceStack } from "../../../infra/stack.ts";

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

/** A check finds what is wrong with a template; an empty list is a good template. */
export type Check = (template: Template) => string[];

/** The stack's template, with the functions' code left out, which takes most of the time. */
export function synthesise(settings: Record<string, unknown> = {}): Template {
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

/** Where a resource stands in the construct tree, without the stack's name: `Functions/contacts/Role`. */
export function placeOf({ Metadata }: Resource): string {
  return String(Metadata?.["aws:cdk:path"] ?? "")
    .replace(/^contacts\//, "")
    .replace(/\/(Resource|Default)$/, "");
}

/** Follows names and positions into a value; undefined where there is nothing. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), value);
}

/** A list as it is, nothing as an empty one, anything else as a list of one: CloudFormation allows all three. */
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

/** A text with its references spelled as words. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const parts = listOf(at(value, "Fn::Join", 1));
  if (parts.length === 0) return referencesOf(value).join("").replaceAll(/\W/g, "");
  return parts.map(textOf).join("");
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
