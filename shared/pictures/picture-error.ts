/** A picture can't be used; the message is a sentence for the person who sent it. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

/** The picture has more pixels than are taken, or takes too long to read. */
export class PictureTooLarge extends PictureError {}
