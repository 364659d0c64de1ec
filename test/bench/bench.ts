/**
 * `npm run bench` prints what the service costs: all accesses to accounts of several sizes, the boxes of the map, searches, the
 * pipeline of requests, a run of the reminder sender, exports, an import, the reading of cards, the deletion of an account, the
 * app in a browser, a laptop, and the targets. `-- --only accesses` or another name in the table below measures one part.
 * `-- --write` writes the measured figures into the committed files.
 */
import { parseArgs } from "node:util";
import { benchAccesses, judgeTargets } from "./accesses.ts";
import { benchAccountDeletion } from "./account-deletion.ts";
import { benchApp } from "./app.ts";
import { benchCardReading } from "./card-reading.ts";
import { benchExports } from "./exports.ts";
import { type CommittedFigures, readCommitted, writeCommitted } from "./figures.ts";
import { benchImports } from "./imports.ts";
import { benchLaptop } from "./laptop.ts";
import { judgeMapTargets, mapTable, measureMap } from "./map.ts";
import { writePage } from "./page.ts";
import { benchPipeline } from "./pipeline.ts";
import { benchReminders } from "./reminders.ts";
import { benchSearch } from "./search-time.ts";
import { type Target, targetsTable } from "./table.ts";

const { values } = parseArgs({ options: { only: { type: "string" }, write: { type: "boolean" } } });
const { only } = values;

let figures: CommittedFigures = readCommitted();
/** Every part prints its tables and returns its targets. */
const parts: Readonly<Record<string, () => Promise<Target[]>>> = {
  accesses: async () => {
    figures = { ...figures, ...(await benchAccesses()) };
    return judgeTargets(figures);
  },
  map: async () => {
    figures = { ...figures, map: await measureMap() };
    console.log(`\n${mapTable(figures.map)}\n\nboxes of the map, in read units: median · 95 % · most · mean`);
    return judgeMapTargets(figures.map);
  },
  search: benchSearch,
  pipeline: benchPipeline,
  reminders: benchReminders,
  exports: benchExports,
  imports: benchImports,
  cards: benchCardReading,
  deletion: benchAccountDeletion,
  app: benchApp,
  laptop: benchLaptop,
};
if (only !== undefined && !Object.hasOwn(parts, only)) throw new Error(`--only ${Object.keys(parts).join(" or ")}`);

const targets: Target[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (only === undefined || only === name) targets.push(...(await measure()));
}
if (targets.length > 0) console.log(`\n${targetsTable(targets)}`);
if (values.write) {
  writeCommitted(figures);
  writePage(figures);
}
