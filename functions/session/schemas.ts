/** The schema of the answer that tells programs where to sign in. */
import * as z from "zod";
import { lazyObject } from "../../shared/platform/config/once.ts";

/** RFC 9728, section 2. */
export const resourceMetadata = lazyObject(() => ({
  resource: z.url(),
  authorization_servers: z.array(z.url()),
  bearer_methods_supported: z.array(z.literal("header")),
}));
