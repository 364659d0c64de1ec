/** The bench of the reminder sender: its targets can be missed. */
import { expect, it } from "vitest";
import { judgeReminderTargets } from "../bench/reminder-targets.ts";

const figures = {
  ...{ accounts: 10_000, rate: 14, readUnits: 5, writeUnits: 15, roundTrips: 8 },
  ...{ seconds: 716, realSeconds: 140, memory: 179 },
};

it.each([
  ["are reached", {}, [true, true]],
  ["are missed by a run that falls behind its rate", { seconds: 800 }, [false, true]],
  ["are missed by a rate that no hour holds", { rate: 1, seconds: 10_000 }, [false, true]],
  ["are missed by a run that waits for its own work", { realSeconds: 716 }, [false, true]],
  ["are missed by too much memory", { memory: 256 }, [true, false]],
])("the targets %s", (_, change, reached) => {
  expect(judgeReminderTargets({ ...figures, ...change }).map((target) => target.reached)).toEqual(reached);
});
