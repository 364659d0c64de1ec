/** POST policies ("Creating a POST Policy", Amazon S3 API reference): what a signed form may upload. */
import * as z from "zod";
import { S3Error } from "./s3-error.ts";
import { type Credentials, verifySignature } from "./s3-signature.ts";

/** Bytes, both ends included. */
export interface SizeRange {
  least: number;
  most: number;
}

const policyDocument = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal("content-length-range"), z.coerce.number(), z.coerce.number()]),
      z.tuple([z.enum(["eq", "starts-with"]), z.string().startsWith("$"), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});
type Conditions = z.output<typeof policyDocument>["conditions"];

/** Fields that no condition needs to name. */
const freeFields = ["policy", "x-amz-signature", "file", "bucket"];

/**
 * Checks signature, expiry and every field of a form (by lower-case name, with `bucket`) and gives the size that the file may have.
 * `now` in milliseconds. Throws `S3Error`.
 */
export function checkPolicy(fields: ReadonlyMap<string, string>, credentials: Credentials, now: number): SizeRange {
  const encoded = fields.get("policy");
  const credential = fields.get("x-amz-credential");
  if (encoded === undefined || credential === undefined) throw new S3Error("AccessDenied", "Access Denied");
  if (fields.get("x-amz-algorithm") !== "AWS4-HMAC-SHA256") {
    throw new S3Error("InvalidArgument", "Only AWS4-HMAC-SHA256 is supported");
  }
  verifySignature(credential, encoded, fields.get("x-amz-signature") ?? "", credentials);
  const { expiration, conditions } = readPolicy(encoded);
  if (Date.parse(expiration) <= now) throw denied("Policy expired.");
  checkConditions(conditions, fields);
  const range = conditions.find((condition) => Array.isArray(condition) && condition[0] === "content-length-range");
  if (!Array.isArray(range)) return { least: 0, most: Number.POSITIVE_INFINITY };
  return { least: Number(range[1]), most: Number(range[2]) };
}

function readPolicy(encoded: string): z.output<typeof policyDocument> {
  try {
    return policyDocument.parse(JSON.parse(Buffer.from(encoded, "base64").toString()));
  } catch {
    throw new S3Error(
      "InvalidPolicyDocument",
      "The content of the form does not meet the conditions specified in the policy document.",
    );
  }
}

function checkConditions(conditions: Conditions, fields: ReadonlyMap<string, string>): void {
  const named = new Set<string>(freeFields);
  for (const { kind, field, value } of conditions.flatMap(asRules)) {
    named.add(field);
    const given = fields.get(field);
    const holds = kind === "eq" ? given === value : given?.startsWith(value);
    if (!holds) throw denied(`Policy Condition failed: ["${kind}", "$${field}", "${value}"]`);
  }
  const extra = [...fields.keys()].filter((name) => !named.has(name) && !name.startsWith("x-ignore-"));
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(", ")}`);
}

/** An object in the list is a short form of equality. */
function asRules(condition: Conditions[number]): { kind: string; field: string; value: string }[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).map(([field, value]) => ({ kind: "eq", field: field.toLowerCase(), value }));
  }
  if (condition[0] === "content-length-range") return [];
  return [{ kind: condition[0], field: condition[1].slice(1).toLowerCase(), value: condition[2] }];
}

function denied(reason: string): S3Error {
  return new S3Error("AccessDenied", `Invalid according to Policy: ${reason}`);
}
