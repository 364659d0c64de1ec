/**
 * The environment variables of the functions. The stack and the local host set them, and the functions read them, by this
 * one list.
 */
import * as z from "zod";
import { lazyObject } from "./once.ts";

/** An issuer of session tokens. */
const issuer = lazyObject(() => ({
  /** The `iss` claim. */
  issuer: z.url(),
  jwksUri: z.url(),
  /** Tokens must carry one of these as `client_id`, or in `aud`. */
  clientIds: z.array(z.string().min(1)).min(1),
  /** The userinfo endpoint, for the name and the e-mail address of tokens without them. */
  userInfoUri: z.url().optional(),
  /** True for the stack's own issuer, whose subjects are account ids if they are UUIDs. */
  own: z.boolean(),
  /** A token with a `scope` must have one of these scopes. Without this list, or with an empty one, any scope is valid. */
  scopes: z.array(z.string()).optional(),
}));
export type SessionIssuer = z.output<ReturnType<typeof issuer>>;

/** Only the schemas of variables that a function reads are built. */
const schemas = {
  TABLE_NAME: () => z.string().min(3),
  CACHE_TABLE_NAME: () => z.string().min(3),
  IMPORT_BUCKET: () => z.string().min(3),
  PICTURE_BUCKET: () => z.string().min(3),
  ACCOUNT_BUCKET: () => z.string().min(3),
  /** Web origins that may call with credentials, separated by commas. */
  ALLOWED_ORIGINS: () => z.string().transform((text) => text.split(",").filter((part) => part !== "")),
  /** The number of requests per minute for an API key or an account. */
  RATE_LIMIT_PER_MINUTE: () => z.coerce.number().int().min(1).default(300),
  /** The number of requests per minute and client address that are refused with 401. Further ones are refused with 429. */
  REFUSALS_PER_MINUTE: () => z.coerce.number().int().min(1).default(60),
  SESSION_ISSUERS: () =>
    z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.array(issuer()).min(1)),
  /** The pepper of API keys (on a laptop), or the secret that holds it (in the cloud). */
  API_KEY_PEPPER: () => z.string().min(32).optional(),
  API_KEY_PEPPER_SECRET: () => z.string().optional(),
  /** The sender's address. Without it, no mail is sent. */
  MAIL_SENDER: () => z.string().optional(),
  /** The configuration set through which SES publishes events about mails. Without it, there are no events. */
  MAIL_CONFIGURATION_SET: () => z.string().min(1).optional(),
  /** The number of mails per second that SES accepts. Its sandbox accepts one. */
  MAIL_RATE: () => z.coerce.number().positive().default(1),
  /** The URL of the API for links in mails, without a slash at its end. */
  PUBLIC_URL: () => z.url({ protocol: /^https?$/ }),
  /** The path of the page with caught mails on a laptop. In the cloud there is no such page. */
  MAIL_PAGE: () => z.string().startsWith("/").optional(),
  /** The folder with the files of the docs page. Without it, they come from their package. */
  DOCS_ASSETS: () => z.string().optional(),
  /** The folder with the files of the picture library. Without it, they come from their package. */
  PICTURE_LIBRARY: () => z.string().optional(),
  /** The path of the gazetteer file. */
  PLACES_FILE: () => z.string().min(1),
  /** The CloudWatch namespace of the metrics in log lines. Without it, the lines have no metrics. */
  METRICS_NAMESPACE: () => z.string().min(1).optional(),
  /** `true`: requests have the same metrics for each route, too. */
  METRICS_BY_ROUTE: () => z.stringbool().default(false),
  APP_VERSION: () => z.string(),
  GIT_SHA: () => z.string(),
};

export type EnvironmentName = keyof typeof schemas;
export type Environment<Name extends EnvironmentName = EnvironmentName> = {
  [Key in Name]: z.output<ReturnType<(typeof schemas)[Key]>>;
};

/**
 * Reads the named variables. Throws for a missing or malformed variable, so that the function doesn't start. The message
 * has the name of the variable and not its value.
 */
export function readEnvironment<Name extends EnvironmentName>(
  source: Readonly<Record<string, string | undefined>>,
  ...names: Name[]
): Environment<Name> {
  const entries = names.map((name) => {
    const result = schemas[name]().safeParse(source[name]);
    if (!result.success) throw new Error(`the environment variable ${name} is missing or malformed`);
    return [name, result.data];
  });
  return Object.fromEntries(entries) as Environment<Name>;
}
