/** Shapes of the calendar routes. */
import * as z from "zod";

/** What is no token of ours is not found, whatever is wrong with it. */
export const tokenParams = z.strictObject({ token: z.string().describe("The secret of the feed") });
