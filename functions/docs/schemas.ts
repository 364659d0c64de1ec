/** Shapes of the documentation's routes. */
import * as z from "zod";
import { line } from "../../shared/text/schema.ts";

export const assetParams = z.strictObject({ file: line(100) });
export const assetQuery = z.strictObject({
  v: line(100).optional().describe("The file's version; with the right one the answer may be kept for a year"),
});
export const errorParams = z.strictObject({ code: line(100).describe("A code of the error envelope") });
