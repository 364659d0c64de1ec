import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { otherFormat, pictureKind } from "../../../shared/picture/picture-kind.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("a picture's kind", () => {
  it.each([
    ["jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["jpeg", "\xff\xd8\xff\xe1\0\x10Exif"],
    ["jpeg", "\xff\xd8\xff\xdb"],
    ["png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["gif", "GIF87a"],
    ["gif", "GIF89a\x01\0"],
    ["webp", "RIFF\x24\0\0\0WEBPVP8 "],
    ["webp", "RIFF\x24\0\n\0WEBPVP8L"],
    ["webp", "RIFF\x24\0\0\0WEBPVP8X"],
  ])("is %s by its first bytes", (kind, start) => {
    expect(pictureKind(bytes(start))).toBe(kind);
    expect(pictureKind(bytes(`${start}and more`))).toBe(kind);
    expect(otherFormat(bytes(start))).toBeUndefined();
  });

  it.each([
    "",
    "\xff\xd8",
    "\x89PNG\n\x1a\n",
    "GIF88a",
    "RIFF\x24\0\0\0WAVEfmt ",
    "RIFFWEBP",
    " GIF89a",
    "<svg onload=alert(1)>",
    "/9j/4AAQSkZJRg==",
  ])("is none for %j", (start) => {
    expect(pictureKind(bytes(start))).toBeUndefined();
  });
});

describe("another format", () => {
  it.each([
    ["TIFF", "II*\0\x08\0\0\0"],
    ["TIFF", "MM\0*\0\0\0\x08"],
    ["BMP", "BM\x46\0\0\0\0\0\0\0\x36"],
    ["ICO", "\0\0\x01\0\x01\0\x10\x10"],
    ["HEIC", "\0\0\0\x18ftypheic"],
    ["AVIF", "\0\0\0\x20ftypavif"],
    ["SVG", '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'],
    ["PDF", "%PDF-1.7"],
    ["HTML", "<!doctype html>"],
  ])("%s has a name", (name, start) => {
    expect(otherFormat(bytes(start))).toBe(name);
    expect(pictureKind(bytes(start))).toBeUndefined();
  });

  it("has none when nobody knows it", () => {
    expect(otherFormat(bytes("no picture at all"))).toBeUndefined();
    expect(otherFormat(bytes(""))).toBeUndefined();
  });
});
