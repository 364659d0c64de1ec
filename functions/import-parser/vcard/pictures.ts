/** PHOTO: a picture as base64 or as a data URI (RFC 2397), recognised by its bytes; links are never fetched. */
import { Buffer } from "node:buffer";
import { quote } from "../../../shared/imports/remarks.ts";
import { maxPictureBytes, measurePicture } from "../../../shared/pictures/measure-picture.ts";
import { PictureError, PictureTooLarge } from "../../../shared/pictures/picture-error.ts";
import { otherFormat, type PictureKind, pictureKind } from "../../../shared/pictures/picture-kind.ts";
import { decodeBase64 } from "./base64.ts";
import { addIssue, type Draft } from "./draft.ts";
import { dataUri } from "./picture-line.ts";
import type { Property } from "./property.ts";

/** The first picture that can be read is the row's; whatever else there is, is said. */
export function placePicture(draft: Draft, property: Property): void {
  const { row } = draft;
  const picture = readPicture(property);
  const fault = "fault" in picture ? picture : row.picture ? furtherPicture : null;
  if ("bytes" in picture && fault === null) {
    row.photo = true;
    row.picture = picture.bytes;
  } else if (fault !== null) {
    row.valuesLost += 1;
    const { name, line } = property;
    const { fault: code, severity, message } = fault;
    addIssue(draft, { code, severity, message, field: "avatar", property: name, line });
  }
}

interface Fault {
  fault: string;
  severity: "warning" | "info";
  message: string;
}

const furtherPicture: Fault = {
  fault: "photo_further",
  severity: "info",
  message: "A contact has one picture: a further one was left out.",
};

function readPicture(property: Property): { bytes: Uint8Array } | Fault {
  const given = property.text.trim();
  const text = given.length <= longestLink ? given.replace(/\\([:;,])/g, "$1") : given;
  const link = property.data ? null : linkIn(text, property);
  if (link !== null) {
    const message = `The picture is only a link, ${quote(link)}, and links are not fetched.`;
    return { fault: "photo_link", severity: "info", message };
  }
  const encoded = Buffer.from(text.replace(dataUri, ""), "latin1");
  const bytes = property.data ?? decodeBase64(encoded, 0, encoded.length);
  return faultOf(bytes, property) ?? { bytes };
}

function linkIn(text: string, property: Property): string | null {
  if (/^(?:https?|ftp|file|cid|content):/i.test(text)) return text;
  const isReference = /^(?:URI|URL|CID|CONTENT-ID)$/i.test(property.parameter("VALUE"));
  const isShort = text.length <= longestLink && /[.:]/.test(text);
  return isReference && isShort && !dataUri.test(text) ? text : null;
}

const longestLink = 2_000;

function faultOf(bytes: Uint8Array, property: Property): Fault | null {
  const fault = (code: string, message: string): Fault => ({ fault: code, severity: "warning", message });
  if (bytes.byteLength > maxPictureBytes || property.repairs.includes("cut")) {
    return fault("photo_too_large", "The picture is larger than 5 MB and was left out.");
  }
  const kind = pictureKind(bytes);
  if (kind) {
    const refusal = refusalOf(kind, bytes);
    if (refusal === undefined) return null;
    if (refusal instanceof PictureTooLarge) return fault("photo_too_large", `${refusal.message} It was left out.`);
    return fault("photo_broken", "The picture is damaged or cut off, and was left out.");
  }
  const format = otherFormat(bytes);
  if (format === undefined) return fault("photo_broken", "The picture can't be read: it is damaged, or none.");
  return fault("photo_format", `The picture is of the format ${format}; only JPEG, PNG, WebP and GIF are taken.`);
}

/** Why a commit would not take it, as far as its structure tells without decoding; undefined when it may. */
function refusalOf(kind: PictureKind, bytes: Uint8Array): PictureError | undefined {
  if (!isWhole(kind, bytes)) return new PictureError("The picture is cut off.");
  try {
    measurePicture(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof PictureError) return error;
    throw error;
  }
}

/** Whether it begins and ends as its kind must: what is certainly cut off shows half a face at best. */
function isWhole(kind: PictureKind, bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
