/**
 * The environment variables of the functions. The stack and the local host set them, and the functions read them, by this
 * one list. They are read without zod, because every function reads them at its start, and the first schema of a process
 * costs several milliseconds.
 */

/** Throws if the text is malformed, or missing although the variable is required. */
type Reader<Value> = (text: string | undefined) => Value;

/** An issuer of session tokens. */
export interface SessionIssuer {
  /** The `iss` claim. */
  issuer: string;
  jwksUri: string;
  /** Tokens must carry one of these as `client_id`, or in `aud`. */
  clientIds: string[];
  /** The userinfo endpoint, for the name and the e-mail address of tokens without them. */
  userInfoUri?: string | undefined;
  /** True for the stack's own issuer, whose subjects are account ids if they are UUIDs. */
  own: boolean;
  /** A token with a `scope` must have one of these scopes. Without this list, or with an empty one, any scope is valid. */
  scopes?: string[] | undefined;
  /** How browsers sign in with this issuer. Without it, they can't, and only programs bring tokens. */
  signIn?: SignInSettings | undefined;
}

/** The service as a public client of its issuer (RFC 6749, section 2.1). */
export interface SignInSettings {
  /** One of `clientIds`, because its tokens are accepted, too. */
  clientId: string;
  /** The requested scopes, separated by spaces. */
  scopes: string;
  /** Further parameters of the authorization request, such as `audience`. */
  parameters: Record<string, string>;
}

const readers = {
  TABLE_NAME: text(3),
  CACHE_TABLE_NAME: text(3),
  IMPORT_BUCKET: text(3),
  PICTURE_BUCKET: text(3),
  ACCOUNT_BUCKET: text(3),
  /** Web origins that may call with credentials, separated by commas. */
  ALLOWED_ORIGINS: readList,
  /** The number of requests per minute for an API key or an account. */
  RATE_LIMIT_PER_MINUTE: withDefault(300, readCount),
  /** The number of requests per minute and client address that are refused with 401. Further ones are refused with 429. */
  REFUSALS_PER_MINUTE: withDefault(60, readCount),
  SESSION_ISSUERS: readIssuers,
  /**
   * The addresses of the service, without `/api` and without a slash at their end, below which `/session/callback` and `/app`
   * are registered at the issuer. They are separated by commas.
   */
  SIGN_IN_BASES: withDefault([], readList),
  /** The pepper of API keys (on a laptop), or the secret that holds it (in the cloud). */
  API_KEY_PEPPER: optional(text(32)),
  API_KEY_PEPPER_SECRET: optional(text(0)),
  /** The sender's address. Without it, no mail is sent. */
  MAIL_SENDER: optional(text(0)),
  /** The configuration set through which SES publishes events about mails. Without it, there are no events. */
  MAIL_CONFIGURATION_SET: optional(text(1)),
  /** The number of mails per second that SES accepts. Its sandbox accepts one. */
  MAIL_RATE: withDefault(1, readPositive),
  /** The URL of the API for links in mails, without a slash at its end. */
  PUBLIC_URL: readHttpUrl,
  /** The address to which forms for uploads send files. */
  UPLOAD_URL: readHttpUrl,
  /** The address below which signed addresses of pictures are. */
  PICTURES_URL: readHttpUrl,
  /** The folder with the files of the pages for browsers, and with `pages.json`, their list. */
  PAGE_FILES: text(1),
  /** The path of the page with caught mails on a laptop. In the cloud there is no such page. */
  MAIL_PAGE: optional(readPath),
  /** The folder with the files of the docs pages. Without it, they are read from the project. */
  DOCS_ASSETS: optional(text(0)),
  /** The folder with the files of the picture library. Without it, they come from their package. */
  PICTURE_LIBRARY: optional(text(0)),
  /** The module that encodes pictures on a laptop, in threads of their own. It is never set in the cloud. */
  PICTURE_ENCODER: optional(text(1)),
  /** The write units a second that background work on one account uses. Without it, there is no limit. */
  WRITE_UNITS_PER_SECOND: optional(readCount),
  /** The path of the gazetteer file. */
  PLACES_FILE: text(1),
  /** The addresses of the queues whose messages let webhooks be delivered, the second one that of slow receivers. */
  WEBHOOK_QUEUE_URL: text(3),
  WEBHOOK_SLOW_QUEUE_URL: text(3),
  /** `true`: webhooks may also be delivered to this machine, by http too. It is never set in the cloud. */
  WEBHOOK_ALLOW_LOOPBACK: withDefault(false, readBoolean),
  /** The CloudWatch namespace of the metrics in log lines. Without it, the lines have no metrics. */
  METRICS_NAMESPACE: optional(text(1)),
  /** `true`: requests have the same metrics for each route, too. */
  METRICS_BY_ROUTE: withDefault(false, readBoolean),
  APP_VERSION: text(0),
  GIT_SHA: text(0),
} satisfies Record<string, Reader<unknown>>;

