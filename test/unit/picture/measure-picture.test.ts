import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  maxPictureBytes,
  measurePicture,
  otherFormat,
  PictureError,
  type PictureKind,
  pictureKind,
} from "../../../shared/picture/measure-picture.ts";
import { paint, withExif } from "../../support/contact/pictures.ts";

type Painted = Awaited<ReturnType<typeof paint>>;
const makers: Readonly<Record<string, [PictureKind, (image: Painted) => Uint8Array]>> = {
  "a baseline JPEG": ["jpeg", (image) => image.jpegsaveBuffer()],
  "a JPEG with a thumbnail's segment": ["jpeg", (image) => withExif(image.jpegsaveBuffer(), 6, "x\xff\xc0")],
  "a PNG": ["png", (image) => image.pngsaveBuffer()],
  "an interlaced PNG": ["png", (image) => image.pngsaveBuffer({ interlace: true })],
  "a lossy WebP": ["webp", (image) => image.webpsaveBuffer()],
  "a lossless WebP": ["webp", (image) => image.webpsaveBuffer({ lossless: true })],
  "an extended WebP": ["webp", (image) => image.bandjoin(image.extractBand(0)).webpsaveBuffer()],
  "a GIF": ["gif", (image) => image.gifsaveBuffer()],
};
const names = Object.keys(makers);
const pictures = new Map<string, { kind: PictureKind; bytes: Uint8Array }>();
beforeAll(async () => {
  const image = await paint({ width: 37, height: 21, left: [200, 20, 20], right: [20, 20, 200] });
  for (const [name, [kind, make]] of Object.entries(makers)) pictures.set(name, { kind, bytes: make(image) });
});

function given(name: string): Buffer {
  return Buffer.from(pictures.get(name)?.bytes ?? []);
}

function refusal(bytes: Uint8Array): string {
  try {
    const { width, height } = measurePicture(bytes);
    return `${width} by ${height}`;
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
}

describe("the measures of a picture", () => {
  it.each(names)("are read from the structure of %s", (name) => {
    const kind = pictures.get(name)?.kind;
    expect(measurePicture(given(name))).toEqual({ kind, width: 37, height: 21, passes: 1 });
  });

  it("include the passes of a progressive JPEG", async () => {
    const image = await paint({ width: 64, height: 64, left: [200, 20, 20], right: [20, 20, 200] });
    expect(measurePicture(image.jpegsaveBuffer({ interlace: true })).passes).toBeGreaterThan(5);
  });

  it("of a GIF include frames that extend beyond its screen", () => {
    const gif = given("a GIF");
    gif.writeUInt16LE(3, 6);
    gif.writeUInt16LE(3, 8);
    expect(refusal(gif)).toBe("37 by 21");
  });

  it("are never read beyond the end of a damaged file", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(400),
        fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 }),
        (name, length, changes) => {
          const bytes = given(name).subarray(0, length);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          expect(typeof refusal(bytes)).toBe("string");
        },
      ),
    );
  });
});

describe("a picture is refused", () => {
  it("that has too many pixels, of any kind", () => {
    const png = given("a PNG");
    png.writeUInt32BE(7_100, 16);
    png.writeUInt32BE(7_100, 20);
    expect(refusal(png)).toMatch(/7100 by 7100 pixels: 12000 a side and 50 million/);
    png.writeUInt32BE(12_001, 16);
    png.writeUInt32BE(10, 20);
    expect(refusal(png)).toMatch(/12001 by 10 pixels/);
    const jpeg = given("a baseline JPEG");
    jpeg.writeUInt16BE(60_000, jpeg.indexOf("\xff\xc0", 0, "latin1") + 5);
    expect(refusal(jpeg)).toMatch(/37 by 60000 pixels/);
    const gif = given("a GIF");
    gif.writeUInt16LE(60_000, 8);
    expect(refusal(gif)).toMatch(/37 by 60000 pixels/);
    const webp = given("an extended WebP");
    webp.writeUIntLE(16_000_000, 24, 3);
    expect(refusal(webp)).toMatch(/16000001 by 21 pixels/);
  });

  it("that has no pixels or no frame", () => {
    const png = given("a PNG");
    png.writeUInt32BE(0, 16);
    expect(refusal(png)).toMatch(/broken/);
    const jpeg = given("a baseline JPEG");
    jpeg[jpeg.indexOf("\xff\xc0", 0, "latin1") + 1] = 0xe5;
    expect(refusal(jpeg)).toMatch(/broken/);
  });

  it("that has too many passes", () => {
    const jpeg = given("a baseline JPEG");
    const frame = jpeg.indexOf("\xff\xc0", 0, "latin1");
    jpeg.writeUInt16BE(7_000, frame + 5);
    jpeg.writeUInt16BE(7_000, frame + 7);
    const scan = jpeg.indexOf("\xff\xda", 0, "latin1");
    const scans = Buffer.concat(Array.from({ length: 12 }, () => jpeg.subarray(scan, -2)));
    expect(refusal(jpeg)).toBe("7000 by 7000");
    expect(refusal(Buffer.concat([jpeg.subarray(0, -2), scans, jpeg.subarray(-2)]))).toMatch(/too many passes/);
  });

  it("that is too large a file, or no picture", () => {
    expect(refusal(Buffer.concat([given("a PNG"), Buffer.alloc(maxPictureBytes)]))).toMatch(/5 MB/);
    expect(refusal(Buffer.from("BM    "))).toBe("The file is BMP: JPEG, PNG, WebP and GIF are taken.");
    expect(refusal(Buffer.alloc(0))).toMatch(/no picture that is known here/);
  });
});

describe("the kind of a picture", () => {
  const bytes = (text: string) => Buffer.from(text, "latin1");

  it.each([
    ["jpeg", "\xff\xd8\xff\xdb"],
    ["gif", "GIF87a"],
    ["webp", "RIFF\x24\0\n\0WEBPVP8L"],
    [undefined, "RIFF\x24\0\0\0WAVEfmt "],
    [undefined, "RIFFWEBP"],
    [undefined, " GIF89a"],
    [undefined, "/9j/4AAQSkZJRg=="],
  ])("is %s by its first bytes, whatever follows", (kind, start) => {
    expect([pictureKind(bytes(start)), pictureKind(bytes(`${start}and more`))]).toEqual([kind, kind]);
    expect(otherFormat(bytes(start))).toBeUndefined();
  });

  it.each([
    ["TIFF", "II*\0\x08\0\0\0"],
    ["TIFF", "MM\0*\0\0\0\x08"],
    ["BMP", "BM\x46\0\0\0\0\0\0\0\x36"],
    ["HEIC", "\0\0\0\x18ftypheic"],
    ["AVIF", "\0\0\0\x20ftypavif"],
    ["SVG", '<?xml version="1.0"?>\n<svg onload=alert(1)>'],
    ["PDF", "%PDF-1.7"],
    ["HTML", "<!doctype html>"],
  ])("is unknown for %s, which messages name", (name, start) => {
    expect([pictureKind(bytes(start)), otherFormat(bytes(start))]).toEqual([undefined, name]);
  });
});
