/** What the commit of a large import on the server and its undo cost, and what other writes of the account wait meanwhile. */
import { setTimeout as pause } from "node:timers/promises";
import { importWorker } from "../../functions/import-worker/function.ts";
import { placesFile } from "../../infra/places/places-file.ts";
import { type ImportWorkKind, importWorkKinds } from "../../shared/import/store/import-work.ts";
import { contactCalls } from "../support/contact/contact-calls.ts";
import { loadAccount } from "./account.ts";
import { runBundled } from "./bundled-process.ts";
import { type GroundAddress, onGround, openGround } from "./ground.ts";
import { requestImport, requestImportUndo } from "./import-task.ts";
import type { Report } from "./process-tasks.ts";
import { type Target, thousands } from "./table.ts";

const size = 50_000;
/** Units are counted over fewer rows, because counting takes as long as committing. Each row costs the same. */
const countedSize = 5_000;
/** Contacts that the accounts have before. */
const knownContacts = { counted: 100, timed: 200 };
const changesBefore = 30;
/** The milliseconds between two changes by the owner, who works quickly. */
const pauseBetweenChanges = 1_000;

export function benchImports(): Promise<Target[]> {
  return onGround(async (address) => {
    const counted = await openImport(address, countedSize, true);
    for (const kind of importWorkKinds) {
      const { readUnits, writeUnits, roundTrips } = (await workOn(counted, kind)).report.cost;
      const each = (value: number) => (value / countedSize).toFixed(2);
      console.log(`\n${kind} of ${thousands(countedSize)} people on the server, each: ${each(readUnits)} read and`);
      console.log(`${each(writeUnits)} write units, ${each(roundTrips)} calls of the table`);
    }
    const timed = await openImport(address, size, false);
    const before: number[] = [];
    for (let n = 0; n < changesBefore; n++) before.push(await timed.change());
    const targets: Target[] = [];
    for (const kind of importWorkKinds) {
      const { report, during } = await workOn(timed, kind);
      const { realSeconds, processorSeconds, memory } = report;
      console.log(
        `${kind} of ${thousands(size)} people: ${realSeconds.toFixed(0)} s here, ${processorSeconds.toFixed(0)} s of the processor, ${memory} MB of memory`,
      );
      console.log(`a PATCH of another process waits ${waitsOf(before)} before, and ${waitsOf(during)} meanwhile`);
      targets.push(...targetsOf(kind, report, during));
    }
    return targets;
  });
}

/** A parsed import of an account whose owner changes a contact again and again. */
async function openImport(address: GroundAddress, count: number, metered: boolean) {
  const ground = openGround(address);
  const { accountId, contacts } = await loadAccount(ground.store, knownContacts[metered ? "counted" : "timed"]);
  const receiptId = await requestImport(ground, accountId, count);
  const calls = contactCalls(ground.store, accountId);
  const changed = contacts[0]?.id ?? "";
  const change = async () => {
    const started = performance.now();
    await calls.patch(changed, { notes: `Changed at ${started}` });
    const waited = performance.now() - started;
    await pause(pauseBetweenChanges);
    return waited;
  };
  return { address, ground, accountId, receiptId, metered, change };
}

/** Commits or undoes an import in a process of its own, while the owner writes. */
async function workOn(
  { address, ground, accountId, receiptId, metered, change }: Awaited<ReturnType<typeof openImport>>,
  kind: ImportWorkKind,
) {
  if (kind === "undo") await requestImportUndo(ground, accountId, receiptId);
  let isRunning = true;
  const options = importWorker.nodeOptions.split(" ");
  const task = { work: "import", kind, address, accountId, receiptId, metered, placesFile: placesFile() } as const;
  const run = runBundled(task, options).finally(() => {
    isRunning = false;
  });
  const during: number[] = [];
  while (isRunning && !metered) during.push(await change());
  return { report: await run, during };
}

/** The wait that this share of the changes does not exceed, in milliseconds. */
function quantile(waits: readonly number[], share: number): number {
  const sorted = waits.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

function waitsOf(waits: readonly number[]): string {
  return `${quantile(waits, 0.5)} ms (median) and ${quantile(waits, 0.99)} ms (99 %)`;
}

/** Half of the memory, because pictures need the other one. */
const maxMegabytes = importWorker.memory / 2;
const maxWait = 1_000;
/** Milliseconds of the processor for each row. */
const maxPerRow: Readonly<Record<ImportWorkKind, number>> = { commit: 3, undo: 1.5 };

function targetsOf(
  kind: ImportWorkKind,
  { realSeconds, processorSeconds, memory }: Report,
  during: readonly number[],
): Target[] {
  const access = `${kind} of ${thousands(size)} people on the server`;
  const wait = quantile(during, 0.99);
  const perRow = (processorSeconds * 1_000) / size;
  return [
    {
      access: `${access}: processor time of a row`,
      limit: `at most ${maxPerRow[kind]} ms`,
      measured: `${perRow.toFixed(2)} ms`,
      isReached: perRow <= maxPerRow[kind],
    },
    {
      access,
      limit: `less than ${maxMegabytes} MB of memory and ${importWorker.timeoutSeconds} s`,
      measured: `${memory} MB, ${Math.round(realSeconds)} s`,
      isReached: memory < maxMegabytes && realSeconds < importWorker.timeoutSeconds,
    },
    {
      access: `${access}: 99 % of the owner's changes meanwhile`,
      limit: `less than ${maxWait} ms`,
      measured: `${wait} ms`,
      isReached: wait < maxWait,
    },
  ];
}
