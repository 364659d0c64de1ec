/** Makes the parts of functions that store and remove pictures from the environment. */
import { readEnvironment } from "../platform/config/environment.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { Log } from "../platform/log/request-log.ts";
import { avatarKey, largestVariant } from "./avatar-variants.ts";
import { createAvatarEncoder, type EncodeAvatar } from "./encode-avatar.ts";
import { loadVips } from "./load-vips.ts";
import { createAvatarRemoval, type RemoveAvatars } from "./remove-avatars.ts";
import { type AvatarUrls, createAvatarUrls } from "./store/avatar-urls.ts";
import { createPictureFiles } from "./store/picture-files.ts";
import { createAvatarStore, type StoreAvatar } from "./store-avatar.ts";

export interface PictureParts {
  storeAvatar: StoreAvatar;
  removeAvatars: RemoveAvatars;
  avatarUrls: AvatarUrls;
  /** The largest variant of a picture (JPEG); undefined if it was removed. */
  readAvatar: (accountId: string, photoVersion: string) => Promise<Uint8Array | undefined>;
}

/** Reads PICTURE_BUCKET, PICTURE_LIBRARY and PICTURE_ENCODER. */
export function picturePartsFrom(
  source: Readonly<Record<string, string | undefined>>,
  { store, now, newId, log }: { store: Store; now: () => Date; newId: () => string; log: Log },
): PictureParts {
  const names = ["PICTURE_BUCKET", "PICTURE_LIBRARY", "PICTURE_ENCODER"] as const;
  const { PICTURE_BUCKET, PICTURE_LIBRARY, PICTURE_ENCODER } = readEnvironment(source, ...names);
  const files = createPictureFiles(PICTURE_BUCKET);
  const encode: EncodeAvatar = PICTURE_ENCODER
    ? async (picture) => (await import(PICTURE_ENCODER)).encodeAvatar(picture)
    : createAvatarEncoder(() => loadVips(PICTURE_LIBRARY));
  return {
    storeAvatar: createAvatarStore({ store, files, encode, now, newId }),
    removeAvatars: createAvatarRemoval({ store, files, log }),
    avatarUrls: createAvatarUrls(PICTURE_BUCKET),
    readAvatar: (accountId, photoVersion) => files.readPicture(avatarKey(accountId, photoVersion, largestVariant)),
  };
}
