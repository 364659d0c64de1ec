/**
 * The local queues: fauxqs, an emulator of SQS. Its own start listens on every address of the machine, so this file puts the same
 * parts together, and listens on the loopback address.
 */
import type { AddressInfo } from "node:net";
import { type BuildAppOptions, buildApp } from "fauxqs";
import { isFromThisMachine, loopbackAddress } from "../server/loopback.ts";

export interface QueueEmulator {
  endpoint: string;
  stop(): Promise<void>;
}

type Stores = NonNullable<BuildAppOptions["stores"]>;

/** The parts of fauxqs that its package does not export. */
interface Parts {
  SqsStore: new () => Stores["sqsStore"];
  SnsStore: new () => Stores["snsStore"];
  S3Store: new () => Stores["s3Store"];
  PersistenceManager: new (folder: string) => Persistence;
}

type Persistence = NonNullable<Stores["sqsStore"]["persistence"]>;

/** Without a folder, the messages are in memory. */
export async function startQueueEmulator(dataDir?: string): Promise<QueueEmulator> {
  const { SqsStore, SnsStore, S3Store, PersistenceManager } = await loadParts();
  const stores: Stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  const files = dataDir === undefined ? undefined : new PersistenceManager(dataDir);
  if (files) keepIn(files, stores);
  const app = buildApp({ stores, logger: false });
  app.addHook("onRequest", async (request, reply) => {
    // The emulator checks no signature, and a page of the web must not send messages.
    if (!isFromThisMachine(request.raw)) await reply.code(403).send();
  });
  await app.listen({ port: 0, host: loopbackAddress });
  const { port } = app.server.address() as AddressInfo;
  return {
    endpoint: `http://${loopbackAddress}:${port}`,
    stop: async () => {
      await app.close();
      files?.close();
    },
  };
}

/** Loads what an earlier run has left, before the stores write anything, as fauxqs does. */
function keepIn(files: Persistence, { sqsStore, snsStore }: Stores): void {
  files.loadSqsAndSns(sqsStore, snsStore);
  sqsStore.persistence = files;
  for (const queue of sqsStore.allQueues()) queue.persistence = files;
}

async function loadParts(): Promise<Parts> {
  const files = ["sqs/sqsStore", "sns/snsStore", "s3/s3Store", "persistence"];
  const modules = files.map((file) => import(new URL(`./${file}.js`, import.meta.resolve("fauxqs")).href));
  return Object.assign({}, ...(await Promise.all(modules)));
}
