import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import { aliasAction } from "../../../shared/contact/store/aliases.ts";
import { contactToItem, getContact } from "../../../shared/contact/store/contact.ts";
import { noteStoring } from "../../../shared/picture/store/unshown-pictures.ts";
import { contactCalls, recordOf, seedAccount, storeAll } from "../../support/contact/contact-calls.ts";
import { createExportStand, type ExportStand, textIn } from "../../support/export/export-stand.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { interactionCalls } from "../../support/interaction/interaction-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

let stand: ExportStand;
beforeEach(() => {
  stand = createExportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
});

const names = ["Ann", "Ben", "Cid", "Dan"];

/** An account with something in every document. All contacts but the last one have a picture. */
async function fullAccount() {
  const accountId = await seedAccount(store);
  const contacts = names.map((firstName, n) => ({
    ...recordOf(accountId, { firstName }),
    photoVersion: n < 3 ? `photo-${n}` : null,
  }));
  for (const n of names.keys()) stand.pictures.set(`photo-${n}`, Buffer.from(`picture of ${n}`.repeat(20)));
  for (const { photoVersion } of contacts) {
    if (photoVersion !== null) await noteStoring(store, { accountId, photoVersion, storedAt: null });
  }
  await storeAll(store, accountId, contacts);
  const [ann = "", ben = "", cid = "", dan = ""] = contacts.map(({ id }) => id);
  const groups = groupCalls(store, accountId);
  const group = await groups.createGroup({ label: "Climbing" });
  await groups.add(group.id, { contactIds: [ann, ben] });
  const tag = await groups.createTag({ label: "vip" });
  const interactions = interactionCalls(store, accountId);
  const met = { type: "Call", date: "2026-02-03T04:05:06Z", participantIds: [ann, cid, accountId], title: "Hello" };
  const { interaction } = (await interactions.create(met)).body;
  await interactions.create({ ...met, participantIds: [dan] });
  const calls = contactCalls(store, accountId);
  const relationship = await calls.relate(ann, { relatedPersonId: ben, relationshipType: "parent" });
  await calls.relate(dan, { relatedPersonId: ben, relationshipType: "friend" });
  // What hangs on a deleted contact is not exported.
  await calls.remove(dan);
  return { accountId, ann, ben, cid, group, tag, interaction, relationship };
}

