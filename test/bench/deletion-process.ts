/**
 * The inside of a process that does one part of a delete by filter: the request, which fixes the set, or the worker,
 * which works it off. See `run-deletion.ts`.
 */
import { workOffDeletion } from "../../functions/deletion-worker/operations.ts";
import { deletionPrefix } from "../../shared/files/account-keys.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { noPictures } from "../support/pictures.ts";
import { benchTime, createIds } from "./account.ts";
import type { Cost } from "./cost.ts";
import { type GroundAddress, openGround } from "./ground.ts";
import { Meter, meteredFiles, meteredStore } from "./meter.ts";
import { startProcess } from "./world.ts";

export interface DeletionTask {
  address: GroundAddress;
  accountId: string;
  /** The body of the request; null is the worker's part. */
  body: object | null;
}

export interface DeletionReport {
  cost: Cost;
  deletedCount: number;
  milliseconds: number;
  /** Of the whole process at its largest, in MB. */
  memory: number;
}

async function carryOut({ address, accountId, body }: DeletionTask): Promise<DeletionReport> {
  const bare = openGround(address);
  const meter = new Meter();
  const ground = { store: meteredStore(meter, bare.store, mainTable), files: meteredFiles(meter, bare.files) };
  const started = performance.now();
  let deletedCount = 0;
  if (body) {
    const process = startProcess(ground, accountId, createIds(`deletion of ${accountId}`, benchTime));
    ({ deletedCount } = (await process.removeMany(body)).body);
  } else {
    const invocation = { requestId: "bench", remainingTime: () => Number.POSITIVE_INFINITY };
    const parts = { ...noPictures, ...ground, now: () => new Date(benchTime), pause: async () => {}, log: () => {} };
    for await (const { key } of bare.files.list(`${deletionPrefix}${accountId}/`)) {
      await workOffDeletion(parts, key, invocation);
    }
  }
  const milliseconds = performance.now() - started - meter.overhead;
  // In kilobytes, whatever the system.
  const memory = Math.ceil(process.resourceUsage().maxRSS / 1000);
  return { cost: meter.cost, deletedCount, milliseconds, memory };
}

process.once("message", async (task: DeletionTask) => process.send?.(await carryOut(task)));
