import { describe, expect, it } from "vitest";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { getContact } from "../../../shared/contact/store/contact.ts";
import { planContacts } from "../../../shared/contact-change/contact-write.ts";
import { avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarRemoval, sweepAvatars } from "../../../shared/picture/remove-avatars.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import { named } from "../../support/contact/contact-accounts.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { memoryPictureFiles, smallestGif } from "../../support/contact/pictures.ts";
import { accountWithMerges } from "../../support/merge/merge-accounts.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

const day = 24 * 3600_000;
let ids = 0;

/** Contacts with these pictures, or without one, and a picture bucket. */
async function picturedPair(pictures: readonly (string | null)[]) {
  let clock = Date.parse("2026-03-01T10:00:00.000Z");
  const now = () => new Date(clock);
  const files = memoryPictureFiles();
  const common = { store, files, now, log: () => undefined };
  const encode = async (picture: Uint8Array) => avatarVariants.map((variant) => ({ ...variant, content: picture }));
  const storeAvatar = createAvatarStore({ ...common, encode, newId: () => `id-${ids++}` });
  const removeAvatars = createAvatarRemoval(common);
  const account = await accountWithMerges(store, named("Ann", "Anna"), now);
  const { accountId, left, right } = account;
  const calls = contactCalls(store, accountId, { now, storeAvatar, removeAvatars });
  const versionOf = async (id: string) => (await getContact(store, accountId, id))?.photoVersion ?? null;
  for (const [at, picture] of pictures.entries()) {
    if (picture === null) continue;
    const photoVersion = await storeAvatar(accountId, Buffer.concat([smallestGif, Buffer.from(picture)]));
    await writeAccount(store, accountId, async (head, version) => {
      const before = (await getContact(store, accountId, [left, right][at] ?? "")) ?? null;
      const changes = [{ before, after: before && { ...before, photoVersion, version } }];
      return { ...planContacts(store, head, changes, { txid: version, now: now() }), result: null };
    });
  }
  const [own, given] = [await versionOf(left), await versionOf(right)];
  const sweep = async (after: number) => {
    clock += after;
    await sweepAvatars(common);
    return new Set([...files.objects.keys()].map((key) => key.split("/")[2]));
  };
  return { ...account, calls, versionOf, own, given, sweep };
}

describe("the pictures of merged contacts", () => {
  it("both stay for the time of an undo, which gives them back", async () => {
    for (const resolution of ["left", "right"] as const) {
      const { merges, versionOf, left, right, own, given, sweep } = await picturedPair(["one", "two"]);
      const { mergeId, conflicts } = await merges.merge(left, right, { conflictResolutions: { avatar: resolution } });
      const url = (version: string | null) => `https://pictures.example/${version}`;
      expect(conflicts.at(-1)).toEqual({ field: "avatar", left: url(own), right: url(given), taken: resolution });
      expect(await versionOf(left)).toBe({ left: own, right: given }[resolution]);
      expect(await sweep(29 * day)).toEqual(new Set([own, given]));
      await merges.undo(mergeId);
      expect([await versionOf(left), await versionOf(right)]).toEqual([own, given]);
      expect(await sweep(2 * day)).toEqual(new Set([own, given]));
    }
  });

  it("come back even if the survivor removed the one that it had taken over", async () => {
    const { merges, calls, versionOf, left, right, given, sweep } = await picturedPair([null, "two"]);
    const { mergeId } = await merges.merge(left, right);
    expect(await versionOf(left)).toBe(given);
    await calls.deletePhoto(left);
    expect(await sweep(day)).toEqual(new Set([given]));
    expect(await merges.undo(mergeId)).toMatchObject({ kept: ["avatar"], contact: { avatar: null } });
    expect(await versionOf(right)).toBe(given);
    expect(await sweep(20 * day)).toEqual(new Set([given]));
    await calls.deletePhoto(right);
    expect((await merges.get(mergeId)).mergedFrom.avatar).toBeNull();
  });

  it("are removed when no undo can show them again", async () => {
    const { merges, calls, left, right, own, sweep } = await picturedPair(["one", "two"]);
    await merges.merge(left, right);
    expect(await sweep(30 * day + 2 * 3600_000)).toEqual(new Set([own]));
    await calls.remove(left, {}, { permanent: true });
    expect(await sweep(0)).toEqual(new Set());
  });

  it("are removed with the surviving contact", async () => {
    for (const avatar of ["left", "right"] as const) {
      const { merges, calls, left, right, sweep } = await picturedPair(["one", "two"]);
      await merges.merge(left, right, { conflictResolutions: { avatar } });
      await calls.remove(left, {}, { permanent: true });
      expect(await sweep(0)).toEqual(new Set());
    }
  });
});
