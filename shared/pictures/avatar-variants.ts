/** The forms in which a contact's picture is kept: every size in every quality, so that reading one takes no work. */

/** Pixels of a side: avatars are squares. */
export const avatarSizes = { small: 64, medium: 256, large: 512 } as const;

/** The JPEG encoder's quality, of 100. */
export const avatarQualities = { low: 50, medium: 75, high: 90 } as const;

/** As the query parameters of the API name it. */
export interface AvatarVariant {
  avatarSize: keyof typeof avatarSizes;
  avatarQuality: keyof typeof avatarQualities;
}

/** What answers show that nobody asked for a variant. */
export const usualVariant: AvatarVariant = { avatarSize: "medium", avatarQuality: "medium" };

/** What goes with a contact that leaves the service. */
export const largestVariant: AvatarVariant = { avatarSize: "large", avatarQuality: "high" };

const sizeNames = Object.keys(avatarSizes) as AvatarVariant["avatarSize"][];
const qualityNames = Object.keys(avatarQualities) as AvatarVariant["avatarQuality"][];

export const avatarVariants: readonly AvatarVariant[] = sizeNames.flatMap((avatarSize) =>
  qualityNames.map((avatarQuality) => ({ avatarSize, avatarQuality })),
);

/** A picture in one of its forms. */
export interface AvatarImage extends AvatarVariant {
  /** A JPEG without metadata. */
  content: Uint8Array;
}
