import { beforeAll, describe, expect, it } from "vitest";
import type Vips from "wasm-vips";
import { type AvatarImage, avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarEncoder, type EncodeAvatar } from "../../../shared/picture/encode-avatar.ts";
import { PictureError } from "../../../shared/picture/measure-picture.ts";
import { jpegOf, paint, vips, withExif } from "../../support/contact/pictures.ts";

const red = [220, 30, 30];
const blue = [30, 30, 220];
let encode: EncodeAvatar;
let library: typeof Vips;
beforeAll(async () => {
  library = await vips();
  encode = createAvatarEncoder(vips);
});

async function encoded(picture: Uint8Array, size = "large", quality = "high"): Promise<AvatarImage> {
  const images = await encode(picture);
  const found = images.find(({ avatarSize, avatarQuality }) => avatarSize === size && avatarQuality === quality);
  if (!found) throw new Error("the variant is missing");
  return found;
}

/** Colours, to the nearest hundred, of places given as parts of the sides. */
async function coloursOf(picture: Uint8Array, ...places: [number, number][]): Promise<string[]> {
  const image = library.Image.newFromBuffer((await encoded(picture)).content);
  const at = (part: number, side: number) => Math.floor(part * (side - 1));
  return places.map(([x, y]) => {
    const [r = 0, g = 0, b = 0] = image.getpoint(at(x, image.width), at(y, image.height));
    return [r, g, b].map((value) => Math.round(value / 100)).join("");
  });
}

describe("an avatar", () => {
  it("is a square JPEG in every size and quality", async () => {
    const images = await encode(await jpegOf(1200, 900));
    expect(images.map(({ avatarSize, avatarQuality }) => ({ avatarSize, avatarQuality }))).toEqual(avatarVariants);
    for (const { avatarSize, content } of images) {
      const side = { small: 64, medium: 256, large: 512 }[avatarSize];
      const { width, height, bands } = library.Image.jpegloadBuffer(content);
      expect([width, height, bands]).toEqual([side, side, 3]);
    }
  });

  it.each([
    [300, 200, 200],
    [1, 1, 1],
  ])("is never larger than its picture: of %i by %i it is %i a side", async (width, height, side) => {
    const { content } = await encoded(await jpegOf(width, height));
    const image = library.Image.jpegloadBuffer(content);
    expect([image.width, image.height]).toEqual([side, side]);
  });

  it("shows the middle of the picture", async () => {
    const wide = await paint({ width: 900, height: 300, left: red, right: blue });
    expect(await coloursOf(wide.pngsaveBuffer(), [0, 0.5], [0.45, 0.5], [0.55, 0.5], [1, 0.5])).toEqual([
      "200",
      "200",
      "002",
      "002",
    ]);
  });

  it("is rotated as the metadata of the camera says", async () => {
    const wide = await paint({ width: 600, height: 600, left: red, right: blue });
    const jpeg = wide.jpegsaveBuffer({ Q: 95 });
    expect(await coloursOf(jpeg, [0.1, 0.5], [0.9, 0.5])).toEqual(["200", "002"]);
    // 6: turned clockwise by a quarter, so that what was on the left is above.
    expect(await coloursOf(withExif(jpeg, 6, ""), [0.5, 0.1], [0.5, 0.9])).toEqual(["200", "002"]);
    expect(await coloursOf(withExif(jpeg, 3, ""), [0.1, 0.5], [0.9, 0.5])).toEqual(["002", "200"]);
  });

  it("has no metadata of the camera", async () => {
    const place = "taken at 47.3769 N 8.5417 E";
    const jpeg = withExif(await jpegOf(), 1, place);
    expect(Buffer.from(jpeg).includes(place)).toBe(true);
    for (const { content } of await encode(jpeg)) {
      const text = Buffer.from(content).toString("latin1");
      expect(text).not.toMatch(/Exif|taken at|ICC_PROFILE|Photoshop|http/);
    }
  });

  it("is white where the picture is transparent", async () => {
    const image = await paint({ width: 200, height: 200, left: [...red, 255], right: [...blue, 0] });
    expect(await coloursOf(image.pngsaveBuffer(), [0.1, 0.5], [0.9, 0.5])).toEqual(["200", "333"]);
    expect(await coloursOf(image.webpsaveBuffer({ Q: 95 }), [0.1, 0.5], [0.9, 0.5])).toEqual(["200", "333"]);
  });

  it("is made from CMYK, 16 bits, grey and palettes", async () => {
    const image = await paint({ width: 120, height: 120, left: red, right: blue });
    const places: [number, number][] = [
      [0.1, 0.5],
      [0.9, 0.5],
    ];
    for (const bytes of [
      image.pngsaveBuffer({ bitdepth: 16 }),
      image.colourspace("rgb16").pngsaveBuffer(),
      image.pngsaveBuffer({ palette: true }),
      image.gifsaveBuffer(),
    ]) {
      expect(await coloursOf(bytes, ...places)).toEqual(["200", "002"]);
    }
    // Printers' blue is darker than a screen's.
    const [left, right] = await coloursOf(image.colourspace("cmyk").jpegsaveBuffer({ Q: 95 }), ...places);
    expect([left, right]).toEqual(["200", expect.stringMatching(/^0[01][12]$/)]);
    const grey = library.Image.jpegloadBuffer((await encoded(image.colourspace("b-w").jpegsaveBuffer())).content);
    expect(grey.width).toBe(120);
  });

  it("is the first frame of an animation", async () => {
    const frames = await Promise.all([red, blue].map((left) => paint({ width: 80, height: 80, left, right: left })));
    const [first, second] = frames;
    if (!first || !second) throw new Error("there are no frames");
    const strip = first.join(second, "vertical").copy();
    strip.setInt("page-height", 80);
    for (const bytes of [strip.gifsaveBuffer(), strip.webpsaveBuffer({ lossless: true })]) {
      expect(await coloursOf(bytes, [0.5, 0.1], [0.5, 0.9])).toEqual(["200", "200"]);
    }
  });
});

