/** What exports of a large account cost. */
import { exportWorker } from "../../functions/export-worker/function.ts";
import type { ExportRequest } from "../../shared/export/export-request.ts";
import { loadAccount } from "./account.ts";
import { runBundled } from "./bundled-process.ts";
import { onGround, openGround } from "./ground.ts";
import type { Report } from "./process-tasks.ts";
import { type Target, thousands } from "./table.ts";

export interface ExportFigures {
  name: string;
  report: Report;
}

const contacts = 50_000;
const pictureBytes = 20_000;
const list = { search: null, keepInTouch: false };

/** Each export, and whether the contacts have pictures. */
const exports: readonly (readonly [name: string, request: ExportRequest, withPictures: boolean])[] = [
  ["vCards", { kind: "contacts", format: "vcard", version: "4.0", list }, false],
  ["CSV", { kind: "contacts", format: "csv", list }, false],
  [
    "JSON",
    { kind: "contacts", format: "json", avatar: { avatarSize: "medium", avatarQuality: "medium" }, list },
    false,
  ],
  ["account with pictures", { kind: "account" }, true],
];

export async function benchExports(): Promise<ExportFigures[]> {
  const figures: ExportFigures[] = [];
  for (const pictures of [false, true]) {
    await onGround(async (address) => {
      const { accountId } = await loadAccount(openGround(address).store, contacts, pictures);
      for (const [name, request, withPictures] of exports) {
        if (withPictures !== pictures) continue;
        const task = { work: "export", address, accountId, request, pictureBytes } as const;
        figures.push({ name, report: await runBundled(task, exportWorker.nodeOptions.split(" ")) });
      }
    });
  }
  console.log(`\nexports of ${thousands(contacts)} contacts, pictures of ${thousands(pictureBytes)} bytes:`);
  for (const { name, report } of figures) {
    const { cost, count, realSeconds, memory } = report;
    const megabytes = (count / 1_000_000).toFixed(1);
    const units = `${thousands(cost.readUnits)} read and ${thousands(cost.writeUnits)} write units`;
    console.log(`${name}: ${megabytes} MB, ${units}, ${realSeconds.toFixed(1)} s here, ${memory} MB of memory`);
  }
  return figures;
}

const maxMegabytes = 512;
/** Half of the time that the worker has. */
const maxSeconds = exportWorker.timeoutSeconds / 2;

export function judgeExportTargets(figures: readonly ExportFigures[]): Target[] {
  return figures.map(({ name, report: { realSeconds, memory } }) => ({
    access: `export of ${thousands(contacts)} contacts: ${name}`,
    limit: `less than ${maxMegabytes} MB of memory and ${maxSeconds} s`,
    measured: `${memory} MB, ${Math.round(realSeconds)} s`,
    isReached: memory < maxMegabytes && realSeconds < maxSeconds,
  }));
}
