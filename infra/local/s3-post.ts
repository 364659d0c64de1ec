/** Uploads by a form of a web page ("Browser-Based Uploads Using POST", Amazon S3 API reference). */
import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { S3Answer } from "./s3-answer.ts";
import { receiveBody } from "./s3-body.ts";
import { isChecksumHeader } from "./s3-checksum.ts";
import { S3Error } from "./s3-error.ts";
import { createdObject, describedHeaders } from "./s3-objects.ts";
import { checkPolicy } from "./s3-policy.ts";
import type { S3Request } from "./s3-request.ts";
import type { S3Context } from "./s3-routes.ts";
import type { Bucket } from "./s3-store.ts";
import { xmlElements } from "./xml.ts";

const largestField = 20 * 1024;
const mostFields = 100;

/** Takes the fields, then the file, which must come last. Throws `S3Error`. */
export function postObject(request: S3Request, bucket: Bucket, context: S3Context): Promise<S3Answer> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let file: Readable | undefined;
    const fail = (error: S3Error): void => {
      file?.destroy();
      reject(error);
    };
    const parser = createParser(request);
    parser.on("field", (name, value) => void fields.set(name.toLowerCase(), value));
    parser.on("file", (_name, stream, fileName) => {
      if (file !== undefined) return void stream.resume();
      file = stream;
      storeFile(stream, { fields, fileName: fileName ?? "" }, bucket, context)
        .then(resolve, reject)
        .finally(() => stream.resume());
    });
    parser.on("error", () => fail(malformed("The body of your POST request is not well-formed multipart/form-data.")));
    parser.on("finish", () => {
      if (file === undefined) reject(malformed("POST requires exactly one file upload per request."));
    });
    request.message.once("close", () => {
      if (!request.message.complete) fail(new S3Error("IncompleteBody", "The request body ended too soon."));
    });
    request.message.pipe(parser);
  });
}

function createParser({ message }: S3Request): BusboyInstance {
  const contentType = message.headers["content-type"] ?? "";
  try {
    return new Busboy({
      headers: { ...message.headers, "content-type": contentType },
      limits: { fieldSize: largestField, fields: mostFields },
      isPartAFile: (name) => name === "file",
    });
  } catch {
    throw malformed("The body of your POST request is not well-formed multipart/form-data.");
  }
}

interface Form {
  /** By lower-case name. */
  fields: ReadonlyMap<string, string>;
  fileName: string;
}

async function storeFile(stream: Readable, form: Form, bucket: Bucket, context: S3Context): Promise<S3Answer> {
  const { fields } = form;
  const template = fields.get("key");
  if (!template) throw new S3Error("InvalidArgument", "Bucket POST must contain a field named 'key'.");
  const key = template.replaceAll("${" + "filename}", () => form.fileName);
  if (Buffer.byteLength(key) > 1024) throw new S3Error("KeyTooLongError", "Your key is too long");
  const sizeRange = checkPolicy(
    new Map([...fields, ["key", key], ["bucket", bucket.name]]),
    context.credentials,
    context.now(),
  );
  const checksum = [...fields].find(([name]) => isChecksumHeader(name));
  const headers = describedHeaders({
    header: (name) => fields.get(name),
    headersWith: (prefix) => Object.fromEntries([...fields].filter(([name]) => name.startsWith(prefix))),
  });
  const body = await receiveBody(stream, bucket.incomingFile(), {
    sizeRange,
    ...(checksum && { checksum: { header: checksum[0], value: checksum[1] } }),
  });
  const object = bucket.commit(body.file, { key, size: body.size, etag: body.md5, headers });
  const created = createdObject("ObjectCreated:Post", bucket, object);
  return { ...success(fields, bucket.name, key, object.etag), created };
}

function success(fields: ReadonlyMap<string, string>, bucket: string, key: string, etag: string): S3Answer {
  const headers = { etag: `"${etag}"`, location: `/${bucket}/${encodeURIComponent(key)}` };
  const redirect = fields.get("success_action_redirect");
  if (redirect !== undefined && URL.canParse(redirect)) {
    const url = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag: `"${etag}"` })) url.searchParams.set(name, value);
    return { status: 303, headers: { ...headers, location: url.href } };
  }
  const status = fields.get("success_action_status");
  if (status !== "201") return { status: status === "200" ? 200 : 204, headers };
  const result = { Location: headers.location, Bucket: bucket, Key: key, ETag: headers.etag };
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<PostResponse>${xmlElements(result)}</PostResponse>`;
  return { status: 201, headers: { ...headers, "content-type": "application/xml" }, body };
}

function malformed(message: string): S3Error {
  return new S3Error("MalformedPOSTRequest", message);
}
