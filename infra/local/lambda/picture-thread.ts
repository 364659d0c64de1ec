/** The code inside a thread that encodes pictures, one after the other. See picture-threads.ts. */
import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { createAvatarEncoder } from "../../../shared/picture/encode-avatar.ts";
import { loadVips } from "../../../shared/picture/load-vips.ts";
import { PictureError } from "../../../shared/picture/measure-picture.ts";
import type { EncodedPicture } from "./picture-threads.ts";

enableCompileCache();
const encode = createAvatarEncoder(() => loadVips(undefined));

parentPort?.on("message", async (picture: Uint8Array) => {
  parentPort?.postMessage(await answerTo(picture));
});

/** The class of an error does not reach another thread. */
async function answerTo(picture: Uint8Array): Promise<EncodedPicture> {
  try {
    return { images: await encode(picture) };
  } catch (error) {
    if (error instanceof PictureError) return { refusal: error.message };
    throw error;
  }
}
