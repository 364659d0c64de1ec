/**
 * Makes the avatars of a picture: the square in its middle, upright, in sRGB, with transparent parts in white, never enlarged,
 * and without metadata. infra/decisions/0012-pictures.md explains the library and the format.
 */
import type Vips from "wasm-vips";
import { type AvatarImage, avatarQualities, avatarSizes } from "./avatar-variants.ts";
import { measurePicture, PictureError } from "./measure-picture.ts";

export type EncodeAvatar = (picture: Uint8Array) => Promise<AvatarImage[]>;

type Library = typeof Vips;

/**
 * Throws a PictureError for a picture that can't be read, and the errors of `load`. `load` is called for the first picture, and
 * again after a picture broke the library. Then the picture is encoded once more, because an earlier one may have damaged
 * the memory of the library.
 */
export function createAvatarEncoder(load: () => Promise<Library>): EncodeAvatar {
  let library: Promise<Library> | undefined;
  const attempt = async (picture: Uint8Array, isLast: boolean): Promise<AvatarImage[]> => {
    library ??= load().catch((error: unknown) => {
      library = undefined;
      throw error;
    });
    const loading = library;
    const vips = await loading;
    // Another picture has broken the library in the meantime.
    if (library !== loading) return attempt(picture, isLast);
    try {
      return encode(vips, picture);
    } catch (cause) {
      if (isTrap(cause)) {
        library = undefined;
        if (!isLast) return attempt(picture, true);
      }
      throw new PictureError("The picture is broken or cut off.", { cause });
    }
  };
  return async (picture) => {
    measurePicture(picture);
    return attempt(picture, false);
  };
}

/** Whether WebAssembly trapped. Then the memory of the library may be corrupt. */
function isTrap(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "RuntimeError";
}

/** Uses the first frame of an animation. It is synchronous, so pictures are encoded one after the other. */
function encode(vips: Library, picture: Uint8Array): AvatarImage[] {
  // Images must be deleted explicitly.
  const held: Vips.Image[] = [];
  const hold = (image: Vips.Image) => {
    held.push(image);
    return image;
  };
  const square = (side: number) => ({ height: side, crop: "centre", size: "down" });
  try {
    // The option `fail_on` of this function is not passed to the decoder.
    const whole = { option_string: "[fail_on=truncated]", output_profile: "srgb" };
    const decoded = hold(
      vips.Image.thumbnailBuffer(picture, avatarSizes.large, { ...square(avatarSizes.large), ...whole }),
    );
    const opaque = decoded.hasAlpha() ? hold(decoded.flatten({ background: [255, 255, 255] })) : decoded;
    const { width, height } = opaque;
    // A picture smaller than the largest variant is not cropped yet.
    const side = Math.min(width, height);
    const middle = hold(
      opaque.extractArea(Math.floor((width - side) / 2), Math.floor((height - side) / 2), side, side),
    );
    const large = hold(middle.copyMemory());
    return Object.entries(avatarSizes).flatMap(([size, side]) => {
      const scaled = side < large.width ? hold(hold(large.thumbnailImage(side, square(side))).copyMemory()) : large;
      return Object.entries(avatarQualities).map(([quality, Q]): AvatarImage => {
        const content = scaled.jpegsaveBuffer({ Q, keep: "none", optimize_coding: true });
        return { avatarSize: size, avatarQuality: quality, content } as AvatarImage;
      });
    });
  } finally {
    for (const image of held.reverse()) image.delete();
  }
}
