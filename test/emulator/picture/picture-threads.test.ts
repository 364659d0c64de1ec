import { expect, it } from "vitest";
import { measurePicture, PictureError } from "../../../shared/picture/measure-picture.ts";
import { type PictureParts, picturePartsFrom } from "../../../shared/picture/picture-parts.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { jpegOf, smallestGif, vips } from "../../support/contact/pictures.ts";
import { stackEnvironment } from "../../support/process/stack.ts";
import { watchedStore } from "../../support/process/watched-store.ts";

/** Stores pictures as the functions of a laptop do, up to the first write, which fails. */
async function storeUpToWrite(): Promise<PictureParts["storeAvatar"]> {
  const store = watchedStore({ client: {}, tableName: "none" } as Store, () => Promise.reject(new Error("encoded")));
  const environment = await stackEnvironment();
  const common = { store, now: () => new Date(), newId: () => "an-id", log: () => {} };
  const { storeAvatar } = picturePartsFrom(environment, common);
  return (accountId, picture) => storeAvatar(accountId, picture);
}

it("other work goes on while a picture with many pixels is encoded", async () => {
  const { Image } = await vips();
  const large = Image.black(6_000, 6_000).pngsaveBuffer();
  const store = await storeUpToWrite();
  // The library is loaded before.
  await expect(store("an-account", smallestGif)).rejects.toThrow("encoded");
  const order: string[] = [];
  const encoding = store("an-account", large).catch(({ message }) => order.push(message));
  setImmediate(() => order.push("other work"));
  await encoding;
  expect(order).toEqual(["other work", "encoded"]);
});

it("a broken picture is refused as by the encoder itself, and the next one is taken", async () => {
  const store = await storeUpToWrite();
  const jpeg = await jpegOf();
  const cut = jpeg.slice(0, jpeg.length - 100);
  expect(measurePicture(cut)).toBeDefined();
  await expect(store("an-account", cut)).rejects.toThrow(PictureError);
  await expect(store("an-account", Buffer.from("no picture"))).rejects.toThrow(PictureError);
  await expect(store("an-account", jpeg)).rejects.toThrow("encoded");
});
