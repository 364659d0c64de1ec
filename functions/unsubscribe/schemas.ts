/** Shapes of the unsubscribe routes. */
import * as z from "zod";

/** What is no token of ours is not found, whatever is wrong with it. */
export const tokenParams = z.strictObject({ token: z.string().describe("From the link of a mail") });
