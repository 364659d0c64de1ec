/** Reads the records of a central directory (APPNOTE 4.3.12), including the numbers of zip64 (4.5.3). */
import { isUtf8 } from "node:buffer";
import type { ImportFile } from "../files/import-file.ts";
import { damagedDirectory } from "./archive-faults.ts";

export interface EntryRecord {
  path: string;
  encrypted: boolean;
  /** The compression method: 0 is stored, 8 is deflated. */
  method: number;
  crc: number;
  /** The sizes in bytes, first in the archive and then unpacked. */
  packedSize: number;
  size: number;
  /** The stated offset of the local header. */
  offset: number;
  /** The expected length of the local header in bytes. The texts of the local header may be longer or shorter. */
  headerBytes: number;
}

/** The four bytes that the structures of an archive begin with (APPNOTE 4.3). */
export const signatures = {
  local: Buffer.from("PK\x03\x04", "latin1"),
  record: Buffer.from("PK\x01\x02", "latin1"),
  end: Buffer.from("PK\x05\x06", "latin1"),
  zip64End: Buffer.from("PK\x06\x06", "latin1"),
};

export function startsWith(bytes: Buffer, at: number, signature: Buffer): boolean {
  return bytes.length - at >= 4 && bytes.readUInt32LE(at) === signature.readUInt32LE(0);
}

/** The length of a record without its texts. */
export const recordBytes = 46;
/** The length of a local header without its texts. */
export const localHeaderBytes = 30;

/** Yields the bytes of each record with its texts. Stops at the first invalid or incomplete record. */
export async function* eachRecord(
  file: ImportFile,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file.stream(start, end)) {
    let bytes = rest.length === 0 ? bufferOf(chunk) : Buffer.concat([rest, chunk]);
    while (bytes.length >= recordBytes) {
      if (!startsWith(bytes, 0, signatures.record)) return;
      const length = recordBytes + bytes.readUInt16LE(28) + bytes.readUInt16LE(30) + bytes.readUInt16LE(32);
      if (length > bytes.length) break;
      yield bytes.subarray(0, length);
      bytes = bytes.subarray(length);
    }
    rest = bytes;
  }
}

/**
 * Returns the path with `/` for the `\\` of Windows archivers, and without a leading `./`. The bytes decide on UTF-8,
 * because the archiver of the Mac sets no flag. Other encodings are read as Latin-1; no needed file has such letters.
 */
export function pathOf(record: Buffer): string {
  const name = record.subarray(recordBytes, recordBytes + record.readUInt16LE(28));
  const path = name.toString(isUtf8(name) ? "utf8" : "latin1");
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

/** Throws ImportFileError if the record refers to a missing zip64 field. */
export function readRecord(record: Buffer): EntryRecord {
  const [size, packedSize, offset] = readSizes(record);
  return {
    path: pathOf(record),
    encrypted: (record.readUInt16LE(8) & encryptedFlag) !== 0,
    method: record.readUInt16LE(10),
    crc: record.readUInt32LE(16),
    packedSize,
    size,
    offset,
    headerBytes: localHeaderBytes + record.readUInt16LE(28) + record.readUInt16LE(30),
  };
}

/** The extra field of zip64 holds the numbers that do not fit into the record, in the order of the result. */
function readSizes(record: Buffer): [size: number, packedSize: number, offset: number] {
  const zip64 = extraField(record, zip64Field);
  let at = 0;
  const read = (position: number) => {
    const number = record.readUInt32LE(position);
    if (number !== inZip64) return number;
    if (zip64 === undefined || at + 8 > zip64.length) throw damagedDirectory();
    at += 8;
    return Number(zip64.readBigUInt64LE(at - 8));
  };
  return [read(24), read(20), read(42)];
}

function extraField(record: Buffer, id: number): Buffer | undefined {
  const start = recordBytes + record.readUInt16LE(28);
  const extra = record.subarray(start, start + record.readUInt16LE(30));
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  return undefined;
}

/** Returns a Buffer of the same memory. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const inZip64 = 0xffff_ffff;
const zip64Field = 0x0001;
/** Every kind of encryption sets this flag (APPNOTE 4.4.4). */
const encryptedFlag = 0x0001;
