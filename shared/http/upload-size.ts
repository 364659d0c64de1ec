/** The size of a file that shall go straight to the storage, as a body announces it. */
import * as z from "zod";

/** Bytes, above 0; `what` and `most` are words for people: "file" and "5 GB". A size above that is the operation's 413. */
export function uploadSize(what: string, most: string) {
  const range = `Must be a whole number of bytes, ${most} at most`;
  const bound = ({ code }: { code?: string }) => (code === "too_big" || code === "too_small" ? range : undefined);
  return z
    .int({ error: bound, abort: true })
    .min(1, { error: ({ input }) => (input === 0 ? "The file is empty" : range) })
    .describe(`Bytes of the ${what}, exactly; at most ${most}`);
}
