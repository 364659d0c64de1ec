import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import type { RawRow } from "../../shared/imports/raw-row.ts";
import { card, importCard, rowsOf } from "../support/vcard.ts";

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

  it.each([
    ["of 3.0", `PHOTO;ENCODING=b;TYPE=JPEG:${folded(base64)}`],
    ["of 2.1", `PHOTO;TYPE=JPEG;ENCODING=BASE64:\r\n ${folded(base64)}\r\n`],
    ["of 2.1, with bare words", `PHOTO;JPEG;BASE64:${base64}`],
    ["of 2.1, run on without folding and without an empty line", `PHOTO;ENCODING=BASE64:${folded(base64, "\r\n")}`],
    ["of Macs, folded by two blanks", `PHOTO;BASE64:\r\n  ${folded(base64, "\r\n  ")}`],
    ["of 4.0, as a data URI", `PHOTO:data:image/jpeg;base64,${base64}`],
    ["of 3.0, as a data URI", `PHOTO;VALUE=URI:data:image/jpeg;base64,${folded(base64)}`],
    ["with its comma escaped", `PHOTO:data:image/jpeg;base64\\,${base64}`],
    ["as a data URI that says base64 twice", `PHOTO;ENCODING=b:data:image/jpeg;base64,${base64}`],
    ["without saying that it is base64", `PHOTO;TYPE=JPEG:${base64}`],
    ["without its padding", `PHOTO;ENCODING=b:${base64.replace(/=+$/, "")}`],
    ["with escaped line ends", `PHOTO;ENCODING=b:${folded(base64, "\\n")}`],
    ["in a group", `item1.PHOTO;ENCODING=b;TYPE=JPEG;X-ABCROP-RECTANGLE=ABClipRect_1&0&0&9&9&x==:${base64}`],
  ])("%s is the row's", async (_form, line) => {
    const row = await onlyRow(line);
    expect(Buffer.from(row.picture ?? []).equals(jpeg)).toBe(true);
    expect([row.photo, row.issues, row.valuesLost]).toEqual([true, [], 0]);
  });

  it.each([
    ["JPEG", jpeg],
    ["PNG", png],
    ["WebP", webp],
    ["GIF", gif],
  ])("is recognised as %s by its bytes, whatever its type says", async (_kind, bytes) => {
    const row = await onlyRow(`PHOTO;ENCODING=b;TYPE=TIFF:${bytes.toString("base64")}`);
    expect(Buffer.from(row.picture ?? []).equals(bytes)).toBe(true);
  });

  it.each([
    ["folded", folded],
    ["on one line", (text: string) => text],
  ])("of nearly 5 MB is the row's, byte for byte, %s", async (_form, fold) => {
    const large = Buffer.concat([
      jpeg.subarray(0, -2),
      Buffer.alloc(5_242_000 - jpeg.length, "0123456789"),
      end("\xff\xd9"),
    ]);
    const row = await onlyRow(`PHOTO;ENCODING=b:${fold(large.toString("base64"))}`);
    expect(Buffer.from(row.picture ?? []).equals(large)).toBe(true);
    expect(row.issues).toEqual([]);
  });

  it("is one: a further one is left out, and said", async () => {
    const row = await onlyRow(`PHOTO;ENCODING=b:${base64}`, `PHOTO;ENCODING=b:${gif.toString("base64")}`);
    expect(Buffer.from(row.picture ?? []).equals(jpeg)).toBe(true);
    expect(codes(row)).toEqual(["info photo_further"]);
  });

  it("is the first that can be read", async () => {
    const row = await onlyRow("PHOTO;ENCODING=b:AAAA", `PHOTO;ENCODING=b:${gif.toString("base64")}`);
    expect(Buffer.from(row.picture ?? []).equals(gif)).toBe(true);
    expect(codes(row)).toEqual(["warning photo_broken"]);
  });

  it("is no part of what is normalised but the mark that there is one", async () => {
    expect(await importCard("FN:Ana", `PHOTO;ENCODING=b:${base64}`)).toMatchObject({ photo: true, issues: [] });
  });
});

