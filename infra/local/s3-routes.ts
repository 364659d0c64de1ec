/** Which call of the S3 API a request is. A query parameter that the call does not know makes it another call, and that is not implemented. */
import type { S3Answer } from "./s3-answer.ts";
import { deleteObjects } from "./s3-delete.ts";
import { S3Error } from "./s3-error.ts";
import { listObjects } from "./s3-list.ts";
import { deleteObject, getObject, putObject } from "./s3-objects.ts";
import { postObject } from "./s3-post.ts";
import type { S3Request } from "./s3-request.ts";
import type { Credentials } from "./s3-signature.ts";
import type { Bucket } from "./s3-store.ts";

export interface S3Context {
  credentials: Credentials;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Throws `S3Error`. */
  authenticate: () => void;
}

type Operation = (request: S3Request, bucket: Bucket) => S3Answer | Promise<S3Answer>;

interface Row {
  method: string;
  about: "bucket" | "object";
  /** Parameters that may be there. */
  takes?: readonly string[];
  /** A parameter that must be there, with this value. */
  needs?: { name: string; value: string };
  operation: Operation;
}

const responseOverrides = [
  "response-content-type",
  "response-content-disposition",
  "response-content-encoding",
  "response-content-language",
  "response-cache-control",
  "response-expires",
];

const rows: readonly Row[] = [
  { method: "HEAD", about: "bucket", operation: () => ({ status: 200 }) },
  {
    method: "GET",
    about: "bucket",
    needs: { name: "list-type", value: "2" },
    takes: ["list-type", "prefix", "max-keys", "continuation-token"],
    operation: listObjects,
  },
  { method: "GET", about: "object", takes: responseOverrides, operation: getObject },
  { method: "HEAD", about: "object", takes: responseOverrides, operation: getObject },
  { method: "PUT", about: "object", operation: putObject },
  { method: "DELETE", about: "object", operation: deleteObject },
  {
    method: "POST",
    about: "bucket",
    needs: { name: "delete", value: "" },
    takes: ["delete"],
    operation: deleteObjects,
  },
];

/** Authenticates and runs the call. Throws `S3Error`. */
export function dispatchS3(
  request: S3Request,
  buckets: ReadonlyMap<string, Bucket>,
  context: S3Context,
): S3Answer | Promise<S3Answer> {
  const findBucket = (name: string): Bucket => {
    const bucket = buckets.get(name);
    if (bucket === undefined) throw new S3Error("NoSuchBucket", "The specified bucket does not exist");
    return bucket;
  };
  // A form of a web page carries its signature among its fields.
  if (isForm(request)) return postObject(request, findBucket(request.bucket), context);
  context.authenticate();
  const row = rows.find((candidate) => isCall(candidate, request));
  if (row === undefined || request.bucket === "") {
    throw new S3Error("NotImplemented", `${request.method} with these parameters is not implemented here.`);
  }
  return row.operation(request, findBucket(request.bucket));
}

function isForm({ method, key, message }: S3Request): boolean {
  return method === "POST" && key === "" && (message.headers["content-type"] ?? "").startsWith("multipart/form-data");
}

function isCall({ method, about, takes = [], needs }: Row, request: S3Request): boolean {
  const own = [...request.query.keys()].filter((name) => name !== "x-id" && !name.toLowerCase().startsWith("x-amz-"));
  return (
    method === request.method &&
    request.header("x-amz-copy-source") === undefined &&
    about === (request.key === "" ? "bucket" : "object") &&
    own.every((name) => takes.includes(name)) &&
    (needs === undefined || request.query.get(needs.name) === needs.value)
  );
}