describe("the archive of an account", () => {
  it("has everything of the account", async () => {
    const { accountId, ann, ben, cid, group, tag, interaction, relationship } = await fullAccount();
    const [archive, ...others] = await stand.archives(accountId);
    expect(others).toEqual([]);
    const json = async (name: string) => JSON.parse(await textIn(archive, name));
    expect(Object.keys(archive?.files ?? {})).toEqual([
      ...["contacts.vcf", "contacts.json", "groups.json", "tags.json", "interactions.json", "relationships.json"],
      ...["settings.json", "README.txt", ...[ann, ben, cid].map((id) => `photos/${id}.jpg`)],
    ]);
    const { contacts } = await json("contacts.json");
    expect(contacts.map(({ id }: { id: string }) => id)).toEqual([accountId, ann, ben, cid]);
    expect(contacts).toMatchObject([
      { myself: true, avatar: null },
      ...[ann, ben, cid].map((id) => ({ avatar: `photos/${id}.jpg` })),
    ]);
    const cards = await textIn(archive, "contacts.vcf");
    expect(cards.match(/^FN:.*(?=\r$)/gm)).toEqual(["FN:Me", "FN:Ann", "FN:Ben", "FN:Cid"]);
    expect(cards.match(/^PHOTO:/gm)).toHaveLength(3);
    expect(await textIn(archive, `photos/${ben}.jpg`)).toBe("picture of 1".repeat(20));
    const { contactCount: _c, previewContacts: _p, ...label } = group;
    expect(await json("groups.json")).toEqual({ groups: [{ ...label, contactIds: [ann, ben] }] });
    expect(await json("tags.json")).toMatchObject({ tags: [{ id: tag.id, label: "vip", contactIds: [] }] });
    expect(await json("interactions.json")).toEqual({ interactions: [interaction] });
    const { person: _one, relatedPerson: _other, ...related } = relationship;
    expect(await json("relationships.json")).toEqual({ relationships: [related] });
    expect(await json("settings.json")).toMatchObject({ account: { id: accountId }, settings: { timezone: "UTC" } });
    expect(await textIn(archive, "README.txt")).toContain("relationships.json");
  });

  it("names the contacts of which merged participants are part", async () => {
    const { accountId, ann, cid, interaction } = await fullAccount();
    await writeAccount(store, accountId, (head, txid) => ({
      actions: [aliasAction(store, accountId, { txid, absorbed: cid, survivor: ann })],
      head: { ...head, mergeCount: head.mergeCount + 1, mergeTxid: txid },
      result: undefined,
    }));
    const [archive] = await stand.archives(accountId);
    const { interactions } = JSON.parse(await textIn(archive, "interactions.json"));
    expect(interactions).toEqual([{ ...interaction, participantIds: [ann, accountId] }]);
  });

  it("is divided when it is too large, and each part is an archive", async () => {
    const { accountId, ann, ben, cid } = await fullAccount();
    const limits = { cards: { cards: 2, bytes: 1_000_000 }, archives: { entries: 4, bytes: 1_000_000 } };
    const archives = await stand.archives(accountId, { limits });
    const entries = archives.map(({ files }) => Object.keys(files));
    expect(entries.map(({ length }) => length)).toEqual([4, 4, 4]);
    expect(entries.flat().slice(0, 3)).toEqual(["contacts-1.vcf", "contacts-2.vcf", "contacts.json"]);
    expect(entries.flat().slice(-3)).toEqual([ann, ben, cid].map((id) => `photos/${id}.jpg`));
    const answer = await stand.calls(accountId).account();
    expect(answer).toMatchObject({ status: 303, headers: { location: expect.stringContaining("account-1.zip") } });
  });

  it("has the new picture of a contact whose picture was replaced meanwhile, and none of a lost one", async () => {
    const { accountId, ann, ben } = await fullAccount();
    stand.pictures.set("new", Buffer.from("new picture"));
    const readAvatar = async (_accountId: string, version: string) => {
      if (version === "photo-1") return undefined;
      if (version !== "photo-0") return stand.pictures.get(version);
      const contact = await getContact(store, accountId, ann);
      const Item = contact && contactToItem({ ...contact, photoVersion: "new" });
      await store.client.send(new PutCommand({ TableName: store.tableName, Item }));
      return undefined;
    };
    const [archive] = await stand.archives(accountId, { readAvatar });
    expect(await textIn(archive, `photos/${ann}.jpg`)).toBe("new picture");
    const { contacts } = JSON.parse(await textIn(archive, "contacts.json"));
    expect(contacts).toMatchObject([{ myself: true }, { avatar: `photos/${ann}.jpg` }, { id: ben, avatar: null }, {}]);
    expect((await textIn(archive, "contacts.vcf")).match(/^PHOTO:/gm)).toHaveLength(2);
  });

  it("begins again when a picture was replaced between its two reads", async () => {
    const { accountId } = await fullAccount();
    const reads: string[] = [];
    const readAvatar = async (_accountId: string, version: string) => {
      reads.push(version);
      return reads.length > 3 ? undefined : stand.pictures.get(version);
    };
    await stand.calls(accountId).account();
    await expect(stand.work({ readAvatar })).rejects.toThrow("a picture was removed meanwhile");
    expect(await stand.calls(accountId).account()).toMatchObject({ status: 202 });
    await stand.work();
    expect(await stand.calls(accountId).account()).toMatchObject({ status: 303 });
  });
});
