/** Requests to S3 with path-style addresses, its answers, and its errors. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { xmlElements } from "../server/xml.ts";

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
  eventName: "ObjectCreated:Put" | "ObjectCreated:Post" | "ObjectCreated:CompleteMultipartUpload";
  bucket: string;
  key: string;
  size: number;
  etag: string;
}

/** The URL class is not used, because it resolves the dots of a key like "../x". Throws `S3Error` for a malformed address. */
export function parseS3Request(message: IncomingMessage): S3Request {
  const { method = "GET", url = "/" } = message;
  const [, rawPath = "", rawQuery = ""] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const [, bucket = "", key = ""] = /^\/([^/]*)\/?(.*)$/s.exec(rawPath) ?? [];
  return {
    method,
    rawPath,
    bucket: decode(bucket),
    key: decode(key),
    query: new URLSearchParams(rawQuery),
    header: (name) => message.headersDistinct[name]?.join(","),
    message,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI", "Couldn't parse the specified URI.");
  }
}

/** "Error responses" in the Amazon S3 API reference. */
const statusOf = {
  AccessDenied: 403,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidPart: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidURI: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
} as const;

/** A request that S3 would refuse. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: keyof typeof statusOf;

  constructor(code: keyof typeof statusOf, message: string) {
    super(message);
    this.code = code;
  }
}

export function errorAnswer({ code, message }: S3Error): S3Answer {
  return { status: statusOf[code], ...xmlBody("Error", xmlElements({ Code: code, Message: message })) };
}

export function xmlBody(root: string, content: string): Required<Pick<S3Answer, "headers" | "body">> {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content}</${root}>`;
  return { headers: { "content-type": "application/xml" }, body };
}
