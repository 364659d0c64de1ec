/** Whether a function may do exactly what its code calls: what is missing fails only in the cloud, what is too much is never seen. */
import type { Code } from "./code.ts";
import { grantedTo } from "./grants.ts";
import type { Template } from "./template.ts";

/** The permission behind every command of the AWS SDK that our code sends (Service Authorization Reference). */
const actionOfCommand: Record<string, readonly string[]> = {
  BatchGetCommand: ["dynamodb:BatchGetItem"],
  BatchWriteCommand: ["dynamodb:BatchWriteItem"],
  DeleteCommand: ["dynamodb:DeleteItem"],
  GetCommand: ["dynamodb:GetItem"],
  PutCommand: ["dynamodb:PutItem"],
  QueryCommand: ["dynamodb:Query"],
  UpdateCommand: ["dynamodb:UpdateItem"],
  // Its actions are those of its parts.
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

/** To those who may not list, S3 says 403 of an object that is not there ("GetObject", Amazon S3 API reference). */
const tellingWhatIsMissing = /(?<!function )\breadIfThere\d*\(client\d*\b/;

/** Granted by the platform's own needs, not by a call in our code. */
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
 * Without the methods that no other file calls: an adapter of files is one object, which is bundled as a whole. Where
 * something else has a method of that name, the check only asks for too much, and that shows.
 */
function reachedPart(path: string, text: string, code: Code): string {
  if (!path.startsWith("shared/files/")) return text;
  const [head = "", ...methods] = text.split(/^ {4}(?=\w+: async\b)/m);
  const others = [...code].filter(([other]) => other !== path).map(([, other]) => other);
  const isCalled = (method: string) => others.some((other) => other.includes(`.${/^\w+/.exec(method)?.[0]}(`));
  return [head, ...methods.filter(isCalled)].join("");
}

/** A signed form is no command, but whoever uploads by it may do what its signer may. */
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

/** Which table a file speaks to: the expiring one has a folder of its own, and the probes ask both. */
function tablesOf(path: string): string[] {
  if (path.startsWith("shared/cache/")) return ["Database/Cache"];
  return path.startsWith("shared/health/") ? ["Database/Main", "Database/Cache"] : ["Database/Main"];
}
