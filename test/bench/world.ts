/** One account under measurement, and the processes of the service that work on it. */
import { contactOperations } from "../../functions/contacts/operations.ts";
import { bulkDeleteBody } from "../../functions/contacts/schemas.ts";
import type { Platform } from "../../shared/contact/handles.ts";
import { contactCreateSchema, contactPatchSchema } from "../../shared/contact/schema.ts";
import { createMembershipReader } from "../../shared/labels/membership-reader.ts";
import { listQuery } from "../../shared/lists/list-query.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { mainTable } from "../../shared/table/definition.ts";
import { memoryFiles } from "../support/imports.ts";
import { noPictures } from "../support/pictures.ts";
import { type BenchAccount, benchTime, createIds, findPlace } from "./account.ts";
import type { Ground } from "./ground.ts";
import { Meter, meteredFiles, meteredStore } from "./meter.ts";

export interface World {
  account: BenchAccount;
  /** Uncounted. */
  bare: Ground;
  counted: Ground;
  meter: Meter;
  /** A copy of the contacts function that has just started, with a memory of its own. */
  startProcess: (ground: Ground) => BenchProcess;
}

export function createWorld(bare: Ground, account: BenchAccount): World {
  const meter = new Meter();
  const counted = {
    store: meteredStore(meter, bare.store, mainTable),
    files: meteredFiles(meter, bare.files),
  };
  const newId = createIds(`processes of ${account.accountId}`, benchTime);
  return { account, bare, counted, meter, startProcess: (ground) => startProcess(ground, account.accountId, newId) };
}

export type BenchProcess = ReturnType<typeof startProcess>;

/** What the account can ask of it. Bodies and queries are parsed as the pipeline does. */
export function startProcess({ store, files }: Ground, accountId: string, newId: () => string) {
  const now = () => new Date(benchTime);
  const operations = contactOperations({
    ...noPictures,
    store,
    indexes: createContactIndexes({ store, files, now, log: () => {} }),
    memberships: createMembershipReader(store),
    accountFiles: files,
    importFiles: memoryFiles(),
    findPlace,
    now,
    newId,
  });
  const call = {
    caller: { kind: "session", accountId } as const,
    headers: {},
    requestId: "bench",
    clientAddress: "127.0.0.1",
    baseUrl: "https://api.example.com",
    remainingTime: () => 60_000,
    params: {},
    query: {},
    body: undefined,
  };
  const avatar = { avatarQuality: "medium", avatarSize: "medium" } as const;
  return {
    list: (query: Readonly<Record<string, string>>) =>
      operations.listContacts({ ...call, query: listQuery.parse(query) }),
    select: (query: Readonly<Record<string, string>>) =>
      operations.selectContacts({ ...call, query: listQuery.parse(query) }),
    get: (id: string) => operations.getContact({ ...call, params: { id }, query: avatar }),
    findBySocial: (platform: Platform, handle: string) =>
      operations.findContactBySocial({ ...call, query: { platform, handle, ...avatar } }),
    create: (body: unknown) => operations.createContact({ ...call, body: contactCreateSchema.parse(body) }),
    patch: (id: string, body: unknown) =>
      operations.patchContact({ ...call, params: { id }, body: contactPatchSchema.parse(body) }),
    remove: (id: string) => operations.deleteContact({ ...call, params: { id } }),
    removeMany: (body: unknown) => operations.bulkDelete({ ...call, body: bulkDeleteBody.parse(body) }),
  };
}
