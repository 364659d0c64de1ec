/**
 * What the service costs: `npm run bench`. Prints a table of all accesses for accounts of several sizes, one of what
 * the indexes cost, those of the map, the times of imports, a run of the reminder sender, and the targets. `-- --only
 * accesses`, `map`, `imports` or `reminders` measures one part, and `-- --sizes 100,1000` only accounts of these sizes;
 * `-- --write` rewrites figures, page and plots as far as they were measured: of other parts, what is committed stays.
 * Times are of one run, and never committed.
 */
import { parseArgs } from "node:util";
import { benchAccesses } from "./bench-accesses.ts";
import { benchImports } from "./bench-imports.ts";
import { benchMap } from "./bench-map.ts";
import { benchReminders } from "./bench-reminders.ts";
import { benchSizes, type CommittedFigures, readCommitted } from "./figures.ts";
import { judgeImportTargets } from "./import-targets.ts";
import { judgeMapTargets } from "./map-targets.ts";
import { judgeReminderTargets } from "./reminder-targets.ts";
import { targetsTable } from "./table.ts";
import { judgeTargets } from "./targets.ts";
import { writeCommitted } from "./write-committed.ts";

const { values } = parseArgs({
  options: { only: { type: "string" }, sizes: { type: "string" }, write: { type: "boolean", default: false } },
});
const parts = ["accesses", "map", "imports", "reminders"];
if (values.only !== undefined && !parts.includes(values.only)) throw new Error(`--only ${parts.join(" or --only ")}`);
const sizes = values.sizes?.split(",").map(Number) ?? benchSizes;
if (!sizes.every((size) => Number.isInteger(size) && size >= 100))
  throw new Error("--sizes 100,1000: whole, from 100 on");
if (values.write && values.sizes !== undefined) throw new Error("--write needs every size");

const isWanted = (part: string) => values.only === undefined || values.only === part;
const accesses = isWanted("accesses") ? await benchAccesses(sizes) : undefined;
const map = isWanted("map") ? await benchMap() : undefined;
const imports = isWanted("imports") ? await benchImports() : undefined;
const reminders = isWanted("reminders") ? await benchReminders() : undefined;
const figures: CommittedFigures = { ...readCommitted(), ...accesses, ...(map && { map }) };
const isWhole = values.sizes === undefined;
const targets = [
  ...(accesses && isWhole ? judgeTargets(figures) : []),
  ...(map ? judgeMapTargets(map) : []),
  ...(imports ? judgeImportTargets(imports) : []),
  ...(reminders ? judgeReminderTargets(reminders) : []),
];
if (targets.length > 0) console.log(`\n${targetsTable(targets)}`);
if (values.write) writeCommitted(figures);
