/** A record of the central directory (APPNOTE 4.3.12), with the sizes of zip64 (4.5.3) where it has them. */
import { type ExtraField, parseExtraFields } from "yauzl";
import { damagedDirectory } from "./faults.ts";

export interface EntryRecord {
  path: string;
  encrypted: boolean;
  /** A symbolic link, by the mode that Unix and Mac archivers note. */
  link: boolean;
  /** How it is packed: 0 stored, 8 deflated. */
  method: number;
  crc: number;
  /** Bytes in the archive, and when unpacked. */
  packedSize: number;
  size: number;
  /** Of its local header, as stated. */
  offset: number;
  /** Bytes of the local header if its texts are as long as here, which they need not be. */
  headerBytes: number;
}

/** Of a record, without its texts. */
export const recordBytes = 46;
/** Of a local header, without its texts. */
export const localHeaderBytes = 30;

/** `record` holds the whole record. Throws ImportFileError where zip64 is announced and missing. */
export function readRecord(record: Buffer, path: string): EntryRecord {
  const [size, packedSize, offset] = withZip64(record, [
    record.readUInt32LE(24),
    record.readUInt32LE(20),
    record.readUInt32LE(42),
  ]);
  const method = record.readUInt16LE(10);
  return {
    path,
    encrypted: (record.readUInt16LE(8) & encryptedFlags) !== 0 || method === aesMethod,
    link: ((record.readUInt32LE(38) >>> 16) & fileTypeMask) === symbolicLinkType,
    method,
    crc: record.readUInt32LE(16),
    packedSize,
    size,
    offset,
    headerBytes: localHeaderBytes + nameBytes(record).length + extraBytes(record).length,
  };
}

/** Of `bytes`, which begin with a record that may go on behind them. */
export function lengthOfRecord(bytes: Buffer): number {
  return recordBytes + bytes.readUInt16LE(28) + bytes.readUInt16LE(30) + bytes.readUInt16LE(32);
}

export function nameBytes(record: Buffer): Buffer {
  return record.subarray(recordBytes, recordBytes + record.readUInt16LE(28));
}

export function extraBytes(record: Buffer): Buffer {
  const start = recordBytes + record.readUInt16LE(28);
  return record.subarray(start, start + record.readUInt16LE(30));
}

/** None where they are broken: whether they are missed is for those to say who need one. */
export function extraFields(record: Buffer): ExtraField[] {
  try {
    return parseExtraFields(extraBytes(record));
  } catch {
    return [];
  }
}

/** The extra field holds, in this order, the numbers that have no place in the record. */
function withZip64(record: Buffer, numbers: [number, number, number]): [number, number, number] {
  if (!numbers.includes(inZip64)) return numbers;
  const field = extraFields(record).find(({ id }) => id === zip64Field)?.data ?? Buffer.alloc(0);
  let at = 0;
  const read = (number: number) => {
    if (number !== inZip64) return number;
    if (at + 8 > field.length) throw damagedDirectory();
    at += 8;
    return Number(field.readBigUInt64LE(at - 8));
  };
  return [read(numbers[0]), read(numbers[1]), read(numbers[2])];
}

const inZip64 = 0xffff_ffff;
const zip64Field = 0x0001;
/** Traditional, strong, and of the directory itself (APPNOTE 4.4.4). */
const encryptedFlags = 0x2041;
const aesMethod = 99;
const fileTypeMask = 0o170000;
const symbolicLinkType = 0o120000;
