/** AWS Signature Version 4, checked ("Authenticating Requests", Amazon S3 API reference): in the header, in the query, of a POST policy. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { S3Error } from "./s3-error.ts";
import type { S3Request } from "./s3-request.ts";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const algorithm = "AWS4-HMAC-SHA256";
const skewMilliseconds = 15 * 60_000;
const longestExpirySeconds = 7 * 24 * 3600;

interface Signature {
  credential: string;
  signedHeaders: string[];
  signature: string;
  amzDate: string;
}

/** Throws `S3Error` unless the request is signed by the owner of the credentials, in time. `now` in milliseconds. */
export function authenticate(request: S3Request, credentials: Credentials, now: number): void {
  const isPresigned = request.query.has("X-Amz-Signature");
  const signature = isPresigned ? readQuery(request, now) : readHeader(request, now);
  requireSignedHeaders(request, signature.signedHeaders);
  const stringToSign = [
    algorithm,
    signature.amzDate,
    scopeOf(signature.credential),
    createHash("sha256").update(canonicalRequest(request, signature.signedHeaders)).digest("hex"),
  ].join("\n");
  verifySignature(signature.credential, stringToSign, signature.signature, credentials);
}

/** `credential` is "key/date/region/service/aws4_request". Throws `S3Error`. */
export function verifySignature(credential: string, stringToSign: string, given: string, owner: Credentials): void {
  const [accessKeyId, date = "", region = "", service = ""] = credential.split("/");
  if (accessKeyId !== owner.accessKeyId) {
    throw new S3Error("InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
  }
  const signingKey = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    `AWS4${owner.secretAccessKey}`,
  );
  const expected = createHmac("sha256", signingKey).update(stringToSign).digest("hex");
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) {
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
    );
  }
}

/** Milliseconds of "20260131T120000Z"; throws `S3Error`. */
function parseAmzDate(text: string): number {
  const time = Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Number.isNaN(time))
    throw new S3Error("AccessDenied", "AWS authentication requires a valid Date or x-amz-date header");
  return time;
}

function readHeader(request: S3Request, now: number): Signature {
  const { authorization } = request.message.headers;
  if (authorization === undefined) throw new S3Error("AccessDenied", "Access Denied");
  const part = (name: string): string => new RegExp(`${name}=([^, ]+)`).exec(authorization)?.[1] ?? "";
  const [credential, signedHeaders, signature] = ["Credential", "SignedHeaders", "Signature"].map(part);
  if (!authorization.startsWith(`${algorithm} `) || !credential || !signedHeaders || !signature) {
    throw new S3Error("AuthorizationHeaderMalformed", "The authorization header is malformed.");
  }
  const amzDate = request.header("x-amz-date") ?? "";
  if (Math.abs(parseAmzDate(amzDate) - now) > skewMilliseconds) {
    throw new S3Error(
      "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large.",
    );
  }
  if (request.header("x-amz-content-sha256") === undefined) {
    throw new S3Error("InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
  }
  return { credential, signedHeaders: signedHeaders.split(";"), signature, amzDate };
}

function readQuery({ query }: S3Request, now: number): Signature {
  const part = (name: string): string => query.get(`X-Amz-${name}`) ?? "";
  const [credential, signedHeaders, amzDate] = ["Credential", "SignedHeaders", "Date"].map(part);
  const expires = Number(part("Expires"));
  if (part("Algorithm") !== algorithm || !credential || !signedHeaders || !amzDate || !(expires > 0)) {
    throw new S3Error("AuthorizationQueryParametersError", "The query-string authentication parameters are not valid.");
  }
  if (expires > longestExpirySeconds) {
    throw new S3Error("AuthorizationQueryParametersError", "X-Amz-Expires must be less than a week (in seconds)");
  }
  const signedAt = parseAmzDate(amzDate);
  if (signedAt - skewMilliseconds > now) throw new S3Error("AccessDenied", "Request is not yet valid");
  if (signedAt + expires * 1000 <= now) throw new S3Error("AccessDenied", "Request has expired");
  return { credential, signedHeaders: signedHeaders.split(";"), signature: part("Signature"), amzDate };
}

/** S3 takes no header of its own that the signer has not seen. */
function requireSignedHeaders(request: S3Request, signedHeaders: readonly string[]): void {
  const unsigned = Object.keys(request.message.headers).filter(
    (name) => (name === "host" || name.startsWith("x-amz-")) && !signedHeaders.includes(name),
  );
  if (unsigned.length === 0) return;
  throw new S3Error(
    "AccessDenied",
    `There were headers present in the request which were not signed: ${unsigned.join(", ")}`,
  );
}

function canonicalRequest(request: S3Request, signedHeaders: readonly string[]): string {
  const headers = signedHeaders.map((name) => {
    const value = request.message.headersDistinct[name]?.join(",") ?? "";
    return `${name}:${value.trim().replace(/ +/g, " ")}\n`;
  });
  const pairs = [...request.query].filter(([name]) => name !== "X-Amz-Signature");
  const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  return [
    request.method,
    request.rawPath
      .split("/")
      .map((segment) => encode(decodeURIComponent(segment)))
      .join("/"),
    query.join("&"),
    headers.join(""),
    signedHeaders.join(";"),
    request.header("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
}

/** RFC 3986: everything but the unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function scopeOf(credential: string): string {
  return credential.slice(credential.indexOf("/") + 1);
}
