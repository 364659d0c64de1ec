/** Uploads with a signed form ("Browser-Based Uploads Using POST" and "Creating a POST Policy", Amazon S3 API reference). */
import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import * as z from "zod";
import { created } from "./objects.ts";
import { type S3Answer, S3Error, type S3Request } from "./request.ts";
import { type Credentials, verifySignature } from "./signature.ts";
import type { Bucket, SizeLimits } from "./store.ts";

/** By lower-case name. */
type Fields = Map<string, string>;

/** Reads the fields, then the file, which must come last. `now` in milliseconds. Throws `S3Error`. */
export function postObject(
  { message }: S3Request,
  bucket: Bucket,
  credentials: Credentials,
  now: number,
): Promise<S3Answer> {
  return new Promise((resolve, reject) => {
    const fields: Fields = new Map();
    let file: Readable | undefined;
    const fail = (error: S3Error): void => {
      file?.destroy();
      reject(error);
    };
    const parser = createParser(message.headers["content-type"] ?? "");
    parser.on("field", (name, value) => void fields.set(name.toLowerCase(), value));
    parser.on("file", (_name, stream) => {
      if (file !== undefined) return void stream.resume();
      file = stream;
      storeFile(stream, fields, bucket, credentials, now)
        .then(resolve, reject)
        .finally(() => stream.resume());
    });
    parser.on("error", () => fail(malformed()));
    parser.on("finish", () => file === undefined && reject(malformed()));
    message.once("close", () => {
      if (!message.complete) fail(new S3Error("IncompleteBody", "The request body ended too soon."));
    });
    message.pipe(parser);
  });
}

function createParser(contentType: string): BusboyInstance {
  const limits = { fieldSize: 20 * 1024, fields: 100 };
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits, isPartAFile: (name) => name === "file" });
  } catch {
    throw malformed();
  }
}

function malformed(): S3Error {
  return new S3Error("MalformedPOSTRequest", "The body of your POST request is not well-formed multipart/form-data.");
}

async function storeFile(
  stream: Readable,
  fields: Fields,
  bucket: Bucket,
  credentials: Credentials,
  now: number,
): Promise<S3Answer> {
  const limits = checkPolicy(new Map([...fields, ["bucket", bucket.name]]), credentials, now);
  const object = await bucket.write(fields.get("key") ?? "", stream, {}, limits);
  return { status: 204, ...created("ObjectCreated:Post", bucket, object) };
}

/** The conditions that the service makes: equal fields, and the size of the file in bytes. */
const policyDocument = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([z.tuple([z.literal("content-length-range"), z.number(), z.number()]), z.record(z.string(), z.string())]),
  ),
});

/** Fields that need no condition. */
const freeFields = ["policy", "x-amz-signature", "file"];

/** Checks signature, expiry and every field of a form, and returns the size that the file may have. Throws `S3Error`. */
function checkPolicy(fields: Fields, credentials: Credentials, now: number): SizeLimits {
  const encoded = fields.get("policy") ?? "";
  verifySignature(fields.get("x-amz-credential") ?? "", encoded, fields.get("x-amz-signature") ?? "", credentials);
  const { expiration, conditions } = readPolicy(encoded);
  if (Date.parse(expiration) <= now) throw denied("Policy expired.");
  const rules = conditions.flatMap((condition) => (Array.isArray(condition) ? [] : Object.entries(condition)));
  const expected = new Map(rules.map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of expected) {
    if (fields.get(name) !== value) throw denied(`Policy Condition failed: ["eq", "$${name}", "${value}"]`);
  }
  const extra = [...fields.keys()].filter((name) => !expected.has(name) && !freeFields.includes(name));
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(", ")}`);
  const [, least = 0, most = Number.POSITIVE_INFINITY] = conditions.find((condition) => Array.isArray(condition)) ?? [];
  return { least, most };
}

function readPolicy(encoded: string): z.output<typeof policyDocument> {
  try {
    return policyDocument.parse(JSON.parse(Buffer.from(encoded, "base64").toString()));
  } catch {
    throw new S3Error("InvalidPolicyDocument", "The policy of the form has conditions that are not implemented here.");
  }
}

function denied(reason: string): S3Error {
  return new S3Error("AccessDenied", `Invalid according to Policy: ${reason}`);
}
