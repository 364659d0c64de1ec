/** The declarations of functions: sizes and permissions. The stack, the documentation and the tests read them. */
import type { EnvironmentName } from "../shared/platform/config/environment.ts";
import type { RouteGroup } from "../shared/platform/http/route/group.ts";

export interface FunctionDeclaration {
  /**
   * Megabytes. The share of a processor grows with the memory (1,769 MB have a whole one), and a cold start needs it. Functions
   * for most requests get more than half a processor, and others get what the SDK needs (512).
   */
  memory: number;
  timeoutSeconds: number;
  /** Additional options of Node. */
  nodeOptions?: string;
  /** The maximum size of the code that is loaded at the start, about a tenth above its size, so that an unexpected package is noticed. */
  bundleKilobytes: number;
  grants: Grants;
}

/** A route group: its rows, its function, and its texts in the documentation. */
export interface GroupDeclaration extends RouteGroup, FunctionDeclaration {
  /** The heading of its routes. */
  title: string;
  /** Describes its routes in CommonMark. */
  description: string;
}

/** The gateway waits 29 seconds. A function that ends a second earlier can still answer. */
export const answerSeconds = 28;

/**
 * The resources that a function may use. Each grant includes the environment variables that it needs. Every group may also count requests, and
 * store answers if a row accepts idempotency keys.
 */
export interface Grants {
  /** Actions on items of the main table, also as parts of transactions. A query may use any index. */
  table?: readonly ItemAction[];
  /** The same on items of the expiring table, beyond counting requests and storing answers. */
  cache?: readonly ItemAction[];
  files?: readonly FileGrant[];
  /** The secret for hashes of keys and tokens. */
  pepper?: true;
  /** Verifies session tokens. */
  sessions?: true;
  /** Sends mail, if the stack has a sender. */
  mail?: true;
  /** Sends messages to the queues of webhooks. */
  queue?: true;
  /** Checks all services that the API needs. */
  probes?: true;
  /** Invokes the new versions of all functions, and deletes old ones. */
  versions?: true;
  /** The gazetteer is in the folder of the function. */
  places?: true;
  /** The library for pictures is in the folder of the function. */
  pictures?: true;
  /** These files of the project are in the folder that this variable names. */
  assets?: { folder: EnvironmentName; paths: readonly string[] };
  /** The files of the pages for browsers are in the folder of the function. */
  pages?: true;
  /** Settings of the deployment. */
  settings?: readonly DeploymentSetting[];
}

/** No function scans or changes tables. */
export type ItemAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "BatchWriteItem"
  | "ConditionCheckItem";

/** Actions on the objects below a prefix of a bucket. A signed address allows what the function is allowed to do. */
export interface FileGrant {
  bucket: "imports" | "pictures" | "accounts";
  prefix: string;
  /** Without ListBucket, S3 answers 403 instead of 404 for a missing object. */
  actions: readonly ("GetObject" | "PutObject" | "DeleteObject" | "ListBucket")[];
}

export type DeploymentSetting = Extract<
  EnvironmentName,
  | "APP_VERSION"
  | "GIT_SHA"
  | "PUBLIC_URL"
  | "SIGN_IN_BASES"
  | "ALLOWED_ORIGINS"
  | "UPLOAD_URL"
  | "PICTURES_URL"
  | "WRITE_UNITS_PER_SECOND"
  | "MAIL_SENDER"
>;

/** The actions that every change of contacts needs, because all changes use the same code. */
export const contactChanges = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"] as const;
