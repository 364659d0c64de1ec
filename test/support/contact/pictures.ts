/** Pictures for tests, and a picture bucket in memory. */
import type Vips from "wasm-vips";
import { loadVips } from "../../../shared/picture/load-vips.ts";
import type { PictureParts } from "../../../shared/picture/picture-parts.ts";
import type { PictureFiles } from "../../../shared/picture/store/picture-files.ts";
import type { SignUpload } from "../../../shared/platform/s3/upload-forms.ts";

/** The parts of operations for tests without pictures. */
export const noPictures: PictureParts & {
  signUpload: SignUpload;
  pictureFiles: Pick<PictureFiles, "removePictures">;
} = {
  avatarUrls: async () => (photoVersion) => photoVersion && `https://pictures.example/${photoVersion}`,
  signUpload: () => Promise.reject(new Error("no picture is uploaded here")),
  readAvatar: async () => undefined,
  storeAvatar: () => Promise.reject(new Error("no picture is taken here")),
  removeAvatars: async () => {},
  pictureFiles: { removePictures: async () => {} },
};

export interface MemoryPictureFiles extends PictureFiles {
  objects: Map<string, Uint8Array>;
}

export function memoryPictureFiles(): MemoryPictureFiles {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    putPicture: async (key, content) => void objects.set(key, content),
    readPicture: async (key) => objects.get(key),
    removePictures: async (keys) => {
      for (const key of keys) objects.delete(key);
    },
  };
}

/** One pixel, for tests that do not need the library, which takes a second to load. */
export const smallestGif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

let library: Promise<typeof Vips> | undefined;

/** The library with which the service reads pictures. It also writes every format. */
export function vips(): Promise<typeof Vips> {
  library ??= loadVips(undefined);
  return library;
}

interface PaintedPicture {
  width: number;
  height: number;
  /** Red, green, blue and optionally the opacity, from 0 to 255. */
  left: number[];
  right: number[];
}

/** A picture of two halves. */
export async function paint({ width, height, left, right }: PaintedPicture): Promise<Vips.Image> {
  const { Image } = await vips();
  const half = (colour: number[], from: number, to: number) =>
    Image.black(to - from, height)
      .add(colour)
      .cast("uchar")
      .copy({ interpretation: "srgb" });
  const middle = Math.ceil(width / 2);
  if (middle === width) return half(left, 0, width);
  return half(left, 0, middle).join(half(right, middle, width), "horizontal");
}

/** A JPEG of one colour. */
export async function jpegOf(width = 600, height = 400, colour = [200, 30, 30]): Promise<Uint8Array> {
  return (await paint({ width, height, left: colour, right: colour })).jpegsaveBuffer({ Q: 90 });
}

/**
 * The JPEG with an EXIF segment at its start (CIPA DC-008, 4.5 and 4.6), which has the orientation, and a text in a field
 * that cameras fill.
 */
export function withExif(jpeg: Uint8Array, orientation: number, text: string): Uint8Array {
  const words = Buffer.from(`${text}\0`, "latin1");
  const tiff = Buffer.alloc(38 + words.length);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  // This is ImageDescription in ASCII, which follows the directory.
  tiff.writeUInt16BE(0x010e, 10);
  tiff.writeUInt16BE(2, 12);
  tiff.writeUInt32BE(words.length, 14);
  tiff.writeUInt32BE(38, 18);
  // This is Orientation, one SHORT.
  tiff.writeUInt16BE(0x0112, 22);
  tiff.writeUInt16BE(3, 24);
  tiff.writeUInt32BE(1, 26);
  tiff.writeUInt16BE(orientation, 30);
  words.copy(tiff, 38);
  const head = Buffer.from("\xff\xe1\0\0Exif\0\0", "latin1");
  head.writeUInt16BE(2 + 6 + tiff.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, tiff, jpeg.subarray(2)]);
}
