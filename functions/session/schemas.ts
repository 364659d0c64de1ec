/** The schema of the answer that tells programs where to sign in. */
import * as z from "zod";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";

/** The names are those of RFC 9728, section 2. */
export const resourceMetadata = namedObject(
  "ResourceMetadata",
  () => ({
    resource: z.url().meta({ description: "The address of the API", examples: ["https://api.example.com"] }),
    authorization_servers: z
      .array(z.url())
      .meta({ description: "The issuers of session tokens", examples: [["https://id.example.com"]] }),
    bearer_methods_supported: z.array(z.literal("header")).describe("A token is sent in the `Authorization` header"),
  }),
  "The protected resource metadata of RFC 9728",
);
