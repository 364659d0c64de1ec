/**
 * Encodes pictures in threads of their own. In the cloud, a machine that encodes has nothing else to do; here all requests share
 * a thread, which a picture with many pixels would block for seconds.
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { AvatarImage } from "../../../shared/picture/avatar-variants.ts";
import type { EncodeAvatar } from "../../../shared/picture/encode-avatar.ts";
import { measurePicture, PictureError } from "../../../shared/picture/measure-picture.ts";
import { createCallLimit } from "./lambda-function.ts";

export type EncodedPicture = { images: AvatarImage[] } | { refusal: string };

/** One processor is left for the other requests where there are several. A small picture passes a large one. */
const limit = createCallLimit(Math.max(2, availableParallelism() - 1));
const idle: Worker[] = [];

let endOfIdle: NodeJS.Timeout | undefined;

/** A thread keeps 160 megabytes. After some seconds without a picture, they are returned. */
function endIdleLater(): void {
  clearTimeout(endOfIdle);
  endOfIdle = setTimeout(() => {
    for (const worker of idle.splice(0)) void worker.terminate();
  }, 10_000).unref();
}

/** Throws a PictureError as the encoder does. A thread that dies fails its picture only. */
export const encodeAvatar: EncodeAvatar = (picture) =>
  limit(async () => {
    measurePicture(picture);
    const worker = idle.pop() ?? startThread();
    const reply = await ask(worker, picture);
    idle.push(worker);
    endIdleLater();
    if ("refusal" in reply) throw new PictureError(reply.refusal);
    return reply.images;
  });

function startThread(): Worker {
  const worker = new Worker(new URL("./picture-thread.ts", import.meta.url));
  // A thread without work does not keep the process alive.
  worker.unref();
  return worker;
}

async function ask(worker: Worker, picture: Uint8Array): Promise<EncodedPicture> {
  const answered = new AbortController();
  const { signal } = answered;
  const death = once(worker, "exit", { signal }).then(() => {
    throw new Error("the thread of a picture ended");
  });
  try {
    worker.postMessage(picture);
    const [reply] = await Promise.race([once(worker, "message", { signal }), death]);
    return reply;
  } finally {
    answered.abort();
  }
}
