/** Checks that a function has exactly the variables that its code reads. */
import { readFileSync } from "node:fs";
import { projectRoot } from "../../../infra/cloud/function/bundling.ts";
import { type EnvironmentName, readEnvironment } from "../../../shared/platform/config/environment.ts";
import type { Code } from "./code.ts";
import { find } from "./edit.ts";
import { at, type Template, textOf } from "./template.ts";

const declaration = "shared/platform/config/environment.ts";
const declared = readFileSync(projectRoot + declaration, "utf8");
const names = Array.from(declared.matchAll(/^ {2}([A-Z][A-Z_]+):/gm), ([, name = ""]) => name);

export function variableFaults(template: Template, name: string, code: Code): string[] {
  const given = variablesOf(template, name);
  const texts = [...code].filter(([path]) => path !== declaration && !isDeclaration(path)).map(([, text]) => text);
  const wanted = names.filter((variable) => texts.some((text) => text.includes(`"${variable}"`)));
  return [
    ...wanted
      .filter((variable) => !isReadable(given, variable))
      .map((variable) => `${name} reads ${variable} and is not given it`),
    ...names
      .filter((variable) => variable in given && !wanted.includes(variable))
      .map((variable) => `${name} is given ${variable} and does not read it`),
  ];
}

/** Declarations are in every bundle that contains the route table. */
function isDeclaration(path: string): boolean {
  return /^functions\/[\w-]+\/(group|function)\.ts$/.test(path);
}

/** The variables of a function, with references replaced by names. */
export function variablesOf(template: Template, name: string): Record<string, string> {
  const variables = at(find(template, `Functions/${name}/Function`).Properties, "Environment", "Variables") ?? {};
  return Object.fromEntries(Object.entries(variables).map(([variable, value]) => [variable, textOf(value)]));
}

/** Reads the variable like the function does when it starts. */
function isReadable(given: Record<string, string>, variable: string): boolean {
  try {
    readEnvironment(given, variable as EnvironmentName);
    return true;
  } catch {
    return false;
  }
}
