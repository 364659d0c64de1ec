/** The variants of a picture: every size in every quality. All of them are stored, so that none is made when it is read. */

/** The pixels of a side. Avatars are squares. */
export const avatarSizes = { small: 64, medium: 256, large: 512 } as const;

/** The quality of the JPEG encoder, up to 100. */
export const avatarQualities = { low: 50, medium: 75, high: 90 } as const;

export interface AvatarVariant {
  avatarSize: keyof typeof avatarSizes;
  avatarQuality: keyof typeof avatarQualities;
}

/** The default of the API. */
export const usualVariant: AvatarVariant = { avatarSize: "medium", avatarQuality: "medium" };

/** The variant in exports. */
export const largestVariant: AvatarVariant = { avatarSize: "large", avatarQuality: "high" };

export function isLargest({ avatarSize, avatarQuality }: AvatarVariant): boolean {
  return avatarSize === largestVariant.avatarSize && avatarQuality === largestVariant.avatarQuality;
}

const sizeNames = Object.keys(avatarSizes) as AvatarVariant["avatarSize"][];
const qualityNames = Object.keys(avatarQualities) as AvatarVariant["avatarQuality"][];

export const avatarVariants: readonly AvatarVariant[] = sizeNames.flatMap((avatarSize) =>
  qualityNames.map((avatarQuality) => ({ avatarSize, avatarQuality })),
);

/** The prefix of all pictures. Each account has a prefix below it. */
export const avatarPrefix = "avatars/";

/** The prefix of the account's pictures. */
export function avatarsOf(accountId: string): string {
  return `${avatarPrefix}${accountId}/`;
}

/** Every stored picture has a new `photoVersion`, so no object is ever replaced. */
export function avatarKey(
  accountId: string,
  photoVersion: string,
  { avatarSize, avatarQuality }: AvatarVariant,
): string {
  return `${avatarsOf(accountId)}${photoVersion}/${avatarSize}-${avatarQuality}.jpg`;
}

/** The keys of all variants of a picture. */
export function avatarKeys(accountId: string, photoVersion: string): string[] {
  return avatarVariants.map((variant) => avatarKey(accountId, photoVersion, variant));
}

/** A variant with its content. */
export interface AvatarImage extends AvatarVariant {
  /** A JPEG without metadata. */
  content: Uint8Array;
}
