import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { RawRow } from "../../../../shared/import/row/raw-row.ts";
import { card, rowsOf } from "../../../support/files/vcard.ts";

const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const jpeg = jpegOf(16, 16);
const png = pngOf(16, 16);
const webp = Buffer.from("RIFF\x1a\0\0\0WEBPVP8 \x0e\0\0\0\x30\x01\0\x9d\x01\x2a\x10\0\x10\0\0\0\0\0", "latin1");

/** Whole by its structure, with a scan that says nothing. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from("\xff\xd8\xff\xc0\0\x0b\x08\0\0\0\0\x01\x01\x11\0", "latin1");
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  const scan = Buffer.from("\xff\xda\0\x08\x01\x01\0\0\x3f\0", "latin1");
  return Buffer.concat([frame, scan, Buffer.alloc(300, 7), end("\xff\xd9")]);
}

function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x02\0\0\0", "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, Buffer.alloc(40), end("IEND\xae\x42\x60\x82")]);
}

function end(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

/** With a line end and a blank after every 74 characters, as RFC 2425 has it. */
function folded(text: string, by = "\r\n "): string {
  return text.replace(/.{74}/g, `$&${by}`);
}

async function onlyRow(...lines: string[]): Promise<RawRow> {
  const [row, ...others] = await rowsOf(card("FN:Ana", ...lines, "TITLE:Baker"));
  if (!row || others.length > 0) throw new Error("not one row");
  expect(row).toMatchObject({ formattedName: "Ana", jobTitle: "Baker" });
  return row;
}

function codes({ issues }: RawRow): string[] {
  return issues.map(({ code, severity }) => `${severity} ${code}`);
}

describe("a picture", () => {
  const base64 = jpeg.toString("base64");
  const large = Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(5_241_000, "0123456789"), end("\xff\xd9")]);

  it.each([
    ["of 3.0", jpeg, `PHOTO;ENCODING=b;TYPE=JPEG:${folded(base64)}`],
    ["of 2.1", jpeg, `PHOTO;TYPE=JPEG;ENCODING=BASE64:\r\n ${folded(base64)}\r\n`],
    ["of 2.1, without folding and without an empty line", jpeg, `PHOTO;ENCODING=BASE64:${folded(base64, "\r\n")}`],
    ["of Macs, folded by two blanks", jpeg, `PHOTO;BASE64:\r\n  ${folded(base64, "\r\n  ")}`],
    ["of 4.0, as a data URI", jpeg, `PHOTO:data:image/jpeg;base64,${base64}`],
    ["of 3.0, as a data URI", jpeg, `PHOTO;VALUE=URI:data:image/jpeg;base64,${folded(base64)}`],
    ["with its comma escaped", jpeg, `PHOTO:data:image/jpeg;base64\\,${base64}`],
    ["as a data URI that says base64 twice", jpeg, `PHOTO;ENCODING=b:data:image/jpeg;base64,${base64}`],
    ["without saying that it is base64", jpeg, `PHOTO;TYPE=JPEG:${base64}`],
    ["with escaped line ends", jpeg, `PHOTO;ENCODING=b:${folded(base64, "\\n")}`],
    ["in a group", jpeg, `item1.PHOTO;ENCODING=b;TYPE=JPEG;X-ABCROP-RECTANGLE=ABClipRect_1&0&0&9&9&x==:${base64}`],
    ["that is a PNG, whatever its type says", png, `PHOTO;ENCODING=b;TYPE=TIFF:${png.toString("base64")}`],
    ["that is a WebP, whatever its type says", webp, `PHOTO;ENCODING=b;TYPE=TIFF:${webp.toString("base64")}`],
    ["that is a GIF, whatever its type says", gif, `PHOTO;ENCODING=b;TYPE=TIFF:${gif.toString("base64")}`],
    ["of nearly 5 MB, folded", large, `PHOTO;ENCODING=b:${folded(large.toString("base64"))}`],
    ["of nearly 5 MB, on one line", large, `PHOTO;ENCODING=b:${large.toString("base64")}`],
  ])("%s is the row's", async (_form, bytes, line) => {
    const row = await onlyRow(line);
    expect(Buffer.from(row.picture ?? []).equals(bytes)).toBe(true);
    expect([row.photo, row.issues, row.valuesLost]).toEqual([true, [], 0]);
  });

  it("is the first readable one, with issues about the others", async () => {
    const [first, other] = [jpeg, gif].map((bytes) => `PHOTO;ENCODING=b:${bytes.toString("base64")}`);
    const row = await onlyRow("PHOTO;ENCODING=b:AAAA", first ?? "", other ?? "");
    expect(Buffer.from(row.picture ?? []).equals(jpeg)).toBe(true);
    expect(codes(row)).toEqual(["warning photo_broken", "info photo_further"]);
  });
});

