/** Encodes pictures in a thread of its own, one after the other, while the thread that asks goes on. */
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import type { EncodeAvatar } from "../../shared/pictures/encode-avatar.ts";
import { measurePicture } from "../../shared/pictures/measure-picture.ts";
import { PictureError } from "../../shared/pictures/picture-error.ts";
import { type FunctionThread, startFunctionThread } from "./function-threads.ts";
import type { SentAvatars, SentPicture } from "./picture-thread.ts";

let thread: Promise<FunctionThread> | undefined;

/** Throws PictureError for what can't be read. */
export const encode: EncodeAvatar = async (picture) => {
  // What is refused unread waits for nobody.
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
