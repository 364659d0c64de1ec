/** The code inside the thread that encodes pictures, which is run as a function. See picture-encoder.ts. */
import type { AvatarVariant } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarEncoder } from "../../../shared/picture/encode-avatar.ts";
import { loadVips } from "../../../shared/picture/load-vips.ts";

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
