import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteSet, sweepDeletions } from "../../../functions/deletion-worker/operations.ts";
import { type S3Emulator, startS3Emulator } from "../../../infra/local/s3/emulator.ts";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { planContacts } from "../../../shared/contact-change/contact-write.ts";
import { putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import { avatarKeys, avatarPrefix, avatarVariants, usualVariant } from "../../../shared/picture/avatar-variants.ts";
import type { EncodeAvatar } from "../../../shared/picture/encode-avatar.ts";
import { createAvatarRemoval, type RemovalParts, sweepAvatars } from "../../../shared/picture/remove-avatars.ts";
import { createAvatarUrls, type SigningConfig } from "../../../shared/picture/store/avatar-urls.ts";
import { createPictureFiles, type PictureFiles } from "../../../shared/picture/store/picture-files.ts";
import { listUnshownPictures, picturesLeft } from "../../../shared/picture/store/unshown-pictures.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { contactCalls, seedAccount } from "../../support/contact/contact-calls.ts";
import { memoryPictureFiles } from "../../support/contact/pictures.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { freshTable } from "../../support/process/stack.ts";

const minute = 60_000;
const start = Date.parse("2026-03-01T10:10:00.000Z");
let clock: number;
const { store } = await freshTable();
let accountId: string;
let lines: (RequestLine | JobLine)[];
let ids = 0;
beforeEach(async () => {
  clock = start;
  lines = [];
  accountId = await seedAccount(store);
});

const bytes = (text: string) => Uint8Array.from(Buffer.from(text));
/** Nine images with the content of the picture. */
const encode: EncodeAvatar = async (picture) => avatarVariants.map((variant) => ({ ...variant, content: picture }));

function partsWith(files: PictureFiles) {
  const now = () => new Date(clock);
  const common = { store, files, now, log: (line: RequestLine | JobLine) => void lines.push(line) };
  const removal: RemovalParts = common;
  return {
    files,
    save: createAvatarStore({ ...common, encode, newId: () => `id-${ids++}` }),
    remove: createAvatarRemoval(removal),
    sweep: (hasTime?: () => boolean) => sweepAvatars(common, hasTime),
  };
}

/** The write that makes a contact show a picture, without removing the one before. */
async function show(id: string, photoVersion: string | null): Promise<string[]> {
  const { result } = await writeAccount(store, accountId, async (head, version) => {
    const before = await getContact(store, accountId, id);
    if (!before) throw new Error("there is no such contact");
    const changes = [{ before, after: { ...before, photoVersion, version } }];
    const planned = planContacts(store, head, changes, { txid: version, now: new Date(clock) });
    return { ...planned, result: picturesLeft(changes) };
  });
  return result;
}

async function newContact(): Promise<string> {
  const { body } = await contactCalls(store, accountId).create({ firstName: "Ann" });
  return body.contact.id;
}

async function unshown(): Promise<string[]> {
  const found: string[] = [];
  for await (const { accountId: owner, photoVersion } of listUnshownPictures(store)) {
    if (owner === accountId) found.push(photoVersion);
  }
  return found;
}

describe("a picture", () => {
  it("is on the list of unshown pictures until a contact shows it, and again afterwards", async () => {
    const files = memoryPictureFiles();
    const { save, remove } = partsWith(files);
    const id = await newContact();
    const [one, two] = [await save(accountId, bytes("one")), await save(accountId, bytes("two"))];
    expect((await unshown()).toSorted()).toEqual([one, two].toSorted());
    expect(await show(id, one)).toEqual([]);
    expect(await unshown()).toEqual([two]);
    expect(await show(id, two)).toEqual([one]);
    expect(await unshown()).toEqual([one]);
    await remove(accountId, [one]);
    expect(await unshown()).toEqual([]);
    expect([...files.objects.keys()].toSorted()).toEqual(avatarKeys(accountId, two).toSorted());
  });

  it("that was removed as unshown can no longer be shown", async () => {
    const { save, remove } = partsWith(memoryPictureFiles());
    const id = await newContact();
    const version = await save(accountId, bytes("late"));
    await remove(accountId, [version]);
    const impatient = { now: () => 0, random: () => 1, pause: async () => {}, timeLimit: -1 };
    const write = writeAccount(
      store,
      accountId,
      async (head, txid) => {
        const before = await getContact(store, accountId, id);
        const after = before && { ...before, photoVersion: version, version: txid };
        const changes = [{ before: before ?? null, after: after ?? null }];
        return { ...planContacts(store, head, changes, { txid, now: new Date(clock) }), result: undefined };
      },
      impatient,
    );
    await expect(write).rejects.toMatchObject({ code: "service_unavailable" });
    expect((await getContact(store, accountId, id))?.photoVersion).toBeNull();
  });

  it("is removed with its contact, and by the sweep when that fails", async () => {
    const files = memoryPictureFiles();
    const { save, remove } = partsWith(files);
    const [kept, doomed] = [await newContact(), await newContact()];
    for (const id of [kept, doomed]) await show(id, await save(accountId, bytes(id)));
    const failing = partsWith({ ...files, removePictures: () => Promise.reject(new Error("S3 is down")) });
    const calls = contactCalls(store, accountId, { removeAvatars: failing.remove });
    expect((await calls.remove(doomed, {}, { permanent: true })).status).toBe(200);
    expect(lines).toEqual([expect.objectContaining({ level: "warn", event: "pictures.left", fault: "Error" })]);
    expect(files.objects.size).toBe(18);
    await partsWith(files).sweep();
    expect([files.objects.size, await unshown()]).toEqual([9, []]);
    await contactCalls(store, accountId, { removeAvatars: remove }).deleteContacts({ ids: [kept], permanent: true });
    expect([files.objects.size, await unshown()]).toEqual([0, []]);
  });

  it("that is being stored is not removed by a sweep for 20 minutes", async () => {
    const files = memoryPictureFiles();
    const { save, sweep } = partsWith(files);
    const version = await save(accountId, bytes("slow"));
    clock = start + 15 * minute;
    await sweep();
    expect(await unshown()).toEqual([version]);
    clock = start + 21 * minute;
    await sweep(() => false);
    expect(files.objects.size).toBe(9);
    await sweep();
    expect([files.objects.size, await unshown()]).toEqual([0, []]);
    expect(lines).toEqual([expect.objectContaining({ event: "pictures.swept", pictures: 1 })]);
  });

  it("of a contact in the trash stays, and is shown again or removed with the contact", async () => {
    const files = memoryPictureFiles();
    const { save, remove, sweep } = partsWith(files);
    const calls = contactCalls(store, accountId, { removeAvatars: remove });
    const [back, gone] = [await newContact(), await newContact()];
    const version = await save(accountId, bytes("back"));
    await show(back, version);
    await show(gone, await save(accountId, bytes("gone")));
    await calls.deleteContacts({ ids: [back, gone] });
    clock = start + 61 * minute;
    await sweep();
    expect([files.objects.size, await unshown()]).toEqual([18, []]);
    await calls.restore({ ids: [back] });
    expect((await getContact(store, accountId, back))?.photoVersion).toBe(version);
    await calls.emptyTrash();
    expect([...files.objects.keys()].toSorted()).toEqual(avatarKeys(accountId, version).toSorted());
    expect(await unshown()).toEqual([]);
  });

  it("is removed by the deletion worker, with its contact or in the hourly sweep", async () => {
    const files = memoryPictureFiles();
    const { save } = partsWith(files);
    const doomed = [await newContact(), await newContact()];
    for (const id of doomed) await show(id, await save(accountId, bytes(id)));
    const left = await save(accountId, bytes("left behind"));
    const sets = memoryAccountFiles(() => clock);
    const at = { accountId, deletionId: "0190b6a4-0000-7abc-8def-000000000000" };
    await putContactSet(sets, at, { ids: doomed, deletedAt: null });
    const parts = {
      store,
      files: sets,
      pictureFiles: files,
      now: () => new Date(clock),
      pause: async () => {},
      log: (line: RequestLine | JobLine) => void lines.push(line),
    };
    const invocation = { requestId: "r", remainingTime: () => 15 * minute };
    await deleteSet(parts, deletionKey(at), invocation);
    expect([...files.objects.keys()].toSorted()).toEqual(avatarKeys(accountId, left).toSorted());
    clock = start + 61 * minute;
    await sweepDeletions(parts, invocation);
    expect([files.objects.size, await unshown()]).toEqual([0, []]);
  });

  it.each([0, 1, 5, 9])("of which only %i objects were stored is removed by the sweep", async (count) => {
    const files = memoryPictureFiles();
    let puts = 0;
    const dying: PictureFiles = {
      ...files,
      putPicture: async (key, content) => {
        puts += 1;
        if (puts > count) throw new Error("killed");
        await files.putPicture(key, content);
      },
    };
    await partsWith(dying)
      .save(accountId, bytes("half"))
      .catch(() => {});
    expect(files.objects.size).toBe(count);
    clock = start + 21 * minute;
    await partsWith(files).sweep();
    expect([files.objects.size, await unshown()]).toEqual([0, []]);
  });
});

describe("the picture bucket", () => {
  const bucket = "pictures";
  let folder: string;
  let emulator: S3Emulator;
  let config: NonNullable<Parameters<typeof createPictureFiles>[1]> & Partial<SigningConfig>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "avatars-test-"));
    emulator = await startS3Emulator({ dataDir: folder, buckets: [bucket], now: () => clock });
    const credentials = async () => ({ accessKeyId: "local", secretAccessKey: "local" });
    config = { endpoint: emulator.endpoint, region: "us-east-1", credentials, maxAttempts: 1 };
  });
  afterAll(async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  });

  it("returns a picture by its signed address until that expires", async () => {
    // The SDK signs its own requests by the real clock.
    clock = Date.now();
    const { save } = partsWith(createPictureFiles(bucket, config));
    const version = await save(accountId, bytes("a picture"));
    const url = (await createAvatarUrls(bucket, config)(accountId, usualVariant, new Date(clock)))(version) ?? "";
    const found = await fetch(url);
    expect([found.status, found.headers.get("content-type"), await found.text()]).toEqual([
      200,
      "image/jpeg",
      "a picture",
    ]);
    clock += 59 * minute;
    expect((await fetch(url)).status).toBe(200);
    clock += 62 * minute;
    expect((await fetch(url)).status).toBe(403);
  });

  it("removes more objects than S3 removes by one call", async () => {
    clock = Date.now();
    const files = createPictureFiles(bucket, config);
    const keys = Array.from({ length: 1_100 }, (_, index) => `${avatarPrefix}${accountId}/many-${index}`);
    const [first = "", last = ""] = [keys[0], keys.at(-1)];
    for (const key of [first, last]) await files.putPicture(key, bytes("x"));
    await files.removePictures(keys);
    expect([await files.readPicture(first), await files.readPicture(last)]).toEqual([undefined, undefined]);
  });
});
