/** Stores all variants of a picture in the picture bucket, before a write of the contact shows it. */
import { createHash } from "node:crypto";
import type { Store } from "../platform/dynamodb/store.ts";
import { avatarKey, isLargest } from "./avatar-variants.ts";
import type { EncodeAvatar } from "./encode-avatar.ts";
import type { PictureFiles } from "./store/picture-files.ts";
import { noteStoring } from "./store/unshown-pictures.ts";

export interface AvatarParts {
  store: Store;
  files: Pick<PictureFiles, "putPicture">;
  encode: EncodeAvatar;
  now: () => Date;
  newId: () => string;
}

/** Returns the `photoVersion`. A picture that no contact shows is removed within hours. Throws a PictureError. */
export type StoreAvatar = (accountId: string, picture: Uint8Array) => Promise<string>;

export function createAvatarStore({ store, files, encode, now, newId }: AvatarParts): StoreAvatar {
  return async (accountId, picture) => {
    const images = await encode(picture);
    const exported = images.filter(isLargest).map(({ content }) => content);
    const photoVersion = `${[picture, ...exported].map(digestOf).join("")}-${newId()}`;
    await noteStoring(store, { accountId, photoVersion, storedAt: now().toISOString() });
    await Promise.all(
      images.map((image) => files.putPicture(avatarKey(accountId, photoVersion, image), image.content)),
    );
    return photoVersion;
  };
}

/** Whether the version was made from this picture, or the picture is the exported variant of the version. */
export function isMadeOf(photoVersion: string | null, picture: Uint8Array): boolean {
  return photoVersion !== null && digestsIn(photoVersion).includes(digestOf(picture));
}

/** Whether both versions were made from the same picture, or one from the exported variant of the other. */
export function isMadeAlike(one: string, other: string): boolean {
  return digestsIn(one).some((digest) => digestsIn(other).includes(digest));
}

/** Another way of encoding must change this number. */
const encoding = "1";
/** The characters of each of the two digests at the start of a version: of the sent picture, and of its largest variant. */
const digestLength = 12;

function digestsIn(photoVersion: string): string[] {
  return [photoVersion.slice(0, digestLength), photoVersion.slice(digestLength, 2 * digestLength)];
}

function digestOf(picture: Uint8Array): string {
  return createHash("sha256").update(encoding).update(picture).digest("base64url").slice(0, digestLength);
}
