/** Removes up to a thousand objects by one call ("DeleteObjects", Amazon S3 API reference). */
import { readFileSync, rmSync } from "node:fs";
import type { S3Answer } from "./s3-answer.ts";
import { receiveUpload } from "./s3-body.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Request } from "./s3-request.ts";
import type { Bucket } from "./s3-store.ts";
import { unescapeXml, xmlElements } from "./xml.ts";

const mostKeys = 1000;
const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** What is not there counts as removed. Throws `S3Error`. */
export async function deleteObjects(request: S3Request, bucket: Bucket): Promise<S3Answer> {
  const file = bucket.incomingFile();
  const { checksum } = await receiveUpload(request, file);
  const text = readFileSync(file, "utf8");
  rmSync(file);
  if (!checksum && request.header("content-md5") === undefined) {
    throw new S3Error("InvalidRequest", "Missing required header for this request: Content-MD5");
  }
  const keys = Array.from(text.matchAll(/<Object>\s*<Key>([^<]+)<\/Key>\s*<\/Object>/g), ([, key = ""]) => key);
  const objects = text.split("<Object>").length - 1;
  if (!/^\s*(?:<\?xml[^>]*\?>\s*)?<Delete[\s>]/.test(text) || keys.length !== objects || objects < 1) throw malformed();
  if (objects > mostKeys) throw malformed();
  const removed = keys.map(unescapeXml);
  for (const key of removed) bucket.remove(key);
  const quiet = /<Quiet>true<\/Quiet>/.test(text);
  const told = quiet ? [] : removed.map((Key) => `<Deleted>${xmlElements({ Key })}</Deleted>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<DeleteResult ${namespace}>${told.join("")}</DeleteResult>`;
  return { status: 200, headers: { "content-type": "application/xml" }, body };
}

function malformed(): S3Error {
  return new S3Error(
    "MalformedXML",
    "The XML you provided was not well-formed or did not validate against our published schema",
  );
}
