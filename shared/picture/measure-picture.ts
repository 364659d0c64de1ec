/**
 * Reads the size of a picture from its structure without decoding it, because a small file may have millions of pixels, or may
 * decode them many times.
 */
/** The picture can't be used. The message is for the caller. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

/** The picture has too many pixels, or takes too long to decode. */
export class PictureTooLarge extends PictureError {}

export const maxPictureBytes = 5 * 1024 * 1024;
/** The maximum pixels of a side and of a picture. */
const maxSide = 12_000;
const maxPixels = 50_000_000;
/** The maximum pixels of all passes together. A progressive JPEG usually has about ten scans of the whole picture. */
const maxDecodedPixels = 600_000_000;

export type PictureKind = "jpeg" | "png" | "webp" | "gif";

export interface PictureMeasures {
  kind: PictureKind;
  width: number;
  height: number;
  /** The number of times that all pixels are decoded. */
  passes: number;
}

/** Throws a PictureError for a file that is not a picture, and for a picture that is too large. */
export function measurePicture(bytes: Uint8Array): PictureMeasures {
  const kind = pictureKind(bytes);
  if (bytes.byteLength > maxPictureBytes) throw new PictureError("A picture may have 5 MB.");
  if (!kind) {
    const found = otherFormat(bytes) ?? "no picture that is known here";
    throw new PictureError(`The file is ${found}: JPEG, PNG, WebP and GIF are taken.`);
  }
  const measures = readers[kind](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!measures || measures.width < 1 || measures.height < 1) throw new PictureError("The picture is broken.");
  const { width, height, passes } = measures;
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw new PictureTooLarge(
      `The picture has ${width} by ${height} pixels: ${maxSide} a side and ${maxPixels / 1_000_000} million are taken.`,
    );
  }
  if (width * height * passes > maxDecodedPixels)
    throw new PictureTooLarge("The picture takes too many passes to read.");
  return { kind, ...measures };
}

/** By the first 16 bytes, because file names and media types may be wrong. Undefined for any other file. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const start = latin1(bytes, 16);
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(start)) return "gif";
  return /^RIFF.{4}WEBPVP8[ LX]$/s.test(start) ? "webp" : undefined;
}

/** The name of a format that is not accepted, for messages; undefined for an unknown format. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  const start = latin1(bytes, 500);
  return otherFormats.find(([pattern]) => pattern.test(start))?.[1];
}

/** The formats of which users send pictures, or files in place of pictures. */
const otherFormats: readonly (readonly [start: RegExp, name: string])[] = [
  [/^(?:II\*\0|MM\0\*)/, "TIFF"],
  [/^BM/, "BMP"],
  [/^.{4}ftyp(?:hei|hev|mif1|msf1)/s, "HEIC"],
  [/^.{4}ftypavi/s, "AVIF"],
  [/^%PDF-/, "PDF"],
  [/<svg[\s>]/i, "SVG"],
  [/<(?:!doctype )?html/i, "HTML"],
];

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.subarray(0, length)).toString("latin1");
}

type Measured = Omit<PictureMeasures, "kind"> | undefined;

const readers: Readonly<Record<PictureKind, (bytes: Buffer) => Measured>> = {
  jpeg: measureJpeg,
  png: (bytes) => fixed(bytes, 24, () => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]),
  webp: measureWebp,
  gif: measureGif,
};

function fixed(bytes: Buffer, length: number, read: () => [width: number, height: number]): Measured {
  if (bytes.byteLength < length) return undefined;
  const [width, height] = read();
  return { width, height, passes: 1 };
}

const startOfScan = 0xda;
const endOfImage = 0xd9;

/** ITU-T T.81, annex B: segments, and after the header of a scan its data up to the next marker. */
function measureJpeg(bytes: Buffer): Measured {
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  for (let at = nextMarker(bytes, 2); at + 1 < bytes.length; ) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === endOfImage) break;
    if (at + 4 > bytes.length) break;
    const length = bytes.readUInt16BE(at + 2);
    if (isFrame(marker)) {
      if (at + 9 > bytes.length) return undefined;
      // A hierarchical file, which the library can't read, has a second frame.
      if (size) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (marker === startOfScan) scans += 1;
    at = nextMarker(bytes, at + 2 + length);
  }
  return size && { ...size, passes: Math.max(1, scans) };
}

/** SOF0 to SOF15. The three other codes in this range are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Skips stuffed bytes, restart markers and fill bytes. Without a marker, it returns the length of the file. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && code !== 0x01 && (code < 0xd0 || code > 0xd7)) return at;
  }
  return bytes.length;
}

/** RFC 9649: the canvas of the extended format, or the frame of the lossless or the lossy format. */
function measureWebp(bytes: Buffer): Measured {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return fixed(bytes, 30, () => [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]);
    case "VP8L":
      return fixed(bytes, 25, () => {
        const bits = bytes.readUInt32LE(21);
        return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
      });
    default:
      return fixed(bytes, 30, () => [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]);
  }
}

const imageBlock = 0x2c;
const extensionBlock = 0x21;

/** GIF89a: the screen, enlarged by the frames that extend beyond it. */
function measureGif(bytes: Buffer): Measured {
  if (bytes.length < 13) return undefined;
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let at = 13 + colourTableBytes(bytes.readUInt8(10));
  for (;;) {
    const block = bytes[at];
    if (block === imageBlock && at + 10 <= bytes.length) {
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      // The descriptor and the colours are followed by one byte with the size of codes.
      at = behindBlocks(bytes, at + 11 + colourTableBytes(bytes.readUInt8(at + 9)));
    } else if (block === extensionBlock) at = behindBlocks(bytes, at + 2);
    else return { width, height, passes: 1 };
  }
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function behindBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
  return at + 1;
}
