/** Reads PHOTO as base64 or a data URI (RFC 2397). The bytes determine the format. Links are never fetched. */
import { quote } from "../../../../shared/import/row/row-issues.ts";
import {
  maxPictureBytes,
  measurePicture,
  otherFormat,
  PictureError,
  type PictureKind,
  PictureTooLarge,
  pictureKind,
} from "../../../../shared/picture/measure-picture.ts";
import type { Property } from "../decode/property.ts";
import type { CardDraft } from "./card-draft.ts";

/** The reason why a picture is left out. */
class PictureLeftOut extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Keeps the first readable picture of a card, and reports every other picture as an issue. */
export function mapPicture(draft: CardDraft, property: Property): void {
  const { row } = draft;
  try {
    const picture = readPicture(property);
    if (row.picture) {
      throw new PictureLeftOut("photo_further", "A contact has one picture: a further one was left out.");
    }
    row.picture = picture;
    row.photo = true;
  } catch (error) {
    if (!(error instanceof PictureLeftOut)) throw error;
    const { code, message } = error;
    row.valuesLost += 1;
    const severity = code === "photo_link" || code === "photo_further" ? "info" : "warning";
    draft.issue({ code, severity, message, field: "avatar", property: property.name, line: property.line });
  }
}

/** Throws PictureLeftOut if the picture can't be used. */
function readPicture(property: Property): Buffer {
  const written = property.text.trim();
  const text = written.replace(/\\(?:n|(?=[:;,]))/gi, "");
  if (/^(?:https?|ftp|file|cid|content):/i.test(text)) {
    const message = `The picture is only a link, ${quote(text)}, and links are not fetched.`;
    throw new PictureLeftOut("photo_link", message);
  }
  const bytes = Buffer.from(text.replace(dataUri, ""), "base64");
  if (bytes.byteLength > maxPictureBytes || property.repairs.includes("cut")) {
    throw new PictureLeftOut("photo_too_large", "The picture is larger than 5 MB and was left out.");
  }
  const kind = pictureKind(bytes);
  const format = kind ? undefined : otherFormat(bytes);
  if (format !== undefined) {
    const message = `The picture is of the format ${format}; only JPEG, PNG, WebP and GIF are taken.`;
    throw new PictureLeftOut("photo_format", message);
  }
  if (!kind) throw new PictureLeftOut("photo_broken", "The picture can't be read: it is damaged, or none.");
  checkStructure(kind, bytes);
  return bytes;
}

/** Matches the start of a data URI, before the base64 text. The comma may be escaped, as in any vCard value. */
const dataUri = /^\s{0,100}(?:uri:)?data:[^,]{0,200},/i;

/** Rejects pictures that a commit would reject, as far as the structure shows this without decoding. */
function checkStructure(kind: PictureKind, bytes: Buffer): void {
  try {
    if (!isWhole(kind, bytes)) throw new PictureError("The picture is cut off.");
    measurePicture(bytes);
  } catch (error) {
    if (error instanceof PictureTooLarge) {
      throw new PictureLeftOut("photo_too_large", `${error.message} It was left out.`);
    }
    if (!(error instanceof PictureError)) throw error;
    throw new PictureLeftOut("photo_broken", "The picture is damaged or cut off, and was left out.");
  }
}

/** Returns whether the picture has the markers or the length that its format requires, and so is not cut off. */
function isWhole(kind: PictureKind, content: Buffer): boolean {
  switch (kind) {
    case "jpeg":
      return content.includes(Buffer.of(0xff, 0xd9));
    case "png":
      return content.toString("latin1", 12, 16) === "IHDR" && content.includes("IEND");
    case "gif":
      return content.includes(0x3b);
    case "webp":
      return content.length >= 8 + content.readUInt32LE(4);
  }
}
