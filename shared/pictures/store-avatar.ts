/** Brings a picture into the picture bucket in all its forms, for a contact's write to show it. */
import { createHash } from "node:crypto";
import type { PictureFiles } from "../files/picture-files.ts";
import { avatarKey } from "../files/picture-keys.ts";
import { noteStoring } from "../table/picture.ts";
import type { Store } from "../table/store.ts";
import { largestVariant } from "./avatar-variants.ts";
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
    const largest = images.find(
      ({ avatarSize, avatarQuality }) =>
        avatarSize === largestVariant.avatarSize && avatarQuality === largestVariant.avatarQuality,
    );
    const photoVersion = `${digestOf(picture)}${largest ? digestOf(largest.content) : ""}-${newId()}`;
    await noteStoring(store, { accountId, photoVersion, storedAt: now().toISOString() });
    await Promise.all(
      images.map((image) => files.putPicture(avatarKey(accountId, photoVersion, image), image.content)),
    );
    return photoVersion;
  };
}

/**
 * Whether this version was made of this very picture, or the picture is what left the service with the contact: sending
 * it again need not change anything.
 */
export function isMadeOf(photoVersion: string | null, picture: Uint8Array): boolean {
  return photoVersion !== null && digestsIn(photoVersion).includes(digestOf(picture));
}

/** Whether both versions were made of the same picture, or one of what the other became. */
export function isMadeAlike(one: string, other: string): boolean {
  return digestsIn(one).some((digest) => digestsIn(other).includes(digest));
}

/** Told apart when pictures come to be made in another way. */
const encoding = "1";
/** Characters of 6 bits, twice at the start of a version: of what was sent, and of the largest form of it. */
const digestLength = 12;

/** One or both, before the id. */
function digestsIn(photoVersion: string): string[] {
  const [first, second] = [photoVersion.slice(0, digestLength), photoVersion.slice(digestLength, 2 * digestLength)];
  return twoDigests.test(photoVersion) ? [first, second] : [first];
}

/** What follows the first alone, a UUID, has its hyphens elsewhere. */
const twoDigests = /^[\w-]{24}-[\da-f]{8}-/;

function digestOf(picture: Uint8Array): string {
  return createHash("sha256").update(encoding).update(picture).digest("base64url").slice(0, digestLength);
}
