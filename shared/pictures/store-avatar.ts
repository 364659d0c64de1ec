/** Brings a picture into the picture bucket in all its forms, for a contact's write to show it. */
import { createHash } from "node:crypto";
import type { PictureFiles } from "../files/picture-files.ts";
import { avatarKey } from "../files/picture-keys.ts";
import { noteStoring } from "../table/picture.ts";
import type { Store } from "../table/store.ts";
import type { EncodeAvatar } from "./encode-avatar.ts";

export interface AvatarParts {
  store: Store;
  files: Pick<PictureFiles, "putPicture">;
  encode: EncodeAvatar;
  now: () => Date;
  newId: () => string;
}

/**
 * Gives the `photoVersion` under which a contact may show the picture; one that no contact comes to show is removed
 * within some hours. Throws PictureError.
 */
export type StoreAvatar = (accountId: string, picture: Uint8Array) => Promise<string>;

export function createAvatarStore({ store, files, encode, now, newId }: AvatarParts): StoreAvatar {
  return async (accountId, picture) => {
    const images = await encode(picture);
    const photoVersion = `${digestOf(picture)}-${newId()}`;
    await noteStoring(store, { accountId, photoVersion, storedAt: now().toISOString() });
    await Promise.all(
      images.map((image) => files.putPicture(avatarKey(accountId, photoVersion, image), image.content)),
    );
    return photoVersion;
  };
}

/** Whether this version was made of this very picture: sending it again need not change anything. */
export function isMadeOf(photoVersion: string | null, picture: Uint8Array): boolean {
  return photoVersion?.slice(0, digestLength) === digestOf(picture);
}

/** Whether both versions were made of the same picture. */
export function isMadeAlike(one: string, other: string): boolean {
  return one.slice(0, digestLength) === other.slice(0, digestLength);
}

/** Told apart when pictures come to be made in another way. */
const encoding = "1";
/** Characters of 6 bits, at the start of a version. */
const digestLength = 12;

function digestOf(picture: Uint8Array): string {
  return createHash("sha256").update(encoding).update(picture).digest("base64url").slice(0, digestLength);
}
