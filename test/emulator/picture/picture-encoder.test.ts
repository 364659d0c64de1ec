import { expect, it } from "vitest";
import { encode } from "../../../infra/local/lambda/picture-encoder.ts";
import { createAvatarEncoder, type EncodeAvatar } from "../../../shared/picture/encode-avatar.ts";
import { PictureError, PictureTooLarge } from "../../../shared/picture/measure-picture.ts";
import { picturePartsFrom } from "../../../shared/picture/picture-parts.ts";
import { jpegOf, vips } from "../../support/contact/pictures.ts";
import { freshTable } from "../../support/process/stack.ts";
import { stackEnvironment } from "../../support/process/stack-environment.ts";

const here = createAvatarEncoder(vips);

it("makes the same avatars as the function itself does in the cloud", async () => {
  const picture = await jpegOf(900, 700);
  expect(await encode(picture)).toEqual(
    (await here(picture)).map((image) => ({ ...image, content: Buffer.from(image.content) })),
  );
});

it("lets whoever asks go on meanwhile", async () => {
  const picture = await jpegOf(900, 700);
  const turns = async (encoder: EncodeAvatar) => {
    // Whatever an encoder loads is there from now on.
    await encoder(picture);
    const order: string[] = [];
    const other = new Promise<void>((done) => setImmediate(() => done(void order.push("other"))));
    await Promise.all([encoder(picture).then(() => order.push("picture")), other]);
    return order;
  };
  expect(await turns(encode)).toEqual(["other", "picture"]);
  expect(await turns(here)).toEqual(["picture", "other"]);
});

it("refuses what can't be read as the function itself does", async () => {
  const broken = (await jpegOf()).slice(0, 700);
  await expect(encode(broken)).rejects.toThrow(await here(broken).catch((error: PictureError) => error.message));
  await expect(encode(broken)).rejects.toThrow(PictureError);
  const large = Buffer.from(await jpegOf(10, 10));
  const frame = large.indexOf(Buffer.from([0xff, 0xc0]));
  large.writeUInt16BE(12_001, frame + 5);
  await expect(encode(large)).rejects.toThrow(PictureTooLarge);
});

it("is what the functions of the local host are given", async () => {
  const { store } = await freshTable();
  const environment = await stackEnvironment();
  const common = { store, now: () => new Date(), newId: () => "id", log: () => {} };
  expect(environment.PICTURE_ENCODER).toMatch(/picture-encoder\.ts$/);
  const PICTURE_ENCODER = "data:text/javascript,export const encode = () => Promise.reject(new Error('asked'))";
  const { storeAvatar } = picturePartsFrom({ ...environment, PICTURE_ENCODER }, common);
  await expect(storeAvatar("account", await jpegOf())).rejects.toThrow("asked");
});
