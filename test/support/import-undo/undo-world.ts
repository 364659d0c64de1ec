/** An account in which people and imports write, and which remembers who wrote what, to judge undos by the contract alone. */
import { v7 as newId } from "uuid";
import { importOperations } from "../../../functions/imports/operations.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { pictureKey } from "../../../shared/import/store/import-keys.ts";
import { avatarVariants } from "../../../shared/picture/avatar-variants.ts";
import { createAvatarRemoval } from "../../../shared/picture/remove-avatars.ts";
import { createAvatarStore } from "../../../shared/picture/store-avatar.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { accountOf } from "../contact/contact-accounts.ts";
import { memoryPictureFiles, noPictures } from "../contact/pictures.ts";
import { createImportStand } from "../import/import-work.ts";
import { groupCalls } from "../interaction/group-calls.ts";
import { interactionCalls } from "../interaction/interaction-calls.ts";
import { mergeCalls } from "../merge/merge-calls.ts";
import { sessionInput } from "../process/operation-input.ts";
import { names } from "./undo-rows.ts";

type Operations = ReturnType<typeof importOperations>;
export type Result = Awaited<ReturnType<Operations["getImportReceipt"]>>["body"]["results"][number];

/** An import, with the id of its receipt. */
export interface Import {
  id: string;
  rows: readonly ParsedContact[];
  results: readonly Result[];
  isUndone: boolean;
  /** How it met each contact. It is needed by a contact whose creator was undone before. */
  meets: Map<string, { statuses: Set<string>; isLate: boolean }>;
}

export type Actor = Import | "person";

/** The values of each contact, as `field=value`, and the members of each group. */
export interface Shot {
  contacts: Map<string, Set<string>>;
  groups: Map<string, Set<string>>;
}

type Listed = Awaited<ReturnType<Awaited<ReturnType<typeof accountOf>>["calls"]["list"]>>["body"]["contacts"][number];

export async function createUndoWorld(store: Store, own: readonly { person: number; isRich: boolean }[]) {
  const stand = createImportStand(store, Date.parse("2026-03-01T10:00:00.000Z"));
  const bodies = own.map(({ person, isRich }) => ({
    firstName: names[person],
    emails: [{ value: `own${person}@x.example` }],
    ...(isRich && { headline: "pp first", notes: "pp first", phones: [{ prefix: "+49", value: "3099999" }] }),
  }));
  const { accountId, calls } = await accountOf(store, bodies, { now: stand.now });
  const groups = groupCalls(store, accountId, { now: stand.now });
  await groups.createGroup({ label: "own" });
  const pictures = new Map<string, string>();
  const common = { store, files: memoryPictureFiles(), now: stand.now, newId: () => newId(), log: () => {} };
  const encode = async (content: Uint8Array) => avatarVariants.map((variant) => ({ ...variant, content }));
  const putAvatar = createAvatarStore({ ...common, encode });
  const pictureParts = {
    storeAvatar: async (account: string, content: Uint8Array) => {
      const version = await putAvatar(account, content);
      pictures.set(version, Buffer.from(content).toString());
      return version;
    },
    removeAvatars: createAvatarRemoval(common),
  };

  const operations = importOperations({
    ...noPictures,
    ...stand.worker(pictureParts),
    files: stand.files,
    accountFiles: stand.accountFiles,
  });
  const call = { ...sessionInput(accountId), remainingTime: () => 28_000 };

  const valuesOf = (contact: Listed): Set<string> => {
    const { emails, phones, addresses, importantDates, notes, avatar } = contact;
    const whole = ["firstName", "lastName", "middleName", "headline", "position", "location", "website"] as const;
    const handles = ["network_b", "network_c"] as const;
    const picture = avatar === null ? null : (pictures.get(avatar.split("/").at(-1) ?? "") ?? avatar);
    return new Set([
      ...[...whole, ...handles].flatMap((name) => (contact[name] ? [`${name}=${contact[name]}`] : [])),
      ...emails.flatMap(({ value, type }) => [
        `emails=${value}`,
        ...(type === "other" ? [] : [`emails=${value} ${type}`]),
      ]),
      ...phones.map(({ prefix, value }) => `phones=${prefix}${value}`),
      ...addresses.map(({ addressLine1 }) => `addresses=${addressLine1}`),
      ...importantDates.map(({ note }) => `importantDates=${note}`),
      ...(notes ?? "").split("\n").flatMap((line) => (line === "" ? [] : [`notes=${line}`])),
      ...(picture === null ? [] : [`avatar=${picture}`]),
    ]);
  };

  const list = async () => (await calls.list({ limit: "200", sort: "createdAtAsc" })).body.contacts;

  async function shot(): Promise<Shot> {
    const members = new Map<string, Set<string>>();
    for (const { id, label } of await groups.groups()) {
      members.set(label, new Set((await groups.contacts(id, { limit: "200" })).body.contacts.map((each) => each.id)));
    }
    return { contacts: new Map((await list()).map((each) => [each.id, valuesOf(each)])), groups: members };
  }

  return {
    ...{ accountId, calls, groups, list, shot, stand },
    merges: mergeCalls(store, accountId, { now: stand.now }),
    interactions: interactionCalls(store, accountId, { now: stand.now }),
    groupId: async (label: string) => (await groups.groups()).find((each) => each.label === label)?.id,

    /** Commits all rows: on the server, or as a client that sends some at a time. */
    async commit(rows: readonly ParsedContact[], by: "server" | "client"): Promise<Import> {
      for (const row of rows.filter(({ photo }) => photo)) {
        await stand.files.put(pictureKey(accountId, row.tempId), `picture of ${row.tempId}`, "image/jpeg");
      }
      const { record } = await stand.parsedImport(accountId, rows);
      const params = { source: record.source, importId: record.id };
      if (by === "server") {
        const { body } = await operations.startImportCommit({ ...call, params, body: { groups: [] } });
        await stand.serve(stand.keyOf({ accountId, receiptId: body.receipt.id, key: "" }, "commit"), pictureParts);
      } else {
        for (let start = 0; start < rows.length; start += 2) {
          const body = { contacts: rows.slice(start, start + 2), importId: record.id };
          await operations.commitImportRows({ ...call, params, body });
        }
        // A client doesn't say that it has ended.
        stand.pass(2 * 3_600_000);
      }
      const page = { limit: 50, offset: 0 };
      const [receipt] = (await operations.listImportReceipts({ ...call, query: page })).body.receipts;
      if (receipt?.importId !== record.id) throw new Error("the import has no receipt");
      const { results } = (await operations.getImportReceipt({ ...call, params: receipt, query: page })).body;
      return { ...receipt, rows, results, isUndone: false, meets: new Map() };
    },

    /** Undoes an import, and returns its results. */
    async undo({ id }: Import): Promise<readonly Result[]> {
      await operations.undoImport({ ...call, params: { id } });
      await stand.serve(stand.keyOf({ accountId, receiptId: id, key: "" }, "undo"), pictureParts);
      const query = { limit: 50, offset: 0 };
      const { receipt, results } = (await operations.getImportReceipt({ ...call, params: { id }, query })).body;
      if (receipt.status !== "undone") throw new Error("the undo has not ended");
      return results;
    },
  };
}

export type UndoWorld = Awaited<ReturnType<typeof createUndoWorld>>;