describe("a picture that can't be read", () => {
  it.each([
    ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["only a header", (bytes: Buffer) => bytes.subarray(0, 60)],
    [
      "followed by other bytes than it says",
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(900, 65)]),
    ],
  ])("is a PictureError: %s", async (_, spoil) => {
    const image = await paint({ width: 500, height: 300, left: red, right: blue });
    for (const bytes of [image.jpegsaveBuffer(), image.pngsaveBuffer({ compression: 0 }), image.webpsaveBuffer()]) {
      await expect(encode(spoil(Buffer.from(bytes)))).rejects.toThrow(PictureError);
    }
    expect(await encode(await jpegOf())).toHaveLength(9);
  });

  it("needs no library when it is not a picture", async () => {
    const failing = createAvatarEncoder(() => Promise.reject(new Error("loaded")));
    await expect(failing(Buffer.from("no picture"))).rejects.toThrow(PictureError);
    await expect(failing(await jpegOf())).rejects.toThrow("loaded");
  });

  it("is refused when the library traps twice, and does not break the next one", async () => {
    const { load, breaking } = trapping(2);
    const picture = await jpegOf();
    await expect(breaking(picture)).rejects.toThrow(PictureError);
    expect(await breaking(picture)).toHaveLength(9);
    expect([load.count, load.traps]).toEqual([3, 2]);
  });
});

describe("a library that traps", () => {
  it("is loaded once more for the same picture and all that wait", async () => {
    const { load, breaking } = trapping(1);
    const picture = await jpegOf();
    const all = await Promise.all([breaking(picture), breaking(picture), breaking(picture)]);
    expect(all.map((images) => images.length)).toEqual([9, 9, 9]);
    expect([load.count, load.traps]).toEqual([2, 1]);
  });

  it("and can't be loaded again is no fault of the picture", async () => {
    const { breaking } = trapping(1, () => Promise.reject(new Error("no memory")));
    await expect(breaking(await jpegOf())).rejects.toThrow("no memory");
  });
});

/** The libraries that are loaded first, so many of them, trap. */
function trapping(times: number, loadNext = async () => library) {
  const load = { count: 0, traps: 0 };
  const breaking = createAvatarEncoder(async () => {
    load.count += 1;
    if (load.count > times) return loadNext();
    const thumbnailBuffer = () => {
      load.traps += 1;
      throw new WebAssemblyFault("unreachable");
    };
    return { Image: { thumbnailBuffer } } as unknown as typeof Vips;
  });
  return { load, breaking };
}

/** As V8 names a trap of the machine. */
class WebAssemblyFault extends Error {
  override readonly name = "RuntimeError";
}
