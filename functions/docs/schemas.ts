/** Shapes of the documentation's routes. */
import * as z from "zod";
import { line } from "../../shared/text/schema.ts";

/** What the sign-in page of the user pool adds when it leads back to the docs page (RFC 6749, sections 4.1.2 and 4.1.2.1). */
export const docsQuery = z.strictObject({
  code: line(2_000).optional().describe("The code that signing in gave; the page does not use it"),
  state: line(2_000).optional(),
  error: line(200).optional(),
  error_description: line(2_000).optional(),
});
export const assetParams = z.strictObject({ file: line(100) });
export const assetQuery = z.strictObject({
  v: line(100).optional().describe("The file's version; with the right one the answer may be kept for a year"),
});
export const errorParams = z.strictObject({ code: line(100).describe("A code of the error envelope") });
