/** Uploads directly to the bucket: the size in the request, and the answer with the form. */
import * as z from "zod";
import type { SignUpload } from "../s3/upload-forms.ts";
import { namedSchema } from "./route/named-schema.ts";

/** The size in bytes. Messages contain `what` and `most`, such as "file" and "5 GB". Operations refuse more than `maximum` with 413. */
export function uploadSize(what: string, most: string, maximum: number) {
  const range = `Must be a whole number of bytes, ${most} at most`;
  const bound = ({ code }: { code?: string }) => (code === "too_big" || code === "too_small" ? range : undefined);
  return z
    .int({ error: bound, abort: true })
    .min(1, { error: ({ input }) => (input === 0 ? "The file is empty" : range) })
    .meta({ maximum, description: `Bytes of the ${what}, exactly; at most ${most}` });
}

export const uploadFormAnswer = namedSchema("UploadForm", () =>
  z
    .strictObject({
      url: z.url().meta({
        description: "Where the form is sent to",
        examples: ["https://imports.example.com/"],
      }),
      method: z.literal("POST").describe("How the form is sent"),
      fields: z.record(z.string(), z.string()).meta({
        description: "Sent as `multipart/form-data` before the file, which comes last, in a field named `file`",
        examples: [{ key: "0199e0c4/address-book.vcf", Policy: "eyJleHBpcmF0aW9uIjoi" }],
      }),
      expiresAt: z.iso
        .datetime()
        .meta({ description: "The upload must begin before", examples: ["2026-03-03T15:31:07.250Z"] }),
      maxBytes: z
        .int()
        .meta({ description: "The storage accepts a file of exactly this size", examples: [104_857_600] }),
    })
    .describe("The request that sends the file directly to the storage, once"),
);

/** The seconds in which an upload must start. */
const uploadSeconds = 60 * 60;

/** A form for exactly `size` bytes under the key, valid for an hour. */
export async function offerUpload(
  signUpload: SignUpload,
  key: string,
  size: number,
  now: Date,
): Promise<z.output<ReturnType<typeof uploadFormAnswer>>> {
  const form = await signUpload(key, size, uploadSeconds);
  const expiresAt = new Date(now.getTime() + uploadSeconds * 1000).toISOString();
  return { ...form, method: "POST", expiresAt, maxBytes: size };
}
