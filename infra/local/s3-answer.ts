/** What an operation answers, before it goes over the wire. */
import type { Readable } from "node:stream";

export interface S3Answer {
  status: number;
  headers?: Record<string, string>;
  /** A stream comes with its length in the headers. */
  body?: string | Readable;
  /** An object was created: told to the bucket's listener once the answer has been sent. */
  created?: CreatedObject;
}

export interface CreatedObject {
  eventName:
    | "ObjectCreated:Put"
    | "ObjectCreated:Post"
    | "ObjectCreated:Copy"
    | "ObjectCreated:CompleteMultipartUpload";
  bucket: string;
  key: string;
  size: number;
  etag: string;
}

export function xmlAnswer(xml: string, status = 200): S3Answer {
  return { status, headers: { "content-type": "application/xml" }, body: xml };
}
