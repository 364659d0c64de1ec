/**
 * Makes avatars of a picture: upright, in the colours of the web, on white where it was transparent, the middle square
 * of it, never enlarged, and without metadata. Why by this library, and why as JPEG: infra/decisions/0012-pictures.md.
 */
import type Vips from "wasm-vips";
import { type AvatarImage, avatarQualities, avatarSizes } from "./avatar-variants.ts";
import { measurePicture } from "./measure-picture.ts";
import { PictureError } from "./picture-error.ts";

export type EncodeAvatar = (picture: Uint8Array) => Promise<AvatarImage[]>;

type Library = typeof Vips;

/**
 * Throws PictureError for what can't be read, and the faults of `load`. `load` is called at the first picture, and
 * again after the library broke: then the same picture has a second try, since the library may have been broken by an
 * earlier one, or for want of memory.
 */
export function createAvatarEncoder(load: () => Promise<Library>): EncodeAvatar {
  let library: Promise<Library> | undefined;

  /** Undefined: the library broke, and is forgotten. Throws the library's own errors. */
  const attempt = async (picture: Uint8Array): Promise<AvatarImage[] | undefined> => {
    library ??= load();
    const loading = library;
    const forget = () => {
      if (library === loading) library = undefined;
    };
    const vips = await loading.catch((error: unknown) => {
      forget();
      throw error;
    });
    // Another picture broke it while this one waited for it.
    if (library !== loading) return attempt(picture);
    try {
      return encode(vips, picture);
    } catch (cause) {
      if (!isTrap(cause)) throw new PictureError("The picture is broken or cut off.", { cause });
      forget();
      return undefined;
    }
  };

  return async (picture) => {
    measurePicture(picture);
    const images = (await attempt(picture)) ?? (await attempt(picture));
    if (!images) throw new PictureError("The picture can't be read.");
    return images;
  };
}

/** A fault of the machine, not an error of the library's own: what the library's memory holds now is not known. */
function isTrap(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "RuntimeError";
}

/** Of an animation the first frame. Synchronous: pictures that come at once take their turns. */
function encode(vips: Library, picture: Uint8Array): AvatarImage[] {
  // Nothing of the library's memory is freed by itself.
  const held: Vips.Image[] = [];
  const hold = (image: Vips.Image) => {
    held.push(image);
    return image;
  };
  const square = (side: number) => ({ height: side, crop: "centre", size: "down" });
  try {
    // The option of the same name does not reach the decoder.
    const whole = { option_string: "[fail_on=truncated]", output_profile: "srgb" };
    const decoded = hold(
      vips.Image.thumbnailBuffer(picture, avatarSizes.large, { ...square(avatarSizes.large), ...whole }),
    );
    const opaque = decoded.hasAlpha() ? hold(decoded.flatten({ background: [255, 255, 255] })) : decoded;
    const { width, height } = opaque;
    // One that is too small to fill the square is no square yet.
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
