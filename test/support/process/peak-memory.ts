import { readFileSync } from "node:fs";

/**
 * The peak memory of this process in megabytes. On Linux, `maxRSS` of a child process includes the peak of its parent, so
 * this reads it from the kernel.
 */
export function peakMegabytes(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS / 1_000;
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}
