import { describe, expect, it } from "vitest";
import { addUnits, meterCapacity, meterJob } from "../../../shared/platform/log/capacity.ts";
import type { JobLine } from "../../../shared/platform/log/request-log.ts";

/** A job whose clock moves by these milliseconds before each access of the table. */
function jobWithAccessesAt(...milliseconds: number[]): { lines: object[]; total: object } {
  const lines: object[] = [];
  let time = 0;
  const job = { requestId: "r", accountId: "a", now: () => new Date(time), log: (line: object) => lines.push(line) };
  const total = meterJob(job, (units, logUnits) => {
    for (const passed of milliseconds) {
      time += passed;
      addUnits("read", 0.5);
      addUnits("write", 10);
    }
    logUnits({ level: "info", event: "job.done" } satisfies JobLine);
    return units;
  });
  return { lines, total };
}

const between = (readUnits: number, writeUnits: number) => {
  return { level: "info", event: "job.units", requestId: "r", accountId: "a", readUnits, writeUnits };
};
const last = (readUnits: number, writeUnits: number) => ({ level: "info", event: "job.done", readUnits, writeUnits });

describe("a job on an account", () => {
  it("that takes less than a minute writes its units into its own line", () => {
    const { lines, total } = jobWithAccessesAt(0, 20_000, 39_999);
    expect(lines).toEqual([last(1.5, 30)]);
    expect(total).toEqual({ readUnits: 1.5, writeUnits: 30 });
  });

  it("writes a line once a minute, and into each line what it has consumed since the line before", () => {
    const { lines, total } = jobWithAccessesAt(30_000, 30_000, 59_999, 1, 1);
    expect(lines).toEqual([between(1, 10), between(1, 20), last(0.5, 20)]);
    expect(total).toEqual({ readUnits: 2.5, writeUnits: 50 });
  });

  it("is not counted into the sum of the work that started it", () => {
    const outside = meterCapacity((units) => {
      jobWithAccessesAt(0);
      addUnits("write", 1);
      return units;
    });
    expect(outside).toEqual({ readUnits: 0, writeUnits: 1 });
  });
});