export type EnvironmentName = keyof typeof readers;
export type Environment<Name extends EnvironmentName = EnvironmentName> = {
  [Key in Name]: ReturnType<(typeof readers)[Key]>;
};

/**
 * Reads the named variables. Throws for a missing or malformed variable, so that the function doesn't start. The message
 * has the name of the variable and not its value.
 */
export function readEnvironment<Name extends EnvironmentName>(
  source: Readonly<Record<string, string | undefined>>,
  ...names: Name[]
): Environment<Name> {
  return Object.fromEntries(names.map((name) => [name, readVariable(name, source[name])])) as Environment<Name>;
}

function readVariable(name: EnvironmentName, text: string | undefined): unknown {
  try {
    return readers[name](text);
  } catch {
    throw new Error(`the environment variable ${name} is missing or malformed`);
  }
}

function optional<Value>(read: Reader<Value>): Reader<Value | undefined> {
  return (variable) => (variable === undefined ? undefined : read(variable));
}

function withDefault<Value>(value: Value, read: Reader<Value>): Reader<Value> {
  return (variable) => (variable === undefined ? value : read(variable));
}

/** A text with this number of characters or more. */
function text(minimum: number): Reader<string> {
  return (variable) => accept(variable, variable !== undefined && variable.length >= minimum);
}

function readList(variable: string | undefined): string[] {
  return text(0)(variable)
    .split(",")
    .filter((part) => part !== "");
}

function readPositive(variable: string | undefined): number {
  const value = Number(variable);
  return accept(value, value > 0 && Number.isFinite(value));
}

function readCount(variable: string | undefined): number {
  const value = Number(variable);
  return accept(value, value >= 1 && Number.isSafeInteger(value));
}

function readBoolean(variable: string | undefined): boolean {
  return accept(variable === "true", variable === "true" || variable === "false");
}

function readPath(variable: string | undefined): string {
  return accept(variable, variable?.startsWith("/") === true);
}

function readHttpUrl(variable: string | undefined): string {
  return accept(variable, isUrl(variable) && /^https?:/.test(variable));
}

function readIssuers(variable: string | undefined): SessionIssuer[] {
  const list: unknown = JSON.parse(text(1)(variable));
  return accept(list as SessionIssuer[], Array.isArray(list) && list.length > 0 && list.every(isIssuer));
}

function isIssuer(parts: Record<string, unknown>) {
  const { issuer, jwksUri, clientIds, userInfoUri, own, scopes = [], signIn, ...others } = parts;
  return (
    [issuer, jwksUri, userInfoUri ?? issuer].every(isUrl) &&
    Array.isArray(clientIds) &&
    clientIds.length > 0 &&
    clientIds.every((id) => typeof id === "string" && id !== "") &&
    typeof own === "boolean" &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === "string") &&
    (signIn === undefined || isSignIn(signIn as Record<string, unknown>)) &&
    Object.keys(others).length === 0
  );
}

function isSignIn({ clientId, scopes, parameters, ...others }: Record<string, unknown>) {
  return (
    [clientId, scopes].every((text) => typeof text === "string" && text !== "") &&
    Object.values(parameters as Record<string, unknown>).every((text) => typeof text === "string") &&
    Object.keys(others).length === 0
  );
}

function isUrl(value: unknown): value is string {
  return typeof value === "string" && URL.canParse(value);
}

function accept<Value>(value: Value | undefined, isValid: boolean): Value {
  if (!isValid || value === undefined) throw new Error("malformed");
  return value;
}
