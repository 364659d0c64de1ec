/** What functions that take and remove pictures are given, made from the environment. */
import { readEnvironment } from "../config/environment.ts";
import { type AvatarUrls, createAvatarUrls } from "../files/avatar-urls.ts";
import { createPictureFiles } from "../files/picture-files.ts";
import { avatarKey } from "../files/picture-keys.ts";
import type { Log } from "../log/request-log.ts";
import type { Store } from "../table/store.ts";
import { largestVariant } from "./avatar-variants.ts";
import { createAvatarEncoder, type EncodeAvatar } from "./encode-avatar.ts";
import { loadVips } from "./load-vips.ts";
import { createAvatarRemoval, type RemoveAvatars } from "./remove-avatars.ts";
import { createAvatarStore, type StoreAvatar } from "./store-avatar.ts";

export interface PictureParts {
  storeAvatar: StoreAvatar;
  removeAvatars: RemoveAvatars;
  avatarUrls: AvatarUrls;
  /** The largest form of a picture, a JPEG; undefined when it is gone. */
  readAvatar: (accountId: string, photoVersion: string) => Promise<Uint8Array | undefined>;
}

/** Reads PICTURE_BUCKET, PICTURE_ENCODER and PICTURE_LIBRARY. */
export function picturePartsFrom(
  source: Readonly<Record<string, string | undefined>>,
  { store, now, newId, log }: { store: Store; now: () => Date; newId: () => string; log: Log },
): PictureParts {
  const { PICTURE_BUCKET, PICTURE_ENCODER, PICTURE_LIBRARY } = readEnvironment(
    source,
    "PICTURE_BUCKET",
    "PICTURE_ENCODER",
    "PICTURE_LIBRARY",
  );
  const files = createPictureFiles(PICTURE_BUCKET);
  const encode = PICTURE_ENCODER ? encoderOf(PICTURE_ENCODER) : createAvatarEncoder(() => loadVips(PICTURE_LIBRARY));
  return {
    storeAvatar: createAvatarStore({ store, files, encode, now, newId }),
    removeAvatars: createAvatarRemoval({ store, files, log }),
    avatarUrls: createAvatarUrls(PICTURE_BUCKET),
    readAvatar: (accountId, photoVersion) => files.readPicture(avatarKey(accountId, photoVersion, largestVariant)),
  };
}

/** The module is loaded with the first picture. */
function encoderOf(module: string): EncodeAvatar {
  return async (picture) => {
    const { encode } = (await import(module)) as { encode: EncodeAvatar };
    return encode(picture);
  };
}
