/** The tasks that `bundled-process.ts` runs: a part of a delete by filter, a run of the reminder sender, an export or an import. */
import { randomBytes, randomUUID } from "node:crypto";
import { deleteSet } from "../../functions/deletion-worker/operations.ts";
import { usualLimits } from "../../functions/export-worker/make-export.ts";
import { serveRequest } from "../../functions/export-worker/operations.ts";
import { runReminders } from "../../functions/reminder-sender/operations.ts";
import { deletionPrefix } from "../../shared/account/store/account-keys.ts";
import { type ExportRequest, exportRequestKey } from "../../shared/export/export-request.ts";
import { getExport, newExport, putExport } from "../../shared/export/store/export.ts";
import { createMembershipReader } from "../../shared/label/membership-reader.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { type Cost, Meter } from "../support/capacity/meter.ts";
import { noPictures } from "../support/contact/pictures.ts";
import { peakMegabytes } from "../support/process/peak-memory.ts";
import { benchTime, createIds } from "./account.ts";
import { type Ground, type GroundAddress, meteredGround, openGround } from "./ground.ts";
import { type ImportTask, workOnImport } from "./import-task.ts";
import { startProcess } from "./world.ts";

export type Task = { address: GroundAddress } & (DeletionTask | ReminderTask | ExportTask | ImportTask);

interface DeletionTask {
  work: "deletion";
  accountId: string;
  /** The body of the request; null for the part of the worker. */
  body: object | null;
}

interface ReminderTask {
  work: "reminders";
  /** When the run starts. */
  start: string;
  /** Mails a second. */
  rate: number;
  /** Whether to count the calls of the table, which takes time and memory. */
  metered: boolean;
}

interface ExportTask {
  work: "export";
  accountId: string;
  request: ExportRequest;
  /** Of every picture; 0 for no pictures. */
  pictureBytes: number;
}

export interface Report {
  cost: Cost;
  /** Contacts that the request deletes, mails that were sent, bytes of the files of an export, or imported rows. */
  count: number;
  /** Seconds by the clock of the task, for which waiting takes no real time. */
  seconds: number;
  realSeconds: number;
  /** Seconds of a whole processor. */
  processorSeconds: number;
  /** MB of the process at its largest. */
  memory: number;
}

const remainingTime = () => Number.POSITIVE_INFINITY;
const log = () => {};

async function deleteContacts({ accountId, body }: DeletionTask, ground: Ground, address: GroundAddress) {
  if (body) {
    const process = startProcess(ground, accountId, createIds(`deletion of ${accountId}`, benchTime));
    return (await process.deleteContacts(body)).body.deletedCount;
  }
  const parts = { ...noPictures, ...ground, now: () => new Date(benchTime), pause: async () => {}, log };
  for await (const { key } of openGround(address).files.list(`${deletionPrefix}${accountId}/`)) {
    await deleteSet(parts, key, { requestId: "bench", remainingTime });
  }
  return 0;
}

async function makeExport({ accountId, request, pictureBytes }: ExportTask, ground: Ground) {
  const id = randomUUID();
  const now = () => new Date(benchTime);
  const pool = randomBytes(1_000_000 + pictureBytes);
  const readAvatar = async (_accountId: string, photoVersion: string) => {
    if (pictureBytes === 0) return undefined;
    const start = Number.parseInt(photoVersion.slice(-5), 16) % 1_000_000;
    return pool.subarray(start, start + pictureBytes);
  };
  await putExport(ground.store, newExport({ id, accountId, request, txid: 1 }, now()), undefined);
  const parts = {
    ...{ ...ground, now, log, readAvatar, avatarUrls: noPictures.avatarUrls, limits: usualLimits },
    indexes: createContactIndexes({ ...ground, now, log }),
    memberships: createMembershipReader(ground.store),
  };
  await serveRequest(parts, exportRequestKey({ accountId, exportId: id }), {
    requestId: "bench",
    remainingTime: () => 1e9,
  });
  const made = await getExport(ground.store, accountId, id, now());
  return made?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
}

async function carryOut(task: Task): Promise<Report> {
  const meter = new Meter();
  const bare = openGround(task.address);
  const ground = "metered" in task && !task.metered ? bare : meteredGround(meter, bare);
  const [started, usedBefore] = [performance.now(), process.cpuUsage()];
  let skipped = 0;
  const elapsed = () => performance.now() - started + skipped;
  let count = 0;
  if (task.work === "deletion") count = await deleteContacts(task, ground, task.address);
  else if (task.work === "import") count = await workOnImport(task, ground);
  else if (task.work === "export") count = await makeExport(task, ground);
  else {
    const mailer = {
      send: async () => {
        count += 1;
        return { kind: "accepted", messageId: randomUUID() } as const;
      },
    };
    const pause = async (milliseconds: number) => {
      skipped += milliseconds;
    };
    const now = () => new Date(Date.parse(task.start) + elapsed());
    const sender = { name: "Contacts", address: "no-reply@contacts.example" };
    const unsubscribeUrl = async ({ accountId }: { accountId: string }) =>
      `https://api.example.com/unsubscribe/${accountId}`;
    const parts = { store: ground.store, mailer, sender, unsubscribeUrl, perSecond: task.rate, now, pause, log };
    await runReminders(parts, { requestId: "bench", remainingTime });
  }
  const memory = Math.ceil(peakMegabytes());
  const seconds = elapsed() / 1000;
  const { user, system } = process.cpuUsage(usedBefore);
  const processorSeconds = (user + system) / 1e6;
  return { cost: meter.cost, count, seconds, realSeconds: seconds - skipped / 1000, processorSeconds, memory };
}

process.once("message", async (task: Task) => process.send?.(await carryOut(task)));
