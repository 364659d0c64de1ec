/** The schemas of the session routes. */
import * as z from "zod";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { namedSchema } from "../../shared/platform/http/route/named-schema.ts";

/** RFC 9728, section 2. */
export const resourceMetadata = lazyObject(() => ({
  resource: z.url(),
  authorization_servers: z.array(z.url()),
  bearer_methods_supported: z.array(z.literal("header")),
}));

export const signInQuery = once(() =>
  z.object({
    returnTo: z
      .string()
      .optional()
      .meta({
        description: "A path below `/app` or `/docs`, without a base path. Anything else leads to `/app`",
        examples: ["/app/people"],
      }),
  }),
);

export const callbackQuery = once(() =>
  z.object({
    code: z.string().optional().describe("The authorization code, which is good once"),
    state: z.string().optional().describe("The state of the sign-in, which its cookie must have, too"),
    iss: z.string().optional().describe("The issuer (RFC 9207), where it names itself"),
    error: z.string().optional().describe("Why the issuer refuses the sign-in"),
  }),
);

const expiresAt = once(() =>
  z.iso.datetime().meta({ description: "When the session token expires", examples: ["2026-03-03T15:31:07.000Z"] }),
);

export const browserSession = namedSchema("BrowserSession", () =>
  z.union([
    z.strictObject({
      signedIn: z.literal(true).describe("Somebody is signed in"),
      accountId: z.uuid().describe("The account of the session"),
      email: z.string().nullable().describe("The e-mail address of its owner; null if the issuer has none"),
      name: z.string().describe("The name of its owner"),
      expiresAt: expiresAt(),
    }),
    z.strictObject({ signedIn: z.literal(false).describe("Nobody is signed in") }),
  ]),
);

export const sessionToken = lazyObject(() => ({
  token: z.string().describe("The session token. Programs send it as `Authorization: Bearer`"),
  expiresAt: expiresAt(),
}));
