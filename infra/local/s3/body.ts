/** Writes the body of an upload to a file, without holding it in memory, and checks what the sender states about it. */
import { createHash } from "node:crypto";
import { createWriteStream, rmSync } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { S3Error } from "./error.ts";
import type { S3Request } from "./request.ts";

export interface ReceivedBody {
  size: number;
  /** In hexadecimal, as an entity tag shows it. */
  md5: string;
}

interface Stated {
  /** In hexadecimal. */
  sha256?: string | undefined;
  /** In base64. */
  crc32?: string | undefined;
  /** Bytes, both ends included. */
  size?: { least: number; most: number };
}

/**
 * Reads the body of a request of the SDK, which signs its hash. Throws `S3Error`, also for the streamed bodies that the
 * service does not send; then there is no file.
 */
export function receiveSignedBody(request: S3Request, file: string): Promise<ReceivedBody> {
  const sha256 = request.header("x-amz-content-sha256") ?? "";
  if (!/^[0-9a-f]{64}$/.test(sha256))
    throw new S3Error("NotImplemented", "Only bodies with a signed hash are taken here.");
  return receiveBody(request.message, file, { sha256, crc32: request.header("x-amz-checksum-crc32") });
}

/** Reads a body into a new file. Throws `S3Error`; then there is no file, and the rest of the source is left to be read. */
export async function receiveBody(source: Readable, file: string, stated: Stated): Promise<ReceivedBody> {
  const meter = new BodyMeter(stated);
  try {
    await pipeline(bytesOf(source), meter, createWriteStream(file, { flags: "wx" })).catch((error: unknown) => {
      throw error instanceof S3Error ? error : new S3Error("IncompleteBody", "The request body ended too soon.");
    });
    return meter.check();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** A pipeline that fails destroys its source, which would also cut the connection that the answer needs. */
async function* bytesOf(source: Readable): AsyncGenerator<Buffer> {
  yield* source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Passes a body through, counts its bytes and computes its digests. */
class BodyMeter extends Transform {
  readonly #stated: Stated;
  readonly #md5 = createHash("md5");
  readonly #sha256 = createHash("sha256");
  #crc32 = 0;
  #size = 0;

  constructor(stated: Stated) {
    super();
    this.#stated = stated;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error | null, chunk?: Buffer) => void): void {
    this.#size += chunk.length;
    this.#md5.update(chunk);
    this.#sha256.update(chunk);
    this.#crc32 = crc32(chunk, this.#crc32);
    const isTooLarge = this.#size > (this.#stated.size?.most ?? Number.POSITIVE_INFINITY);
    if (isTooLarge) done(new S3Error("EntityTooLarge", "Your proposed upload exceeds the maximum allowed size"));
    else done(null, chunk);
  }

  check(): ReceivedBody {
    const { sha256, crc32: checksum, size } = this.#stated;
    if (this.#size < (size?.least ?? 0)) {
      throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
    }
    if (sha256 !== undefined && sha256 !== this.#sha256.digest("hex")) {
      throw new S3Error(
        "XAmzContentSHA256Mismatch",
        "The provided 'x-amz-content-sha256' header does not match what was computed.",
      );
    }
    const computed = Buffer.alloc(4);
    computed.writeUInt32BE(this.#crc32);
    if (checksum !== undefined && checksum !== computed.toString("base64")) {
      throw new S3Error("BadDigest", "The CRC32 you specified did not match the calculated checksum.");
    }
    return { size: this.#size, md5: this.#md5.digest("hex") };
  }
}
