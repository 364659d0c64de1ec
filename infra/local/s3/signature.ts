/** Checks AWS Signature Version 4 ("Authenticating Requests", Amazon S3 API reference), in the header or in the query. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { S3Error, type S3Request } from "./request.ts";

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

/** Throws `S3Error` unless the request is signed with the credentials and in time. `now` in milliseconds. */
export function authenticate(request: S3Request, credentials: Credentials, now: number): void {
  const signature = request.query.has("X-Amz-Signature") ? readQuery(request, now) : readHeader(request, now);
  const stringToSign = [
    algorithm,
    signature.amzDate,
    signature.credential.slice(signature.credential.indexOf("/") + 1),
    createHash("sha256").update(canonicalRequest(request, signature.signedHeaders)).digest("hex"),
  ].join("\n");
  verifySignature(signature.credential, stringToSign, signature.signature, credentials);
}

/** `credential` is "key/date/region/service/aws4_request". Throws `S3Error`. */
export function verifySignature(credential: string, stringToSign: string, received: string, owner: Credentials): void {
  const [accessKeyId, date = "", region = "", service = ""] = credential.split("/");
  const signingKey = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    `AWS4${owner.secretAccessKey}`,
  );
  const expected = createHmac("sha256", signingKey).update(stringToSign).digest("hex");
  const isSame = received.length === expected.length && timingSafeEqual(Buffer.from(received), Buffer.from(expected));
  if (!isSame || accessKeyId !== owner.accessKeyId) {
    throw new S3Error("SignatureDoesNotMatch", "The signature does not belong to the request and the credentials.");
  }
}

function readHeader(request: S3Request, now: number): Signature {
  const authorization = request.header("authorization");
  if (authorization === undefined) throw new S3Error("AccessDenied", "Access Denied");
  const part = (name: string): string => new RegExp(`${name}=([^, ]+)`).exec(authorization)?.[1] ?? "";
  const [credential = "", signedHeaders = "", signature = ""] = ["Credential", "SignedHeaders", "Signature"].map(part);
  const amzDate = request.header("x-amz-date") ?? "";
  if (!authorization.startsWith(`${algorithm} `) || !(Math.abs(parseAmzDate(amzDate) - now) <= skewMilliseconds)) {
    throw new S3Error("RequestTimeTooSkewed", "The request is not signed for the current time.");
  }
  return { credential, signedHeaders: signedHeaders.split(";"), signature, amzDate };
}

function readQuery({ query }: S3Request, now: number): Signature {
  const part = (name: string): string => query.get(`X-Amz-${name}`) ?? "";
  const [credential = "", signedHeaders = "", amzDate = ""] = ["Credential", "SignedHeaders", "Date"].map(part);
  const expires = Number(part("Expires"));
  const age = now - parseAmzDate(amzDate);
  const isValid = expires <= longestExpirySeconds && age >= -skewMilliseconds && age < expires * 1000;
  if (!isValid) throw new S3Error("AccessDenied", "Request has expired");
  return { credential, signedHeaders: signedHeaders.split(";"), signature: part("Signature"), amzDate };
}

/** Milliseconds of "20260131T120000Z", or NaN. */
function parseAmzDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

function canonicalRequest(request: S3Request, signedHeaders: readonly string[]): string {
  const headers = signedHeaders.map((name) => `${name}:${(request.header(name) ?? "").trim().replace(/ +/g, " ")}\n`);
  const pairs = [...request.query].filter(([name]) => name !== "X-Amz-Signature");
  const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const path = request.rawPath.split("/").map((segment) => encode(decodeURIComponent(segment)));
  return [
    request.method,
    path.join("/"),
    query.join("&"),
    headers.join(""),
    signedHeaders.join(";"),
    request.header("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
}

/** RFC 3986: all characters are encoded except the unreserved ones. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
