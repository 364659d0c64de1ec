/** Offers a client to bring a file straight to the storage, as `uploadFormAnswer` says it. */
import type * as z from "zod";
import type { SignUpload } from "../files/upload-forms.ts";
import type { uploadFormAnswer } from "./upload-answer.ts";

/** In which an upload must begin. */
const uploadSeconds = 60 * 60;

/** A form for exactly `size` bytes under the key, good for an hour from `now`. */
export async function offerUpload(
  signUpload: SignUpload,
  key: string,
  size: number,
  now: Date,
): Promise<z.output<typeof uploadFormAnswer>> {
  const form = await signUpload(key, size, uploadSeconds);
  const expiresAt = new Date(now.getTime() + uploadSeconds * 1000).toISOString();
  return { ...form, method: "POST", expiresAt, maxBytes: size };
}
