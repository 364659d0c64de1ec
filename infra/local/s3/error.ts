/** The errors of S3, with the codes and messages of its API reference ("Error responses"). */
import { xmlElements } from "../server/xml.ts";

const statusOf = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof statusOf;

/** A request that S3 would refuse. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: S3ErrorCode;
  readonly status: number;
  constructor(code: S3ErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = statusOf[code];
  }
}

export function errorXml(error: S3Error, resource: string, requestId: string): string {
  const content = { Code: error.code, Message: error.message, Resource: resource, RequestId: requestId };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${xmlElements(content)}</Error>`;
}
