/** The findings of the preflight. */
import { OperationError } from "../command-line.ts";

/** An error prevents a deployment; a warning does not. The text says what is wrong, and what to do. */
export interface Finding {
  level: "error" | "warning";
  text: string;
}

export function error(text: string): Finding[] {
  return [{ level: "error", text }];
}

export function warning(text: string): Finding[] {
  return [{ level: "warning", text }];
}

export function isError({ level }: Finding): boolean {
  return level === "error";
}

/** Prints the findings. Throws `OperationError` with the consequence if one is an error. */
export function report(findings: readonly Finding[], consequence: string): void {
  for (const { level, text } of findings) console.error(`${level}: ${text}`);
  if (findings.some(isError)) throw new OperationError(consequence);
}
