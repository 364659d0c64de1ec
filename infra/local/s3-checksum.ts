/** The checksums that the SDK puts on uploads ("Checking object integrity", Amazon S3 user guide), in base64. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { S3Error } from "./s3-error.ts";

export interface Checksum {
  update(bytes: Buffer): void;
  digest(): string;
}

export type ChecksumAlgorithm = "crc32" | "sha1" | "sha256";

/** Headers like "x-amz-checksum-mode" carry no checksum. */
export function isChecksumHeader(name: string): boolean {
  return /^x-amz-checksum-(?:crc|sha)/.test(name);
}

/** The algorithm of a header like "x-amz-checksum-crc32". Throws `S3Error` for one that the emulator does not know. */
export function checksumAlgorithm(header: string): ChecksumAlgorithm {
  const name = header.replace("x-amz-checksum-", "");
  if (name === "crc32" || name === "sha1" || name === "sha256") return name;
  throw new S3Error("NotImplemented", `The checksum ${name} is not implemented here.`);
}

export function createChecksum(algorithm: ChecksumAlgorithm): Checksum {
  return algorithm === "crc32" ? createCrc32() : createDigest(algorithm);
}

function createDigest(algorithm: "sha1" | "sha256"): Checksum {
  const hash = createHash(algorithm);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("base64") };
}

function createCrc32(): Checksum {
  let value = 0;
  return {
    update: (bytes) => {
      value = crc32(bytes, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes.toString("base64");
    },
  };
}
