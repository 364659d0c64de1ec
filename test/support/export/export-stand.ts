/** The export routes and their worker without a gateway, over a bucket in memory. */
import JSZip from "jszip";
import { v7 as newUuid } from "uuid";
import { usualLimits } from "../../../functions/export-worker/make-export.ts";
import { type ExportWorkerParts, serveRequest } from "../../../functions/export-worker/operations.ts";
import { routeGroup } from "../../../functions/exports/group.ts";
import { type ExportParts, exportOperations } from "../../../functions/exports/operations.ts";
import { parseExportRequestKey } from "../../../shared/export/export-request.ts";
import type { ExportFiles } from "../../../shared/export/store/export-files.ts";
import { createMembershipReader } from "../../../shared/label/membership-reader.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { createContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { noPictures } from "../contact/pictures.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import { operationCalls } from "../process/operation-calls.ts";

export type ExportStand = ReturnType<typeof createExportStand>;

export function createExportStand(store: Store, start: number) {
  let clock = start;
  const now = () => new Date(clock);
  const files = memoryAccountFiles(() => clock);
  const lines: (RequestLine | JobLine)[] = [];
  const pictures = new Map<string, Uint8Array>();
  const exportFiles: ExportFiles = {
    create: (key) => {
      const chunks: Uint8Array[] = [];
      return {
        write: async (chunk) => void chunks.push(Buffer.from(chunk as string)),
        close: async () => {
          const content = Buffer.concat(chunks);
          await files.put(key, content);
          return content.byteLength;
        },
      };
    },
    stream: async function* ({ key }) {
      const content = files.objects.get(key)?.content;
      if (!content) throw new Error("there is no such object");
      for (let at = 0; at < content.byteLength; at += 1_000) yield content.subarray(at, at + 1_000);
    },
  };
  const log = (line: RequestLine | JobLine) => void lines.push(line);

  /** A process of the worker. */
  const worker = (parts: Partial<ExportWorkerParts> = {}): ExportWorkerParts => ({
    ...{ store, files, exportFiles, now, log, limits: usualLimits, avatarUrls: noPictures.avatarUrls },
    indexes: createContactIndexes({ store, now, log: () => {} }),
    memberships: createMembershipReader(store),
    readAvatar: async (_accountId, version) => pictures.get(version),
    ...parts,
  });
  const requests = () => [...files.objects.keys()].filter((key) => parseExportRequestKey(key));
  const calls = (accountId: string, parts: Partial<ExportParts> = {}) => {
    const operations = exportOperations({
      ...{ store, files, now },
      newId: () => newUuid({ msecs: clock }),
      signDownload: async (key, seconds) => `https://files.example/${key}?seconds=${seconds}`,
      pause: async (milliseconds) => {
        clock += milliseconds;
      },
      ...parts,
    });
    const call = operationCalls(routeGroup.rows, operations, accountId);
    return {
      contacts: (query: object = {}) => call("exportContacts", { query }),
      account: (query: object = {}) => call("exportAccount", { query }),
      contactExport: (id: string, query: object = {}) => call("getContactExport", { params: { id }, query }),
      accountExport: (id: string, query: object = {}) => call("getAccountExport", { params: { id }, query }),
    };
  };
  const patient = { requestId: "r", remainingTime: () => 900_000 };
  const work = async (parts: Partial<ExportWorkerParts> = {}) => {
    for (const key of requests()) await serveRequest(worker(parts), key, patient);
  };

  return {
    ...{ files, exportFiles, lines, pictures, now, worker, requests, calls, work, patient },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    /** The files of an export of contacts, made by a worker with these parts. */
    exported: async (accountId: string, query: object = {}, parts: Partial<ExportWorkerParts> = {}) => {
      const pause = () => work(parts);
      const answer = await calls(accountId, { pause }).contacts({ redirect: "false", ...query });
      return contentsOf(files.objects, answer);
    },
    archives: async (accountId: string, parts: Partial<ExportWorkerParts> = {}) => {
      const pause = () => work(parts);
      const answer = await calls(accountId, { pause }).account({ redirect: "false" });
      return Promise.all(contentsOf(files.objects, answer).map((content) => JSZip.loadAsync(content)));
    },
  };
}

function contentsOf(objects: ReadonlyMap<string, { content: Uint8Array }>, answer: { status: number; body?: unknown }) {
  if (answer.status !== 200) throw new Error(`the export is not done: ${JSON.stringify(answer)}`);
  const { url, urls = [url] } = answer.body as { url: string; urls?: string[] };
  return urls.map((each) => Buffer.from(objects.get(new URL(each).pathname.slice(1))?.content ?? []));
}

/** The text of an entry of an archive. */
export async function textIn(archive: JSZip | undefined, name: string): Promise<string> {
  const entry = archive?.file(name);
  if (!entry) throw new Error(`the archive has no ${name}`);
  return entry.async("string");
}
