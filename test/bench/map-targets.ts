/** What boxes of the map were to reach, and whether they do: in each of the measured accounts, so the worst counts. */
import type { MapAccountFigures, MapFigures } from "./map-cost.ts";
import { percent } from "./map-table.ts";
import { sum } from "./spread.ts";
import { thousands } from "./table.ts";
import type { Target } from "./targets.ts";

export function judgeMapTargets({ accounts, sameBoxes }: MapFigures): Target[] {
  const measured = Object.values(accounts);
  const least = (of: (account: MapAccountFigures) => number) => Math.min(...measured.map(of));
  const most = (of: (account: MapAccountFigures) => number) => Math.max(...measured.map(of));
  const within = least(({ withinFloor, boxes }) => withinFloor / boxes);
  const [median, greatest] = [most(({ queries }) => queries.median), most(({ queries }) => queries.most)];
  const [ofAll, ofMedian] = [least(({ answeredShare }) => answeredShare), least(({ medianShare }) => medianShare)];
  const [few, reached] = [
    sum(measured.map((account) => account.few.boxes)),
    sum(measured.map(({ few }) => few.reached)),
  ];
  const answered = "at least 60 % of what is read answered";
  return [
    {
      access: "box of the map",
      wanted: "at most 2 × its floor + 1, at the median",
      found: `for ${percent(within)}`,
      // The median box does exactly when half of the boxes do.
      reached: within >= 0.5,
    },
    { access: "the same", wanted: "at most 8 queries, at the median", found: String(median), reached: median <= 8 },
    { access: "the same", wanted: "none above 16 queries", found: String(greatest), reached: greatest <= 16 },
    { access: "all boxes of the map together", wanted: answered, found: percent(ofAll), reached: ofAll >= 0.6 },
    { access: "the median of those that read", wanted: answered, found: percent(ofMedian), reached: ofMedian >= 0.6 },
    {
      access: "box of under 1 % of the pins",
      wanted: "at most a tenth of reading all",
      found: `for ${thousands(reached)} of ${thousands(few)}`,
      reached: reached === few,
    },
    {
      access: "the same box, 99,000 pins later",
      wanted: "± 1 unit",
      found: `${sameBoxes.difference}`,
      reached: sameBoxes.difference <= 1,
    },
  ];
}
