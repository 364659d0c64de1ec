/** The keys of the picture bucket. */
import { type AvatarVariant, avatarVariants } from "../pictures/avatar-variants.ts";

/** An account's pictures lie below its own prefix. */
export const avatarPrefix = "avatars/";

/** `photoVersion` is new for every picture that is stored, so no object is ever written over another. */
export function avatarKey(
  accountId: string,
  photoVersion: string,
  { avatarSize, avatarQuality }: AvatarVariant,
): string {
  return `${avatarPrefix}${accountId}/${photoVersion}/${avatarSize}-${avatarQuality}.jpg`;
}

/** All objects of a picture. */
export function avatarKeys(accountId: string, photoVersion: string): string[] {
  return avatarVariants.map((variant) => avatarKey(accountId, photoVersion, variant));
}
