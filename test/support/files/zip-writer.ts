/**
 * Writes ZIP archives byte by byte (APPNOTE 6.3.10), as they should be or, where a test asks for it, lying. Holes of
 * any length cost nothing: an archive is laid out as regions of bytes, with zeros between them.
 */
import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";
import type { ImportFile } from "../../../functions/import-parser/files/import-file.ts";

export interface WrittenEntry {
  name: string | Uint8Array;
  content: string | Uint8Array;
  /** 8 (deflated) by default; content of other methods is written as it is. */
  method?: number;
  /** Instead of what `method` makes of the content. */
  packed?: Uint8Array;
  /** Zeros before the local header. */
  hole?: number;
  comment?: Uint8Array;
  /** Numbers that go into the extra field of zip64, for its tests as for real. */
  zip64?: boolean;
  /** Bytes behind the data, such as a data descriptor. */
  behind?: Uint8Array;
  /** The values of the directory that differ. */
  central?: Lies;
  /** The values of the local header that differ; its extra field is its own. */
  local?: Lies;
}

interface Lies {
  name?: string | Uint8Array;
  flags?: number;
  method?: number;
  crc?: number;
  packedSize?: number;
  size?: number;
  offset?: number;
  extra?: Uint8Array;
}

export interface ArchiveEnd {
  /** Bytes before the archive, which its offsets do not count. */
  prefix?: Uint8Array;
  comment?: Uint8Array;
  behind?: Uint8Array;
  zip64?: boolean;
  /** The number of further entries that are only in the directory, before the others. */
  crowd?: number;
  /** The values of the end record that differ. */
  entries?: number;
  directorySize?: number;
  directoryOffset?: number;
  /** 32-bit numbers overflow, as the Mac's own archiver has it. */
  overflow?: boolean;
}

export interface Region {
  start: number;
  bytes: Buffer;
}

export interface Layout {
  regions: Region[];
  size: number;
  directoryBytes: number;
}

export function layOut(entries: readonly WrittenEntry[], end: ArchiveEnd = {}): Layout {
  const regions: Region[] = [];
  let size = 0;
  const write = (bytes: Buffer) => {
    regions.push({ start: size, bytes });
    size += bytes.length;
  };
  if (end.prefix) write(Buffer.from(end.prefix));
  const moved = end.prefix?.length ?? 0;
  const records: Buffer[] = [];
  for (const entry of entries) {
    size += entry.hole ?? 0;
    const { local, record } = writeEntry(entry, size - moved, end.overflow ?? false);
    write(local);
    records.push(record);
  }
  const directory = Buffer.concat([writeCrowd(end.crowd ?? 0), ...records]);
  const directoryAt = size - moved;
  write(directory);
  write(
    writeEnd(end, {
      at: size - moved,
      entries: (end.crowd ?? 0) + entries.length,
      directory: directory.length,
      directoryAt,
    }),
  );
  if (end.behind) write(Buffer.from(end.behind));
  return { regions, size, directoryBytes: directory.length };
}

export function bytesOf({ regions, size }: Layout): Buffer {
  const bytes = Buffer.alloc(size);
  for (const region of regions) region.bytes.copy(bytes, region.start);
  return bytes;
}

/** The archive as one piece of memory. */
export function zipOf(entries: readonly WrittenEntry[], end: ArchiveEnd = {}): Buffer {
  return bytesOf(layOut(entries, end));
}

/** The archive as a file whose holes are made when they are read. */
export function sparseFile({ regions, size }: Layout, name = "sparse.zip"): ImportFile {
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - start));
    for (const region of regions) {
      const from = Math.max(start, region.start);
      const to = Math.min(end, region.start + region.bytes.length);
      if (from < to) region.bytes.copy(bytes, from - start, from - region.start, to - region.start);
    }
    return bytes;
  };
  async function* stream(start = 0, end = size) {
    for (let at = start; at < end; at += chunkBytes) yield await read(at, Math.min(end, at + chunkBytes));
  }
  return { name, size, read, stream };
}

const chunkBytes = 65_536;

function writeEntry(entry: WrittenEntry, offset: number, overflow: boolean): { local: Buffer; record: Buffer } {
  const content = Buffer.from(entry.content);
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const name = Buffer.from(entry.name);
  const flags = typeof entry.name === "string" && !/^[ -~]*$/.test(entry.name) ? utf8Flag : 0;
  const facts = {
    ...{ flags, method, crc: crc32(content), packedSize: packed.length, size: content.length },
    ...{ name, extra: Buffer.alloc(0), offset: overflow ? offset % 2 ** 32 : offset },
  };
  const zip64 = entry.zip64 ?? false;
  return {
    local: Buffer.concat([writeLocal({ ...facts, ...entry.local }), packed, entry.behind ?? Buffer.alloc(0)]),
    record: writeRecord({ ...facts, ...entry.central }, zip64, Buffer.from(entry.comment ?? [])),
  };
}

