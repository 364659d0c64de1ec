import { describe, expect, it } from "vitest";
import { emptyRawRow, type RawRow } from "../../../shared/import/row/raw-row.ts";
import { createPictureStore, findImportPicture, maxPicturesBytes } from "../../../shared/import/store/pictures.ts";
import { maxPictureBytes } from "../../../shared/picture/measure-picture.ts";
import { memoryFiles } from "../../support/import/imports.ts";

const accountId = "0195561e-5a00-7000-8000-000000000001";
const tempId = "abcdefghijklmnopqrst-_";

function rowWith(picture: Uint8Array): RawRow {
  return { ...emptyRawRow({ first: 3, last: 9 }), photo: true, valuesSeen: 4, picture };
}

describe("the picture of a row", () => {
  it("is stored, and found by the row's id in its account only", async () => {
    const files = memoryFiles();
    const pictures = createPictureStore(files, accountId);
    const row = rowWith(Buffer.from("picture"));
    const picture = pictures.accept(row);
    if (picture) await pictures.write(tempId, picture);
    await pictures.finish();
    expect(row).toMatchObject({ photo: true, issues: [], valuesLost: 0 });
    expect(await findImportPicture(files, accountId, tempId)).toEqual(Buffer.from("picture"));
    expect(await findImportPicture(files, accountId.replace("1", "2"), tempId)).toBeUndefined();
    expect(await findImportPicture(files, accountId, tempId.replace("a", "b"))).toBeUndefined();
  });

  it("of equal rows is stored once, and found by any of their ids", async () => {
    const files = memoryFiles();
    const pictures = createPictureStore(files, accountId);
    await pictures.write(`${tempId}.1`, Buffer.from("picture"));
    await pictures.finish();
    for (const id of [tempId, `${tempId}.1`, `${tempId}.23`, `${tempId}~1`, `${tempId}.2~11`]) {
      expect(await findImportPicture(files, accountId, id)).toEqual(Buffer.from("picture"));
    }
    expect(files.objects.size).toBe(1);
  });

  it.each(["", "..", "a/b", `../${accountId}/${tempId}`, `${tempId}x`, `${tempId}\n`, `${tempId}~`, `${tempId}~1.1`])(
    "is not read with an id that the service did not make: %j",
    async (id) => {
      const read: string[] = [];
      const files = {
        readIfThere: async (key: string) => {
          read.push(key);
          return undefined;
        },
      };
      expect(await findImportPicture(files, accountId, id)).toBeUndefined();
      expect(read).toEqual([]);
    },
  );

  it("is left out with a warning when it or the sum of all pictures is too large", () => {
    const pictures = createPictureStore(memoryFiles(), accountId);
    const tooLarge = rowWith(new Uint8Array(maxPictureBytes + 1));
    expect(pictures.accept(tooLarge)).toBeUndefined();
    // The id of the row does not depend on a picture that is left out.
    expect(tooLarge).not.toHaveProperty("picture");
    expect(tooLarge).toMatchObject({
      photo: false,
      valuesLost: 1,
      issues: [{ code: "picture_left_out", severity: "warning", line: 3, message: expect.stringMatching(/5 MB/) }],
    });
    const largest = new Uint8Array(maxPictureBytes);
    for (let bytes = 0; bytes < maxPicturesBytes; bytes += maxPictureBytes) {
      expect(pictures.accept(rowWith(largest))).toBe(largest);
    }
    const oneMore = rowWith(new Uint8Array(1));
    expect(pictures.accept(oneMore)).toBeUndefined();
    expect(oneMore).toMatchObject({ photo: false, issues: [{ message: expect.stringMatching(/200 MB together/) }] });
  });
});

describe("the writes of pictures", () => {
  it("run two at a time, and `finish` waits for all", async () => {
    let [running, most, done] = [0, 0, 0];
    const put = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      done += 1;
    };
    const pictures = createPictureStore({ put }, accountId);
    for (let count = 0; count < 20; count++) await pictures.write(tempId, new Uint8Array(1));
    await pictures.finish();
    expect([most, running, done]).toEqual([2, 0, 20]);
  });

  it("that fail are thrown by `finish` and by a later write", async () => {
    const put = () => Promise.reject(new Error("first"));
    const pictures = createPictureStore({ put }, accountId);
    await pictures.write(tempId, new Uint8Array(1));
    await expect(pictures.finish()).rejects.toThrow("first");
    await pictures.write(tempId, new Uint8Array(1));
    await expect(pictures.write(tempId, new Uint8Array(1))).rejects.toThrow("first");
  });
});
