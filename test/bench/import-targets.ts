/** What imports were to reach, and whether they do. */
import type { ImportFigures } from "./bench-imports.ts";
import type { Target } from "./targets.ts";

/** Reading, to the time of the library that it is measured beside. */
const maxRatios: Readonly<Record<string, number>> = { "ical.js": 2.5, "csv-parse": 3 };
const maxMegabytes = 256;

export function judgeImportTargets({ times, memory }: ImportFigures): Target[] {
  const most = Math.max(...memory.map(({ megabytes }) => megabytes));
  return [
    ...times.map(({ what, library, libraryTime, readerTime }) => {
      const limit = maxRatios[library] ?? 0;
      const found = Math.round((readerTime / libraryTime) * 100) / 100;
      return {
        access: `reading ${what}`,
        wanted: `at most ${limit} × ${library}`,
        found: `${found} ×`,
        reached: found <= limit,
      };
    }),
    {
      access: "50,000 rows of any source",
      wanted: `less than ${maxMegabytes} MB of memory`,
      found: `${most} MB`,
      reached: most < maxMegabytes,
    },
  ];
}
