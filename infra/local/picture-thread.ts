/** The inside of the thread that encodes pictures: a function as any other. See picture-encoder.ts. */
import type { AvatarVariant } from "../../shared/pictures/avatar-variants.ts";
import { createAvatarEncoder } from "../../shared/pictures/encode-avatar.ts";
import { loadVips } from "../../shared/pictures/load-vips.ts";

/** Bytes travel as base64. */
export interface SentPicture {
  picture: string;
}
export type SentAvatars = (AvatarVariant & { content: string })[];

const encode = createAvatarEncoder(() => loadVips(undefined));

export async function handler({ picture }: SentPicture): Promise<SentAvatars> {
  const images = await encode(Buffer.from(picture, "base64"));
  return images.map((image) => ({ ...image, content: Buffer.from(image.content).toString("base64") }));
}
