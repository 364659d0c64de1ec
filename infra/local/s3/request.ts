/** A request to S3 with a path-style address, and the answer to it. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { S3Error } from "./error.ts";

export interface S3Request {
  method: string;
  /** As it was sent, still encoded, without the query. */
  rawPath: string;
  bucket: string;
  /** Empty where the request is about the bucket. */
  key: string;
  query: URLSearchParams;
  /** By lower-case name. */
  header: (name: string) => string | undefined;
  message: IncomingMessage;
}

export interface S3Answer {
  status: number;
  headers?: Record<string, string>;
  /** A stream comes with its length in the headers. */
  body?: string | Readable;
  /** The object that the request created. Its event goes out after the answer. */
  created?: CreatedObject;
}

export interface CreatedObject {
  eventName: "ObjectCreated:Put" | "ObjectCreated:Post";
  bucket: string;
  key: string;
  size: number;
  etag: string;
}

/** The URL class is not used, because it resolves the dots of a key like "../x". Throws `S3Error` for a malformed address. */
export function parseS3Request(message: IncomingMessage): S3Request {
  const [rawPath = "/", rawQuery = ""] = splitOnce(message.url ?? "/", "?");
  const [rawBucket = "", rawKey = ""] = splitOnce(rawPath.slice(1), "/");
  return {
    method: message.method ?? "GET",
    rawPath,
    bucket: decode(rawBucket),
    key: requireShortKey(decode(rawKey)),
    query: new URLSearchParams(rawQuery),
    header: (name) => message.headersDistinct[name]?.join(","),
    message,
  };
}

/** Throws `S3Error` for a key that is longer than S3 allows. */
export function requireShortKey(key: string): string {
  if (Buffer.byteLength(key) > 1024) throw new S3Error("KeyTooLongError", "Your key is too long");
  return key;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI", "Couldn't parse the specified URI.");
  }
}
