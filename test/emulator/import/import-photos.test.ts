import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import { importOperations } from "../../../functions/imports/operations.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { pictureKey } from "../../../shared/import/store/import-keys.ts";
import type { CommitResult } from "../../../shared/import-commit/commit-result.ts";
import { avatarVariants, isLargest } from "../../../shared/picture/avatar-variants.ts";
import { PictureError } from "../../../shared/picture/measure-picture.ts";
import { createAvatarRemoval } from "../../../shared/picture/remove-avatars.ts";
import { listUnshownPictures } from "../../../shared/picture/store/unshown-pictures.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { type MemoryPictureFiles, memoryPictureFiles, noPictures } from "../../support/contact/pictures.ts";
import { type MemoryFiles, memoryFiles, newAccount, newIndexes, parsedContact } from "../../support/import/imports.ts";
import { findNothing } from "../../support/map/places.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
let accountId: string;
let files: MemoryFiles;
let pictures: MemoryPictureFiles;
let encoded: string[];
beforeEach(async () => {
  accountId = await newAccount(store);
  files = memoryFiles();
  pictures = memoryPictureFiles();
  encoded = [];
});

const now = () => new Date("2026-03-01T10:00:00.000Z");

/** Nine images with the content of the picture, of which the largest is marked. The picture "broken" can't be read. */
async function encode(picture: Uint8Array) {
  const text = Buffer.from(picture).toString();
  encoded.push(text);
  if (text === "broken") throw new PictureError("It is broken.");
  const largest = Buffer.from(`${text}, large`);
  return avatarVariants.map((variant) => ({ ...variant, content: isLargest(variant) ? largest : picture }));
}

async function commit(contacts: object[], remainingTime = () => 28_000, read = files): Promise<CommitResult[]> {
  const common = { store, files: pictures, now, newId: () => newId(), log: () => {} };
  const operations = importOperations({
    ...noPictures,
    ...common,
    indexes: newIndexes(store, now),
    storeAvatar: createAvatarStore({ ...common, encode }),
    removeAvatars: createAvatarRemoval(common),
    findPlace: findNothing,
    files: read,
    accountFiles: memoryAccountFiles(),
    pause: async () => {},
  });
  const { body } = await operations.commitImportRows({
    ...sessionInput(accountId),
    params: { source: "vcard" },
    body: { contacts: contacts as never },
    remainingTime,
  });
  return body.results as CommitResult[];
}

function rowOf(name: string, picture?: string) {
  const tempId = Buffer.from(name.padEnd(16)).toString("base64url");
  if (picture !== undefined) files.objects.set(pictureKey(accountId, tempId), Buffer.from(picture));
  return parsedContact({ tempId, firstName: name, photo: picture !== undefined });
}

async function shown(result: CommitResult | undefined): Promise<string | undefined> {
  const version = (await getContact(store, accountId, result?.contactId ?? ""))?.photoVersion;
  const key = [...pictures.objects.keys()].find((each) => version && each.includes(version));
  return key && Buffer.from(pictures.objects.get(key) ?? []).toString();
}

const outcomes = (results: readonly CommitResult[]) => results.map(({ status, code }) => code ?? status);

async function unshown(): Promise<number> {
  let count = 0;
  for await (const picture of listUnshownPictures(store)) if (picture.accountId === accountId) count += 1;
  return count;
}

describe("pictures of committed rows", () => {
  it("go to the contacts of their own rows", async () => {
    const results = await commit([rowOf("Ann", "of Ann"), rowOf("Bo"), rowOf("Cy", "broken"), rowOf("Di", "of Di")]);
    expect(results.map(({ avatar }) => avatar)).toEqual(["taken", undefined, "unreadable", "taken"]);
    expect(results.every(({ status }) => status === "imported")).toBe(true);
    expect(await Promise.all(results.map(shown))).toEqual(["of Ann", undefined, undefined, "of Di"]);
    expect([pictures.objects.size, await unshown()]).toEqual([18, 0]);
  });

  it("that no contact shows are removed, and those of committed rows are not read again", async () => {
    const ann = rowOf("Ann", "of Ann");
    const twice = await commit([ann, ann]);
    expect(twice.map(({ code, avatar }) => code ?? avatar)).toEqual(["taken", "already_imported"]);
    expect([pictures.objects.size, await unshown()]).toEqual([9, 0]);
    encoded = [];
    await commit([ann]);
    expect([encoded, pictures.objects.size]).toEqual([[], 9]);
  });

  it("that were exported with the contact's card are the same as before, and others are reported", async () => {
    const [made] = await commit([rowOf("Ann", "of Ann")]);
    const again = (notes: string, picture: string) => ({
      ...rowOf(notes, picture),
      firstName: "Ann",
      network_b: "ann",
    });
    await contactCalls(store, accountId).patch(made?.contactId ?? "", { network_b: "ann" });
    const [exported, sent, other] = await commit([
      again("exported", "of Ann, large"),
      again("sent", "of Ann"),
      again("other", "of Bo"),
    ]);
    expect([exported, sent]).toMatchObject([{ avatar: "kept" }, { avatar: "kept" }]);
    expect([exported?.differing, sent?.differing, other?.differing]).toEqual([undefined, undefined, ["avatar"]]);
  });

  it("of equal rows are one, and read once", async () => {
    const ann = rowOf("Ann", "of Ann");
    const [second] = await commit([{ ...ann, tempId: `${ann.tempId}.1` }]);
    expect([second?.avatar, await shown(second)]).toEqual(["taken", "of Ann"]);
    encoded = [];
    const later = await commit([ann, { ...ann, tempId: `${ann.tempId}.2` }]);
    expect(later.map(({ code }) => code)).toEqual(["already_imported", "already_imported"]);
    expect(encoded).toEqual([]);
  });

  it("are reported as gone when the storage has none, and their rows are committed", async () => {
    const promised = { ...rowOf("Ann"), photo: true };
    const { photo: _unsaid, ...silent } = rowOf("Bo");
    const results = await commit([promised, silent, { ...rowOf("Cy", "of Cy"), photo: false }]);
    expect(results.map(({ avatar }) => avatar)).toEqual(["gone", undefined, undefined]);
    expect(results.every(({ status }) => status === "imported")).toBe(true);
  });

  it("for which there is no time are left for another request, with their rows", async () => {
    const rows = ["Ann", "Bo", "Cy"].map((name) => rowOf(name, `of ${name}`));
    const times = [28_000, 12_000, 9_000];
    const results = await commit(rows, () => times.shift() ?? 9_000);
    expect(outcomes(results)).toEqual(["imported", "imported", "service_unavailable"]);
    const again = await commit(rows);
    expect(outcomes(again)).toEqual(["already_imported", "already_imported", "imported"]);
    expect(await shown(again[2])).toBe("of Cy");
  });

  it("that the storage can't read are left for another request, and no others", async () => {
    const rows = [rowOf("Ann", "of Ann"), rowOf("Bo", "of Bo")];
    const failing: MemoryFiles = {
      ...files,
      readIfThere: async (key, maxBytes) => {
        if (key === pictureKey(accountId, rows[0]?.tempId ?? "")) throw new Error("S3 is down");
        return files.readIfThere(key, maxBytes);
      },
    };
    const results = await commit(rows, () => 28_000, failing);
    expect(outcomes(results)).toEqual(["service_unavailable", "imported"]);
  });
});
