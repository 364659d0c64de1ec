/** Checks that a function has exactly the permissions that its code needs. A missing one fails only in the cloud. */
import type { Code } from "./code.ts";
import { grantedTo } from "./grants.ts";
import type { Template } from "./template.ts";

/** The permissions that the commands of the AWS SDK need (Service Authorization Reference). */
const actionOfCommand: Record<string, readonly string[]> = {
  BatchGetCommand: ["dynamodb:BatchGetItem"],
  BatchWriteCommand: ["dynamodb:BatchWriteItem"],
  DeleteCommand: ["dynamodb:DeleteItem"],
  GetCommand: ["dynamodb:GetItem"],
  PutCommand: ["dynamodb:PutItem"],
  QueryCommand: ["dynamodb:Query"],
  UpdateCommand: ["dynamodb:UpdateItem"],
  // The parts of a transaction have their own permissions.
  TransactWriteCommand: [],
  DeleteObjectCommand: ["s3:DeleteObject"],
  DeleteObjectsCommand: ["s3:DeleteObject"],
  GetObjectCommand: ["s3:GetObject"],
  HeadBucketCommand: ["s3:ListBucket"],
  HeadObjectCommand: ["s3:GetObject"],
  ListObjectsV2Command: ["s3:ListBucket"],
  PutObjectCommand: ["s3:PutObject"],
  GetSecretValueCommand: ["secretsmanager:GetSecretValue"],
  GetAccountSendingEnabledCommand: ["ses:GetAccountSendingEnabled"],
  GetSendQuotaCommand: ["ses:GetSendQuota"],
  SendRawEmailCommand: ["ses:SendRawEmail"],
};

/** The parts of a transaction. */
const actionOfPart: Record<string, string> = {
  ConditionCheck: "dynamodb:ConditionCheckItem",
  Delete: "dynamodb:DeleteItem",
  Put: "dynamodb:PutItem",
  Update: "dynamodb:UpdateItem",
};

/** Without the permission to list, S3 answers 403 for a missing object ("GetObject", Amazon S3 API reference). */
const tellingWhatIsMissing = /(?<!function )\breadIfThere\d*\(client\d*\b/;

/** Permissions for the platform, which our code does not call. */
const platformActions = /^(logs|sqs|xray):/;

export function callFaults(template: Template, name: string, code: Code): string[] {
  const called = new Set([...code].flatMap(([path, text]) => callsIn(path, reachedPart(path, text, code))));
  const allowed = new Set(grantedTo(template, `Functions/${name}/Role`).filter((one) => !platformActions.test(one)));
  return [
    ...[...called].filter((action) => !allowed.has(action)).map((action) => `${name} calls ${action} and may not`),
    ...[...allowed].filter((action) => !called.has(action)).map((action) => `${name} may ${action} and never does`),
  ];
}

/**
 * The code without the methods that no other file calls, because an adapter of files is bundled as a whole. If another object has
 * a method with the same name, the check asks for too many permissions, which fails visibly.
 */
function reachedPart(path: string, text: string, code: Code): string {
  if (!/\bcreateFileClient\d*\(/.test(text)) return text;
  const [head = "", ...methods] = text.split(/^ {4}(?=\w+: async\b)/m);
  const others = [...code].filter(([other]) => other !== path).map(([, other]) => other);
  const isCalled = (method: string) => others.some((other) => other.includes(`.${/^\w+/.exec(method)?.[0]}(`));
  return [head, ...methods.filter(isCalled)].join("");
}

/** A signed form is not a command, but its signer needs the permission to upload. */
function callsIn(path: string, text: string): string[] {
  const commands = Array.from(text.matchAll(/\bnew (\w+Command)\d*\(/g), ([, command = ""]) => {
    return actionOfCommand[command] ?? [`whatever ${command} needs`];
  });
  const parts = Array.from(text.matchAll(/\b(ConditionCheck|Delete|Put|Update): \{/g), ([, part = ""]) => {
    return actionOfPart[part] ?? part;
  });
  const signed = /\bcreatePresignedPost\(/.test(text) ? ["s3:PutObject"] : [];
  const listing = tellingWhatIsMissing.test(text) ? ["s3:ListBucket"] : [];
  return [...commands.flat(), ...parts, ...signed, ...listing].flatMap((action) =>
    action.startsWith("dynamodb:") ? tablesOf(path).map((table) => `${action} on ${table}`) : [action],
  );
}

/** The tables that a file uses: the pipeline uses the expiring one, and the health checks use both. */
function tablesOf(path: string): string[] {
  if (path.startsWith("shared/platform/http/")) return ["Database/Cache"];
  return path.startsWith("shared/platform/health/") ? ["Database/Main", "Database/Cache"] : ["Database/Main"];
}
