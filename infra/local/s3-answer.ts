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
  eventName: "ObjectCreated:Put" | "ObjectCreated:Post";
  bucket: string;
  key: string;
  size: number;
  etag: string;
}