type Facts = Required<Lies>;

/** Records of empty pictures, as many as there are in an export with media. */
function writeCrowd(count: number): Buffer {
  const extra = Buffer.from("5554050001a6ce1200", "hex");
  const facts = { flags: 0, method: 0, crc: 0, packedSize: 0, size: 0, offset: 0, extra };
  const record = writeRecord({ ...facts, name: "media/posts/202601/0000000.jpg" }, false, Buffer.alloc(0));
  const records = Buffer.alloc(count * record.length);
  for (let index = 0; index < count; index += 1) {
    record.copy(records, index * record.length);
    records.write(String(index).padStart(7, "0"), index * record.length + 46 + 19, "latin1");
  }
  return records;
}

function writeLocal(facts: Facts): Buffer {
  const name = Buffer.from(facts.name);
  const header = Buffer.alloc(30);
  header.write("PK\x03\x04", "latin1");
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(facts.flags, 6);
  header.writeUInt16LE(facts.method, 8);
  header.writeUInt32LE(facts.crc, 14);
  header.writeUInt32LE(narrow(facts.packedSize), 18);
  header.writeUInt32LE(narrow(facts.size), 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(facts.extra.length, 28);
  return Buffer.concat([header, name, facts.extra]);
}

function writeRecord(facts: Facts, zip64: boolean, comment: Buffer): Buffer {
  const name = Buffer.from(facts.name);
  const wide = [facts.size, facts.packedSize, facts.offset].filter((number) => zip64 || number >= 2 ** 32);
  const field = Buffer.alloc(wide.length === 0 ? 0 : 4 + 8 * wide.length);
  if (wide.length > 0) {
    field.writeUInt16LE(1, 0);
    field.writeUInt16LE(field.length - 4, 2);
    for (const [index, number] of wide.entries()) field.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  }
  const extra = Buffer.concat([facts.extra, field]);
  const header = Buffer.alloc(46);
  header.write("PK\x01\x02", "latin1");
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(45, 6);
  header.writeUInt16LE(facts.flags, 8);
  header.writeUInt16LE(facts.method, 10);
  header.writeUInt32LE(facts.crc, 16);
  header.writeUInt32LE(zip64 ? inZip64 : narrow(facts.packedSize), 20);
  header.writeUInt32LE(zip64 ? inZip64 : narrow(facts.size), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(comment.length, 32);
  header.writeUInt32LE(zip64 ? inZip64 : narrow(facts.offset), 42);
  return Buffer.concat([header, name, extra, comment]);
}

interface DirectoryFacts {
  /** Where the end is written. */
  at: number;
  entries: number;
  directory: number;
  directoryAt: number;
}

function writeEnd(end: ArchiveEnd, { at, entries: count, directory, directoryAt }: DirectoryFacts): Buffer {
  const entries = end.entries ?? count;
  const size = end.directorySize ?? directory;
  const offset = end.directoryOffset ?? directoryAt;
  const comment = Buffer.from(end.comment ?? []);
  const record = Buffer.alloc(22);
  record.write("PK\x05\x06", "latin1");
  const short = end.overflow ? entries % 2 ** 16 : Math.min(entries, 0xffff);
  record.writeUInt16LE(end.zip64 ? 0xffff : short, 8);
  record.writeUInt16LE(end.zip64 ? 0xffff : short, 10);
  record.writeUInt32LE(end.zip64 ? inZip64 : narrow(size), 12);
  record.writeUInt32LE(end.zip64 ? inZip64 : narrow(end.overflow ? offset % 2 ** 32 : offset), 16);
  record.writeUInt16LE(comment.length, 20);
  const zip64 = end.zip64 ? writeZip64End({ at, entries, size, offset }) : Buffer.alloc(0);
  return Buffer.concat([zip64, record, comment]);
}

function writeZip64End(facts: { at: number; entries: number; size: number; offset: number }): Buffer {
  const record = Buffer.alloc(76);
  record.write("PK\x06\x06", "latin1");
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(facts.entries), 24);
  record.writeBigUInt64LE(BigInt(facts.entries), 32);
  record.writeBigUInt64LE(BigInt(facts.size), 40);
  record.writeBigUInt64LE(BigInt(facts.offset), 48);
  record.write("PK\x06\x07", 56, "latin1");
  record.writeBigUInt64LE(BigInt(facts.at), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

function narrow(number: number): number {
  return number >= 2 ** 32 ? inZip64 : number;
}

const inZip64 = 0xffff_ffff;
const utf8Flag = 0x800;
