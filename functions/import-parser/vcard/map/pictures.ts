/** Reads PHOTO as base64 or a data URI (RFC 2397). The bytes determine the format. Links are never fetched. */
import type { ImportIssueCode } from "../../../../shared/import/row/issue-catalogue.ts";
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

/** The code and the message of the issue about a picture that is left out. */
type Fault = readonly [code: ImportIssueCode, message: string];

/** Keeps the first readable picture of a card, and reports every other picture as an issue. */
export function mapPicture(draft: CardDraft, property: Property): void {
  const { row } = draft;
  const read = readPicture(property);
  if (Buffer.isBuffer(read) && !row.picture) {
    row.picture = read;
    row.photo = true;
    return;
  }
  row.valuesLost += 1;
  const [code, message] = Buffer.isBuffer(read) ? further : read;
  const severity = code === "photo_link" || code === "photo_further" ? "info" : "warning";
  draft.issue({ code, severity, message, field: "avatar", property: property.name, line: property.line });
}

/** Returns the bytes if a commit would take the picture, as far as its structure shows this without decoding. */
function readPicture(property: Property): Buffer | Fault {
  const text = property.text.trim().replace(/\\(?:n|(?=[:;,]))/gi, "");
  if (/^(?:https?|ftp|file|cid|content):/i.test(text)) {
    return ["photo_link", `The picture is only a link, ${quote(text)}, and links are not fetched.`];
  }
  const bytes = Buffer.from(text.replace(dataUri, ""), "base64");
  if (bytes.byteLength > maxPictureBytes || property.repairs.includes("cut")) {
    return ["photo_too_large", "The picture is larger than 5 MB and was left out."];
  }
  const kind = pictureKind(bytes);
  const format = kind ? undefined : otherFormat(bytes);
  if (format !== undefined) {
    return ["photo_format", `The picture is of the format ${format}; only JPEG, PNG, WebP and GIF can be used.`];
  }
  if (!kind || !isWhole(kind, bytes)) return damaged;
  try {
    measurePicture(bytes);
    return bytes;
  } catch (error) {
    if (error instanceof PictureTooLarge) return ["photo_too_large", `${error.message} It was left out.`];
    if (error instanceof PictureError) return damaged;
    throw error;
  }
}

const further: Fault = ["photo_further", "A contact has one picture: a further one was left out."];
const damaged: Fault = ["photo_broken", "The picture can't be read: it is damaged or cut off, or is no picture."];

/** Matches the start of a data URI, before the base64 text. */
const dataUri = /^\s{0,100}(?:uri:)?data:[^,]{0,200},/i;

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
