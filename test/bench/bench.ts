/**
 * What the service costs: `npm run bench`. Prints a table of all accesses for accounts of several sizes, one of what
 * the indexes cost, those of the map, the times of imports, a run of the reminder sender, and the targets. `-- --only
 * accesses`, `map`, `imports` or `reminders` measures one part, and `-- --sizes 100,1000` only the accesses to accounts
 * of these sizes; `-- --write` rewrites figures, page and plots as far as they were measured: of other parts, what is
 * committed stays. Times are of one run, and never committed.
 */
import { benchAccesses } from "./bench-accesses.ts";
import { benchImports } from "./bench-imports.ts";
import { benchMap } from "./bench-map.ts";
import { type BenchPart, readBenchOptions } from "./bench-options.ts";
import { benchReminders } from "./bench-reminders.ts";
import { benchSizes, type CommittedFigures, readCommitted } from "./figures.ts";
import { judgeImportTargets } from "./import-targets.ts";
import { judgeMapTargets } from "./map-targets.ts";
import { judgeReminderTargets } from "./reminder-targets.ts";
import { targetsTable } from "./table.ts";
import { judgeTargets } from "./targets.ts";
import { writeCommitted } from "./write-committed.ts";

const { parts, sizes, write } = readBenchOptions(process.argv.slice(2));
const isWanted = (part: BenchPart) => parts.includes(part);
const accesses = isWanted("accesses") ? await benchAccesses(sizes) : undefined;
const map = isWanted("map") ? await benchMap() : undefined;
const imports = isWanted("imports") ? await benchImports() : undefined;
const reminders = isWanted("reminders") ? await benchReminders() : undefined;
const figures: CommittedFigures = { ...readCommitted(), ...accesses, ...(map && { map }) };
const isWhole = sizes === benchSizes;
const targets = [
  ...(accesses && isWhole ? judgeTargets(figures) : []),
  ...(map ? judgeMapTargets(map) : []),
  ...(imports ? judgeImportTargets(imports) : []),
  ...(reminders ? judgeReminderTargets(reminders) : []),
];
if (targets.length > 0) console.log(`\n${targetsTable(targets)}`);
if (write) writeCommitted(figures);
