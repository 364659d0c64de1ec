import { readFileSync } from "node:fs";

/**
 * The most memory that this process ever held, in megabytes. On Linux not by `maxRSS`, because a process that
 * Node starts there begins with that of its parent.
 */
export function peakMegabytes(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1_000;
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}
