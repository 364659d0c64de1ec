/** The code in the bundle of a function: the variables that it reads, and the permissions that its calls of AWS need. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { projectRoot } from "../../infra/cloud/function/bundling.ts";
import { bundlePlainly } from "../support/process/plain-bundles.ts";
import { ask } from "../support/process/stack.ts";

/** The code by the file that it comes from, relative to the project. */
export type Code = ReadonlyMap<string, string>;

/**
 * The project's own code in a bundle, not minified, with the code of its chunks in the same file. esbuild leaves out unused code,
 * and writes the path of each file before it. Without options, all tests of a run read the same bundles.
 */
export async function codeOf(name: string, options?: BuildOptions): Promise<Code> {
  if (options)
    return readCode((await bundlePlainly([name], { ...options, write: false })).outputFiles?.[0]?.text ?? "");
  folder ??= ask<{ folder: string }>("/bundles");
  const file = join((await folder).folder, `${name}.js`);
  const code = codes.get(file) ?? readCode(await readFile(file, "utf8"));
  codes.set(file, code);
  return code;
}
let folder: Promise<{ folder: string }> | undefined;
const codes = new Map<string, Code>();

function readCode(text: string): Code {
  const files = text.split(/^\/\/ (?=(?:functions|shared|infra|node_modules|\.\.)\/\S+$)/m).slice(1);
  const entries = files.map((file) => [file.slice(0, file.indexOf("\n")), file.slice(file.indexOf("\n"))] as const);
  return new Map(entries.filter(([path]) => /^(functions|shared)\//.test(path)));
}

const declaration = "shared/platform/config/environment.ts";
/** All variables of the service. */
export const variables = Array.from(
  readFileSync(projectRoot + declaration, "utf8").matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
  ([, name = ""]) => name,
);

/** The variables that the code reads. Declarations of groups name them too, in every bundle that contains the route table. */
export function variablesIn(code: Code): string[] {
  const isDeclaration = /^functions\/[\w-]+\/(group|function)\.ts$/;
  const texts = [...code].filter(([path]) => path !== declaration && !isDeclaration.test(path)).map(([, text]) => text);
  return variables.filter((variable) => texts.some((text) => text.includes(`"${variable}"`)));
}

/** The permissions that the commands of the AWS SDK need (Service Authorization Reference). */
const actionsOfCommands: Record<string, readonly string[]> = {
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
  ListObjectsV2Command: ["s3:ListBucket"],
  PutObjectCommand: ["s3:PutObject"],
  CreateMultipartUploadCommand: ["s3:PutObject"],
  UploadPartCommand: ["s3:PutObject"],
  CompleteMultipartUploadCommand: ["s3:PutObject"],
  GetSecretValueCommand: ["secretsmanager:GetSecretValue"],
  GetAccountSendingEnabledCommand: ["ses:GetAccountSendingEnabled"],
  GetSendQuotaCommand: ["ses:GetSendQuota"],
  SendRawEmailCommand: ["ses:SendRawEmail"],
  SendMessageBatchCommand: ["sqs:SendMessage"],
  DeleteFunctionCommand: ["lambda:DeleteFunction"],
  InvokeCommand: ["lambda:InvokeFunction"],
  ListVersionsByFunctionCommand: ["lambda:ListVersionsByFunction"],
};

/** The parts of a transaction. */
const actionsOfParts: Record<string, string> = {
  ConditionCheck: "dynamodb:ConditionCheckItem",
  Delete: "dynamodb:DeleteItem",
  Put: "dynamodb:PutItem",
  Update: "dynamodb:UpdateItem",
};

/** Without the permission to list, S3 answers 403 for a missing object ("GetObject", Amazon S3 API reference). */
const readsMissingObjects = /(?<!function )\breadIfThere\d*\(loadS3\d*\b/;

/** The actions that the code may call, sorted. Actions on a table are followed by the path of the table in the stack. */
export function actionsIn(code: Code): string[] {
  return [...new Set([...code].flatMap(([path, text]) => callsIn(path, reachedPart(path, text, code), code)))].sort();
}

/**
 * The code without the methods that no other file calls, because an adapter of files is bundled as a whole. If another object has
 * a method with the same name, the result has too many actions, which fails visibly.
 */
function reachedPart(path: string, text: string, code: Code): string {
  if (!/\bcreateFileClient\d*\(/.test(text)) return text;
  const [head = "", ...methods] = text.split(/^ {4}(?=\w+: async\b)/m);
  const others = [...code].filter(([other]) => other !== path).map(([, other]) => other);
  const isCalled = (method: string) => others.some((other) => other.includes(`.${/^\w+/.exec(method)?.[0]}(`));
  return [head, ...methods.filter(isCalled)].join("");
}

/** Signed forms and addresses are no commands, but their signer needs the permission to upload or to read. */
function callsIn(path: string, text: string, code: Code): string[] {
  const commands = Array.from(text.matchAll(/\bnew (?:\w+\.)?(\w+Command)\d*\(/g), ([, command = ""]) => {
    return actionsOfCommands[command] ?? [`the unknown permissions of ${command}`];
  });
  const parts = Array.from(text.matchAll(/\b(ConditionCheck|Delete|Put|Update): \{/g), ([, part = ""]) => {
    return actionsOfParts[part] ?? part;
  });
  const signed = [
    ...(/\bcreatePresignedPost\(/.test(text) ? ["s3:PutObject"] : []),
    ...(text.includes('"x-id": "GetObject"') ? ["s3:GetObject"] : []),
  ];
  const listing = readsMissingObjects.test(text) ? ["s3:ListBucket"] : [];
  return [...commands.flat(), ...parts, ...signed, ...listing].flatMap((action) =>
    action.startsWith("dynamodb:") ? tablesOf(path, code).map((table) => `${action} on ${table}`) : [action],
  );
}

/** The tables that a file uses: the pipeline and refreshed tokens use the expiring one, and the health checks and the deletion of accounts use both. */
function tablesOf(path: string, code: Code): string[] {
  if (/^shared\/(platform\/http\/|auth\/store\/refreshed-token\.ts)/.test(path)) return ["Database/Cache"];
  const isOfAccounts = code.has("functions/account-deletion-worker/delete-everything.ts");
  const usesBoth = isOfAccounts && /^shared\/platform\/dynamodb\/(batch|query)\.ts$/.test(path);
  return usesBoth || path.startsWith("shared/platform/health/")
    ? ["Database/Main", "Database/Cache"]
    : ["Database/Main"];
}
