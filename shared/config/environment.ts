/**
 * The environment of the functions: one list of names, used by the stack that sets them, the local host that sets them
 * too, and the functions that read them.
 */
import * as z from "zod";

const list = z.string().transform((text) => text.split(",").filter((part) => part !== ""));

/** An issuer of session tokens. */
const issuer = z.strictObject({
  /** The `iss` claim. */
  issuer: z.url(),
  jwksUri: z.url(),
  /** Tokens must carry one of these as `client_id`, or in `aud`. */
  clientIds: z.array(z.string().min(1)).min(1),
  /** Where name and address are asked for when the token does not carry them. */
  userInfoUri: z.url().optional(),
  /** The stack's own issuer: its subjects that are UUIDs are account ids as they are. */
  own: z.boolean(),
  /** Where the token has a scope, it must name one of these; absent or empty: any scope. */
  scopes: z.array(z.string()).optional(),
});
export type SessionIssuer = z.output<typeof issuer>;

const schemas = {
  TABLE_NAME: z.string().min(3),
  CACHE_TABLE_NAME: z.string().min(3),
  IMPORT_BUCKET: z.string().min(3),
  PICTURE_BUCKET: z.string().min(3),
  ACCOUNT_BUCKET: z.string().min(3),
  /** Web origins that may call with credentials, separated by commas. */
  ALLOWED_ORIGINS: list,
  /** Requests a minute for a key or an account. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(300),
  /** Credentials a minute from one address that are refused with 401; more are 429. */
  REFUSALS_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  SESSION_ISSUERS: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(issuer).min(1)),
  /** Either the pepper of API keys itself (local), or the secret that holds it (cloud). */
  API_KEY_PEPPER: z.string().min(32).optional(),
  API_KEY_PEPPER_SECRET: z.string().optional(),
  /** The address that mail is sent from; absent: mail is not configured. */
  MAIL_SENDER: z.string().optional(),
  /** What publishes SES's events about our mails; absent where nothing does. */
  MAIL_CONFIGURATION_SET: z.string().min(1).optional(),
  /** Mails a second that SES takes from us. Its sandbox takes one. */
  MAIL_RATE: z.coerce.number().positive().default(1),
  /** Where the API is reached, for links in mails; without a slash at its end. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** The path of the page that shows caught mail; absent where mail is really sent. */
  MAIL_PAGE: z.string().startsWith("/").optional(),
  /** The folder of the docs page's files; absent: the package that they come from. */
  DOCS_ASSETS: z.string().optional(),
  /** The folder of the files that pictures are read with; absent: the package that they come from. */
  PICTURE_LIBRARY: z.string().optional(),
  /** The module that encodes pictures where the function shall not do it in its own thread. */
  PICTURE_ENCODER: z.url({ protocol: /^(file|data)$/ }).optional(),
  /** The file of the gazetteer. */
  PLACES_FILE: z.string().min(1),
  APP_VERSION: z.string(),
  GIT_SHA: z.string(),
};

export type EnvironmentName = keyof typeof schemas;
export type Environment<Name extends EnvironmentName = EnvironmentName> = {
  [Key in Name]: z.output<(typeof schemas)[Key]>;
};

/**
 * Reads exactly the named variables; a missing or malformed one stops the function at its start, naming it and not its
 * value.
 */
export function readEnvironment<Name extends EnvironmentName>(
  source: Readonly<Record<string, string | undefined>>,
  ...names: Name[]
): Environment<Name> {
  const entries = names.map((name) => {
    const result = schemas[name].safeParse(source[name]);
    if (!result.success) throw new Error(`the environment variable ${name} is missing or malformed`);
    return [name, result.data];
  });
  return Object.fromEntries(entries) as Environment<Name>;
}
