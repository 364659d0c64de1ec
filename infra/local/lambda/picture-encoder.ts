/** Encodes pictures in a thread of its own, one after the other, without blocking the thread that asks for them. */

import type { EncodeAvatar } from "../../../shared/picture/encode-avatar.ts";
import { measurePicture, PictureError } from "../../../shared/picture/measure-picture.ts";
import { logToStandardOutput } from "../../../shared/platform/log/request-log.ts";
import type { SentAvatars, SentPicture } from "./picture-thread.ts";
import { type FunctionThread, startFunctionThread } from "./threads.ts";

let thread: Promise<FunctionThread> | undefined;

/** Throws PictureError for a picture that cannot be read. */
export const encode: EncodeAvatar = async (picture) => {
  // A picture that is refused before it is decoded does not wait for the thread.
  measurePicture(picture);
  thread ??= startFunctionThread({ encoder: new URL("./picture-thread.ts", import.meta.url) }, {}, logToStandardOutput);
  const encoder = (await thread).function("encoder");
  const sent: SentPicture = { picture: Buffer.from(picture).toString("base64") };
  const answer = encoder.run(JSON.stringify(sent), { requestId: "", timeoutMilliseconds: 0 }).catch((error: Error) => {
    throw error.name === "PictureError" ? new PictureError(error.message, { cause: error }) : error;
  });
  const avatars = JSON.parse(await answer) as SentAvatars;
  return avatars.map((avatar) => ({ ...avatar, content: Buffer.from(avatar.content, "base64") }));
};
