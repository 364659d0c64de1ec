/** How an answer tells a client to bring a file straight to the storage. */
import * as z from "zod";

export const uploadFormAnswer = z
  .strictObject({
    url: z.url(),
    method: z.literal("POST"),
    fields: z
      .record(z.string(), z.string())
      .describe("Sent as `multipart/form-data` before the file, which comes last, in a field named `file`"),
    expiresAt: z.iso.datetime().describe("The upload must begin before"),
    maxBytes: z.int().describe("The storage takes a file of exactly this size"),
  })
  .describe("The request that brings the file straight to the storage, once");