describe("a picture is left out, with an issue,", () => {
  const encoded = (bytes: Buffer, length?: number) => `PHOTO;ENCODING=b:${bytes.toString("base64").slice(0, length)}`;
  const tiff = Buffer.from("II*\0\x08\0\0\0\0\0\0\0", "latin1");
  const garbage = Buffer.concat([png.subarray(0, 8), Buffer.alloc(80, "garbage"), end("IEND")]);

  it.each([
    ["info photo_link", "is only a link", "PHOTO;VALUE=URI:https://example.org/a.jpg"],
    ["info photo_link", "is only a link, as some write it", "PHOTO:http\\://example.org/a.jpg"],
    ["warning photo_format", "is of another format", encoded(tiff)],
    ["warning photo_broken", "is no picture", "PHOTO;ENCODING=b;TYPE=JPEG:bm8gcGljdHVyZQ=="],
    ["warning photo_broken", "is no base64", "PHOTO;ENCODING=b;TYPE=JPEG:!!!"],
    ["warning photo_broken", "is cut off", encoded(jpeg, 300)],
    ["warning photo_broken", "is a PNG that is cut off", encoded(png, 60)],
    ["warning photo_broken", "is a WebP that is cut off", encoded(webp, 28)],
    ["warning photo_broken", "is garbage behind the signature of a PNG", encoded(garbage)],
    ["warning photo_broken", "is a PNG without width", encoded(pngOf(0, 16))],
    [
      "warning photo_broken",
      "is a JPEG without a frame",
      encoded(Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(15)])),
    ],
    ["warning photo_broken", "is a GIF without a screen", encoded(Buffer.from("GIF89a;", "latin1"))],
    ["warning photo_broken", "is a WebP of no coding", encoded(Buffer.from("RIFF\x08\0\0\0WEBPVP8 ", "latin1"))],
    ["warning photo_too_large", "has more pixels than a commit accepts", encoded(pngOf(30_000, 30_000))],
    ["warning photo_too_large", "is wider than a commit accepts", encoded(jpegOf(12_001, 1))],
    ["warning photo_too_large", "has more pixels than a commit decodes", encoded(jpegOf(8_000, 8_000))],
  ])("%s, when it %s", async (issue, _why, line) => {
    const row = await onlyRow(line);
    expect([row.photo, row.picture, codes(row), row.valuesLost]).toEqual([false, undefined, [issue], 1]);
    expect(row.issues[0]).toMatchObject({ field: "avatar", property: "PHOTO", line: 4 });
  });

  it.each([
    [encoded(tiff), "TIFF"],
    [encoded(jpegOf(8_000, 8_000)), "8000 by 8000 pixels"],
  ])("with a message about the fault (%#)", async (line, words) => {
    expect((await onlyRow(line)).issues[0]?.message).toContain(words);
  });

  it("when it is larger than 5 MB, whether its line is cut or not", async () => {
    for (const size of [5_300_000, 9_000_000]) {
      const large = Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(size), end("\xff\xd9")]);
      const row = await onlyRow(`PHOTO;ENCODING=b:${folded(large.toString("base64"))}`);
      expect([row.photo, row.picture]).toEqual([false, undefined]);
      expect(codes(row)).toContain("warning photo_too_large");
    }
  });

  it("when the file ends inside of it", async () => {
    const [row] = await rowsOf(card("FN:Ana", `PHOTO;ENCODING=b:${folded(jpeg.toString("base64"))}`).slice(0, 200));
    expect(row).toMatchObject({ formattedName: "Ana", photo: false });
    expect(row?.issues.map(({ code }) => code).sort()).toEqual(["card_not_ended", "photo_broken"]);
  });
});
