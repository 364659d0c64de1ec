/** The operations of the export routes. They put a request into the bucket, whose event starts the worker. */
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { type ExportRequest, exportRequestKey } from "../../shared/export/export-request.ts";
import {
  type ExportRecord,
  endOfFiles,
  findExport,
  getExport,
  newExport,
  putExport,
} from "../../shared/export/store/export.ts";
import type { SignDownload } from "../../shared/export/store/export-files.ts";
import { applyPendingWork, type PendingWorkParts } from "../../shared/interaction/store/pending-work.ts";
import { requireLabel } from "../../shared/label/store/label.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Input, Operations } from "../../shared/platform/http/route/route.ts";
import type { routeGroup } from "./group.ts";

export interface ExportParts extends PendingWorkParts {
  /** The files of the account bucket. */
  files: Pick<AccountFiles, "put">;
  signDownload: SignDownload;
  newId: () => string;
  pause: (milliseconds: number) => Promise<void>;
}

export function exportOperations(parts: ExportParts): Operations<typeof routeGroup.rows> {
  const { store } = parts;
  return {
    async exportContacts({ caller: { accountId }, query, ...input }) {
      const { format, version = "4.0", redirect, avatarQuality, avatarSize, ...list } = query;
      await Promise.all([
        list.groupId === undefined || requireLabel(store, accountId, "group", list.groupId),
        list.tagId === undefined || requireLabel(store, accountId, "tag", list.tagId),
      ]);
      const inFormat = {
        vcard: { format: "vcard", version },
        csv: { format: "csv" },
        json: { format: "json", avatar: { avatarQuality, avatarSize } },
      } as const;
      return begin(parts, accountId, { kind: "contacts", list, ...inFormat[format] }, { ...input, redirect });
    },

    async getContactExport({ caller: { accountId }, params: { id }, query: { redirect }, baseUrl }) {
      return answerOf(parts, await requireExport(parts, accountId, id, "contacts"), { redirect, baseUrl });
    },

    async exportAccount({ caller: { accountId }, query: { redirect }, ...input }) {
      return begin(parts, accountId, { kind: "account" }, { ...input, redirect });
    },

    async getAccountExport({ caller: { accountId }, params: { id }, query: { redirect }, baseUrl }) {
      return answerOf(parts, await requireExport(parts, accountId, id, "account"), { redirect, baseUrl });
    },
  };
}

/** The milliseconds that a request waits for its export at most, which is enough for a small account. */
const longestWait = 8_000;
/** The milliseconds that writing the answer may take. */
const answerMargin = 3_000;
/** The milliseconds between two reads of an export that a request waits for: at first, and at most. */
const firstPause = 50;
const longestPause = 500;
/** The milliseconds of life that a finished export must have left, so that another request gets it, too. */
const leastLife = 30 * 60_000;
/** The milliseconds after which a worker has begun, unless its request was not put into the bucket. */
const beginTime = 60_000;
/** Seconds. */
const retryAfter = "2";

type Begin = Pick<Input, "baseUrl" | "remainingTime"> & { redirect: boolean };

/** Starts the export, or joins one of an equal request, and waits for its end. */
async function begin(parts: ExportParts, accountId: string, request: ExportRequest, { redirect, ...input }: Begin) {
  const { now, pause } = parts;
  const deadline = now().getTime() + Math.min(longestWait, input.remainingTime() - answerMargin);
  let record = await startExport(parts, accountId, request);
  for (let wait = firstPause; record.status === "making"; wait = Math.min(longestPause, wait * 1.5)) {
    if (now().getTime() + wait > deadline) break;
    await pause(wait);
    record = (await getExport(parts.store, accountId, record.id, now())) ?? record;
  }
  return answerOf(parts, record, { redirect, baseUrl: input.baseUrl });
}

/**
 * The export of an equal request that is being made, or that was made from the same state of the account; otherwise a new one. Of
 * requests in parallel, one starts the export, and the others join it.
 */
async function startExport(parts: ExportParts, accountId: string, request: ExportRequest): Promise<ExportRecord> {
  const { store, now, newId } = parts;
  const { txid } = await applyPendingWork(parts, accountId);
  for (;;) {
    const time = now();
    const { id, record } = await findExport(store, accountId, request, time);
    if (record?.status === "making") return announceAgain(parts, record);
    const lifeLeft = ((record && endOfFiles(record)) ?? 0) - time.getTime();
    if (record?.status === "done" && record.txid >= txid && lifeLeft >= leastLife) return record;
    const started = newExport({ id: newId(), accountId, request, txid }, time);
    if (!(await putExport(store, started, id))) continue;
    await announce(parts, started);
    return started;
  }
}

/** The object starts the worker. Its content is not read. */
async function announce({ files }: ExportParts, { accountId, id: exportId }: ExportRecord): Promise<void> {
  await files.put(exportRequestKey({ accountId, exportId }), new Uint8Array());
}

/** If the request that began the export crashed before it started the worker, a later request starts it. */
async function announceAgain(parts: ExportParts, record: ExportRecord): Promise<ExportRecord> {
  const age = parts.now().getTime() - Date.parse(record.requestedAt);
  if (record.status === "making" && record.attempts === 0 && age > beginTime) await announce(parts, record);
  return record;
}

/** Throws `export_not_found`, also for an export of the other kind, which has other access rules. */
async function requireExport(
  parts: ExportParts,
  accountId: string,
  id: string,
  kind: ExportRequest["kind"],
): Promise<ExportRecord> {
  const record = await getExport(parts.store, accountId, id, parts.now());
  if (record?.request.kind !== kind) throw new AppError("export_not_found");
  return announceAgain(parts, record);
}

/** The addresses are signed for the rest of the files' life. Throws the error of a failed export. */
async function answerOf(
  { signDownload, now }: ExportParts,
  record: ExportRecord,
  { redirect, baseUrl }: { redirect: boolean; baseUrl: string },
) {
  const { id: exportId, status, request, files, error } = record;
  const txid = String(record.txid);
  if (status === "failed") {
    const message = "The export could not be made. Request it again.";
    throw new AppError(error ?? "internal_server_error", { message });
  }
  const end = endOfFiles(record);
  if (end === undefined) {
    const path = request.kind === "account" ? "/me/exports" : "/contacts/exports";
    const location = `${baseUrl}${path}/${exportId}${redirect ? "" : "?redirect=false"}`;
    const headers = { location, "retry-after": retryAfter };
    return { status: 202, txid, headers, body: { exportId, status: "making" } } as const;
  }
  const seconds = Math.max(1, Math.floor((end - now().getTime()) / 1000));
  const urls = await Promise.all(files.map(({ key }) => signDownload(key, seconds)));
  const [url = ""] = urls;
  if (redirect) return { status: 303, txid, headers: { location: url } } as const;
  const body = { url, expiresAt: new Date(end).toISOString(), ...(urls.length > 1 && { urls }) };
  return { status: 200, txid, body } as const;
}
