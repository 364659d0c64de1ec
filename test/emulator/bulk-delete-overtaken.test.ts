import { beforeAll, describe, expect, it } from "vitest";
import { getAccountHead } from "../../shared/table/account.ts";
import type { Store } from "../../shared/table/store.ts";
import { accountOf, idsOf, named, namesOf } from "../support/contact-accounts.ts";
import { contactCalls, itemsOf } from "../support/contact-calls.ts";
import { realisticBody } from "../support/realistic-contact.ts";
import { freshTable } from "../support/stack.ts";
import { watchedStore } from "../support/watched-store.ts";

let store: Store;
beforeAll(async () => {
  ({ store } = await freshTable());
});

describe("a bulk delete that meets other writes", () => {
  /** Does something before the first commit of the delete, when it has read its contacts. */
  function beforeCommit(accountId: string, happens: () => Promise<unknown>) {
    let commits = 0;
    const overtaken = watchedStore(store, async ({ name }, send) => {
      if (name === "TransactWriteCommand" && ++commits === 1) await happens();
      return send();
    });
    return { calls: contactCalls(overtaken, accountId, { retry: hurried }), commits: () => commits };
  }

  it("removes a contact that is changed in between with what hangs on it then", async () => {
    const { accountId, calls, contacts } = await accountOf(store, [
      { firstName: "Ann", emails: [{ value: "old@example.org" }], network_b: "ann" },
      { firstName: "Ben" },
    ]);
    const change = {
      emails: [{ value: "new@example.org" }],
      network_b: null,
      network_c: "ann",
      phones: [{ value: "1" }],
    };
    const overtaken = beforeCommit(accountId, () => calls.patch(contacts[0]?.id ?? "", change));
    const answer = await overtaken.calls.bulkDelete({ ids: idsOf(contacts) });
    expect(answer.body.deletedCount).toBe(2);
    expect(overtaken.commits()).toBe(2);
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
  });

  it("counts only what it removed itself", async () => {
    const { accountId, calls, contacts } = await accountOf(store, named("Ann", "Ben", "Cid"));
    const overtaken = beforeCommit(accountId, () => calls.remove(contacts[1]?.id ?? ""));
    expect((await overtaken.calls.bulkDelete({ filter: {} })).body.deletedCount).toBe(2);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0 });
  });

  it("leaves a contact that is created in between, also when it matches", async () => {
    const { accountId, calls } = await accountOf(store, named("Ann", "Ben"));
    const overtaken = beforeCommit(accountId, () => calls.create({ firstName: "Cid" }));
    expect((await overtaken.calls.bulkDelete({ filter: {} })).body.deletedCount).toBe(2);
    expect(await namesOf(store, accountId)).toEqual(["Cid"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 1 });
  });

  it("removes all of forty contacts while every transaction is overtaken by a change of one of them", async () => {
    const { accountId, calls, contacts } = await accountOf(
      store,
      Array.from({ length: 40 }, (_, n) => realisticBody(n)),
    );
    let commits = 0;
    const overtaken = watchedStore(store, async ({ name }, send) => {
      if (name === "TransactWriteCommand" && ++commits % 2 === 1) {
        const id = contacts.at(-1)?.id ?? "";
        await calls.patch(id, { emails: [{ value: `${commits}@example.org` }] }).catch(() => {});
      }
      return send();
    });
    const mine = contactCalls(overtaken, accountId, { retry: hurried });
    expect((await mine.bulkDelete({ ids: idsOf(contacts) })).body.deletedCount).toBe(40);
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ contactCount: 0, contactsByYear: { [year]: 0 } });
  });

  it("beside another of the same contacts counts each contact once", async () => {
    const { accountId, contacts } = await accountOf(
      store,
      Array.from({ length: 60 }, (_, n) => realisticBody(n)),
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => {
        const process = watchedStore(store, (_command, send) => send());
        return contactCalls(process, accountId).bulkDelete({ ids: idsOf(contacts) });
      }),
    );
    expect(answers.reduce((sum, { body }) => sum + body.deletedCount, 0)).toBe(60);
    expect([...(await itemsOf(store, accountId)).keys()].toSorted()).toEqual(["HEAD", "MYSELF"]);
  });
});

const year = String(new Date().getUTCFullYear());
/** Tries again at once. */
const hurried = { now: () => 0, random: () => 0, pause: async () => {}, patience: 1 };