describe("a picture is left out, with a remark,", () => {
  const tiff = Buffer.from("II*\0\x08\0\0\0\0\0\0\0", "latin1").toString("base64");

  it.each([
    ["info photo_link", "when it is only a link", "PHOTO;VALUE=URI:https://example.org/a.jpg"],
    ["info photo_link", "when it is only a link, as some write it", "PHOTO:http\\://example.org/a.jpg"],
    ["info photo_link", "when it is a part of a mail", "PHOTO;VALUE=CID:part1.960129@example.org"],
    ["warning photo_format", "when its format is none of ours", `PHOTO;ENCODING=b;TYPE=JPEG:${tiff}`],
    ["warning photo_broken", "when it is no picture", "PHOTO;ENCODING=b;TYPE=JPEG:bm8gcGljdHVyZQ=="],
    ["warning photo_broken", "when it is no base64", "PHOTO;ENCODING=b;TYPE=JPEG:!!!"],
    ["warning photo_broken", "when it is cut off", `PHOTO;ENCODING=b:${jpeg.toString("base64").slice(0, 300)}`],
    ["warning photo_broken", "when it is a PNG cut off", `PHOTO;ENCODING=b:${png.toString("base64").slice(0, 60)}`],
    ["warning photo_broken", "when it is a WebP cut off", `PHOTO;ENCODING=b:${webp.toString("base64").slice(0, 28)}`],
  ])("%s: %s", async (remark, _why, line) => {
    const row = await onlyRow(line);
    expect([row.photo, row.picture, codes(row), row.valuesLost]).toEqual([false, undefined, [remark], 1]);
    expect(row.issues[0]).toMatchObject({ field: "avatar", property: "PHOTO", line: 4 });
  });

  it.each([
    [
      "garbage behind the signature of a PNG",
      Buffer.concat([png.subarray(0, 8), Buffer.alloc(80, "garbage"), end("IEND")]),
    ],
    ["a PNG without width", pngOf(0, 16)],
    ["a JPEG without a frame", Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(15)])],
    ["a GIF without a screen", Buffer.from("GIF89a;", "latin1")],
    ["a WebP of no coding", Buffer.from("RIFF\x08\0\0\0WEBPVP8 ", "latin1")],
  ])("when it is %s", async (_what, bytes) => {
    const row = await onlyRow(`PHOTO;ENCODING=b:${bytes.toString("base64")}`);
    expect([row.photo, row.picture, codes(row), row.valuesLost]).toEqual([
      false,
      undefined,
      ["warning photo_broken"],
      1,
    ]);
  });

  it.each([
    [30_000, 30_000, pngOf(30_000, 30_000)],
    [12_001, 1, jpegOf(12_001, 1)],
    [8_000, 8_000, jpegOf(8_000, 8_000)],
  ])("when a commit would refuse its %i by %i pixels, which is said", async (width, height, bytes) => {
    const row = await onlyRow(`PHOTO;ENCODING=b:${bytes.toString("base64")}`);
    expect([row.photo, row.picture, codes(row)]).toEqual([false, undefined, ["warning photo_too_large"]]);
    expect(row.issues[0]?.message).toContain(`${width} by ${height} pixels`);
  });

  it("by naming the format that it has", async () => {
    const { issues } = await onlyRow(`PHOTO;ENCODING=b:${tiff}`);
    expect(issues[0]?.message).toContain("TIFF");
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
    const text = card("FN:Ana", `PHOTO;ENCODING=b:${folded(jpeg.toString("base64"))}`);
    const [row] = await rowsOf(text.slice(0, 200));
    expect(row).toMatchObject({ formattedName: "Ana", photo: false });
    expect(row?.issues.map(({ code }) => code).sort()).toEqual(["card_not_ended", "photo_broken"]);
  });

  it("when it is a logo, which is not quoted", async () => {
    const { issues } = await onlyRow(`LOGO;ENCODING=b:${gif.toString("base64")}`);
    expect(issues.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      "info: A contact has no place for LOGO (a picture).",
    ]);
  });
});
