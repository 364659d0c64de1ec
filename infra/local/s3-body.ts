/** Receives the body of an upload into a file, never the whole of it in memory, and checks all that the sender says about it. */
import { createHash, type Hash } from "node:crypto";
import { createWriteStream, rmSync } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsChunkedDecoder } from "./s3-aws-chunked.ts";
import { type Checksum, checksumAlgorithm, createChecksum, isChecksumHeader } from "./s3-checksum.ts";
import { S3Error } from "./s3-error.ts";
import type { S3Request } from "./s3-request.ts";

interface ReceivedBody {
  file: string;
  size: number;
  /** In hexadecimal, as an entity tag shows it. */
  md5: string;
  /** The one that the sender stated, found right. */
  checksum?: { header: string; value: string };
}

/** What must hold of a body; absent: nothing is known. */
export interface Expectations {
  size?: number;
  /** Base64, RFC 1864. */
  contentMd5?: string;
  /** In hexadecimal. */
  sha256?: string;
  /** By header name, in base64. */
  checksum?: { header: string; value: string };
  sizeRange?: { least: number; most: number };
}

/** The limit of a single upload. */
const largestUpload = 5 * 1024 ** 3;

/** Reads the body of a PUT, decoding the streams of the SDK. Throws `S3Error`; then there is no file. */
export async function receiveUpload(request: S3Request, file: string): Promise<ReceivedBody> {
  const contentSha256 = request.header("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD";
  const isChunked = contentSha256.startsWith("STREAMING-");
  const statedSize = request.header(isChunked ? "x-amz-decoded-content-length" : "content-length");
  if (statedSize === undefined || !/^\d+$/.test(statedSize)) {
    throw new S3Error("MissingContentLength", "You must provide the Content-Length HTTP header.");
  }
  const expectations: Expectations = { size: Number(statedSize) };
  const contentMd5 = request.header("content-md5");
  if (contentMd5 !== undefined) expectations.contentMd5 = contentMd5;
  if (/^[0-9a-f]{64}$/.test(contentSha256)) expectations.sha256 = contentSha256;
  const stated = statedChecksum(request);
  if (stated !== undefined) expectations.checksum = stated;
  if (!isChunked) return receiveBody(request.message, file, expectations);

  const trailerName = request.header("x-amz-trailer");
  return receiveBody(request.message, file, expectations, {
    decoder: new AwsChunkedDecoder(),
    ...(trailerName && { trailerName }),
  });
}

/** The checksum in a header, or in the query of a presigned URL. */
function statedChecksum(request: S3Request): Expectations["checksum"] {
  const [stated] = Object.entries(request.headersWith("x-amz-checksum-")).filter(([name]) => isChecksumHeader(name));
  return stated && { header: stated[0], value: stated[1] };
}

/** A body in the coding `aws-chunked`. */
export interface ChunkedCoding {
  decoder: AwsChunkedDecoder;
  /** The checksum header that comes after the body. */
  trailerName?: string;
}

/** Reads a body into a new file. Throws `S3Error`; then there is no file, and the rest of the source is left to be read. */
export async function receiveBody(
  source: Readable,
  file: string,
  expectations: Expectations,
  chunked?: ChunkedCoding,
): Promise<ReceivedBody> {
  if ((expectations.size ?? 0) > largestUpload) throw tooLarge();
  const trailerName = chunked?.trailerName;
  const most = Math.min(largestUpload, expectations.sizeRange?.most ?? largestUpload);
  const meter = new BodyMeter(most, expectations.checksum?.header ?? trailerName);
  const output = createWriteStream(file, { flags: "wx" });
  try {
    await (chunked
      ? pipeline(bytesOf(source), chunked.decoder, meter, output)
      : pipeline(bytesOf(source), meter, output)
    ).catch((error: unknown) => {
      // Whoever hangs up gets no answer, but what they left must go.
      throw error instanceof S3Error ? error : new S3Error("IncompleteBody", "The request body ended too soon.");
    });
    const value = trailerName === undefined ? undefined : chunked?.decoder.trailers[trailerName];
    return { file, ...meter.check(expectations, trailerName && value ? { header: trailerName, value } : undefined) };
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** A pipeline that fails destroys its source, and with a request the connection that the answer must take; not so with this. */
async function* bytesOf(source: Readable): AsyncGenerator<Buffer> {
  yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Passes a body through, counts it and takes its digests. */
class BodyMeter extends Transform {
  #size = 0;
  readonly #most: number;
  readonly #md5: Hash = createHash("md5");
  readonly #sha256: Hash = createHash("sha256");
  readonly #checksum: Checksum | undefined;

  constructor(most: number, checksumHeader: string | undefined) {
    super();
    this.#most = most;
    this.#checksum = checksumHeader === undefined ? undefined : createChecksum(checksumAlgorithm(checksumHeader));
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null, chunk?: Buffer) => void): void {
    this.#size += chunk.length;
    for (const digest of [this.#md5, this.#sha256, this.#checksum]) digest?.update(chunk);
    if (this.#size > this.#most) done(tooLarge());
    else done(null, chunk);
  }

  check(expected: Expectations, trailer: Expectations["checksum"]): Omit<ReceivedBody, "file"> {
    if (expected.size !== undefined && expected.size !== this.#size) {
      throw new S3Error(
        "IncompleteBody",
        "You did not provide the number of bytes specified by the Content-Length header",
      );
    }
    if (this.#size < (expected.sizeRange?.least ?? 0)) {
      throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
    }
    const md5 = this.#md5.digest();
    if (expected.contentMd5 !== undefined) requireMd5(expected.contentMd5, md5);
    if (expected.sha256 !== undefined && expected.sha256 !== this.#sha256.digest("hex")) {
      throw new S3Error(
        "XAmzContentSHA256Mismatch",
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    const stated = expected.checksum ?? trailer;
    const value = this.#checksum?.digest();
    if (value !== undefined && stated?.value !== value) {
      throw new S3Error(
        "BadDigest",
        `The ${stated?.header ?? "checksum"} you specified did not match the calculated checksum.`,
      );
    }
    return { size: this.#size, md5: md5.toString("hex"), ...(stated && { checksum: stated }) };
  }
}

function requireMd5(stated: string, md5: Buffer): void {
  const given = Buffer.from(stated, "base64");
  if (given.length !== 16) throw new S3Error("InvalidDigest", "The Content-MD5 you specified was invalid.");
  if (!given.equals(md5))
    throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received.");
}

function tooLarge(): S3Error {
  return new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
}
