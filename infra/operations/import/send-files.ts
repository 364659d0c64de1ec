/** Sends the files of an import and waits until they are parsed. */
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { ApiError } from "../../../shared/client/api-error.ts";
import type { Client } from "../../../shared/client/client.ts";
import { defaultRetry } from "../../../shared/client/retry.ts";
import { sendFile } from "../../../shared/client/send-file.ts";
import type { ParsedContact } from "../../../shared/client/types.ts";
import type { FollowStrategy, ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import { ImportCommandError } from "./options.ts";
import type { LocalFile, PlannedImport } from "./plan.ts";
import { poll } from "./poll.ts";
import type { Progress } from "./progress.ts";

export interface ParsedImport {
  importId: string;
  source: ImportSource;
  /** The names of its files, in words. */
  files: string;
  totalCount: number;
  validCount: number;
  invalidCount: number;
  duplicateCount: number;
  skippedCount: number;
  coverage: number;
  /** The messages about files that can't be read. */
  unread: string[];
  /** The milliseconds that sending and reading took. */
  sendMs: number;
}

/** Throws `ImportCommandError` if a file can't be read as what it should be, and the errors of the client. */
export async function sendFiles(
  client: Client,
  planned: PlannedImport,
  strategy: FollowStrategy | undefined,
  progress: Progress,
): Promise<ParsedImport> {
  const begin = performance.now();
  const { source, size } = planned;
  const files = namesOf(planned.files);
  progress.begin({ name: "Uploading", total: size, unit: "bytes" });
  const importId = await send(client, planned, strategy, (sent) => progress.update(sent)).catch((fault: unknown) => {
    throw fault instanceof ApiError && fault.code === "validation_error" ? refusal(planned.files, fault) : fault;
  });
  progress.update(size);
  progress.begin({ name: "Reading", total: size, unit: "bytes" });
  const parsed = await poll(
    () => client.getImport({ source, importId, limit: 1 }),
    ({ bytesRead }) => progress.update(bytesRead),
    ({ status }) => status === "parsed" || status === "failed",
    longestSilence,
  );
  progress.end();
  if (parsed.error) throw refusal(planned.files, parsed.error);
  const { totalCount, validCount, invalidCount, duplicateCount, skippedCount, coverage } = parsed;
  const { issues = [] } = parsed.contacts[0] ?? {};
  const counts = { totalCount, validCount, invalidCount, duplicateCount, skippedCount, coverage };
  // They are null only until the files are parsed.
  return {
    importId,
    source,
    files,
    unread: issues.filter(isUnread).map(({ message }) => message),
    ...(counts as { [Name in keyof typeof counts]: number }),
    sendMs: performance.now() - begin,
  };
}

/** A note, as of a file of other lists, needs no attention. */
function isUnread({ code, severity }: ParsedContact["issues"][number]): boolean {
  return code === "file_passed_over" && severity === "warning";
}

/**
 * The milliseconds without progress after which the command gives up, longer than a function may run: the event that starts the
 * parser may not have arrived.
 */
const longestSilence = 30 * 60 * 1000;

/** Returns the id of the import. */
async function send(
  client: Client,
  { source, files }: PlannedImport,
  strategy: FollowStrategy | undefined,
  sent: (bytes: number) => void,
): Promise<string> {
  const strategies = strategy && { strategy };
  const [first, ...others] = files;
  if (first && others.length === 0) return sendAlone(client, { source, ...strategies, ...first }, sent);
  // They have 4 MB together.
  const file = await Promise.all(files.map(async ({ path }) => new File([await readFile(path)], basename(path))));
  return (await client.parseImport({ source, file, ...strategies })).importId;
}

const uploadAttempts = 4;

/** Straight to the storage, with progress. A form is for one attempt, so each prepares an upload of its own. */
async function sendAlone(
  client: Client,
  { path, size, ...input }: LocalFile & { source: ImportSource; strategy?: FollowStrategy },
  sent: (bytes: number) => void,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const { importId, upload } = await client.prepareImportUpload({ ...input, fileName: basename(path), size });
    try {
      await sendFile(upload, await openAsBlob(path), { onProgress: sent });
      return importId;
    } catch (error) {
      const isLost = error instanceof ApiError && (error.code === "connection_failed" || error.status >= 500);
      if (attempt === uploadAttempts || !isLost) throw error;
      await defaultRetry.pause(1_000 * 2 ** attempt);
    }
  }
}

/** Names the file of each fault. */
function refusal(files: readonly LocalFile[], { message, details }: Fault): ImportCommandError {
  if (details.length === 0) return new ImportCommandError(`${namesOf(files)}: ${message}`);
  return new ImportCommandError(details.map((one) => `${fileOf(files, one.path)}: ${one.message}`).join("\n"));
}

type Fault = Pick<ApiError, "message" | "details">;

function fileOf(files: readonly LocalFile[], path: string): string {
  const index = Number(/^body\.files\.(\d+)/.exec(path)?.[1] ?? Number.NaN);
  return files[index]?.path ?? namesOf(files);
}

function namesOf(files: readonly LocalFile[]): string {
  const [first, ...others] = files;
  const name = first ? basename(first.path) : "";
  return others.length === 0 ? name : `${name} and ${others.length.toLocaleString("en")} more`;
}
