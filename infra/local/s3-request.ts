/** A request to S3, taken apart: path-style addresses, headers that a presigned URL may carry in its query. */
import type { IncomingMessage } from "node:http";
import { S3Error } from "./s3-error.ts";

export interface S3Request {
  method: string;
  /** As it was sent, still encoded, without the query. */
  rawPath: string;
  bucket: string;
  /** Empty where the request is about the bucket. */
  key: string;
  query: URLSearchParams;
  /** A header, or the query parameter of the same name, which a presigned URL uses in its stead. */
  header(name: string): string | undefined;
  /** Every header and parameter whose name starts so, by its lower-case name. */
  headersWith(prefix: string): Record<string, string>;
  message: IncomingMessage;
}

const longestKeyBytes = 1024;

/** Never by the URL class: it would resolve the dots of a key like "../x". Throws `S3Error` for what is not well-formed. */
export function parseS3Request(message: IncomingMessage): S3Request {
  const [rawPath = "/", rawQuery = ""] = splitOnce(message.url ?? "/", "?");
  const [rawBucket = "", rawKey = ""] = splitOnce(rawPath.slice(1), "/");
  const key = decode(rawKey);
  if (Buffer.byteLength(key) > longestKeyBytes) throw new S3Error("KeyTooLongError", "Your key is too long");
  const query = new URLSearchParams(rawQuery);
  const fromQuery = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  const fromHeaders = message.headersDistinct;
  const header = (name: string): string | undefined => fromHeaders[name]?.join(",") ?? fromQuery.get(name);
  return {
    method: message.method ?? "GET",
    rawPath,
    bucket: decode(rawBucket),
    key,
    query,
    header,
    headersWith: (prefix) => {
      const names = [...fromQuery.keys(), ...Object.keys(fromHeaders)].filter((name) => name.startsWith(prefix));
      return Object.fromEntries(names.map((name) => [name, header(name) ?? ""]));
    },
    message,
  };
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
