/** Sharing with an idempotency key by a process that dies at each of its writes, and retries until it succeeds. */
import { beforeAll, describe, expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { keyedProcess } from "../../support/account/keyed.ts";
import { KilledProcess } from "../../support/process/killed-process.ts";
import { freshTable } from "../../support/process/stack.ts";
import { accountWithContact, recipients, type Sharing, sharing } from "../../support/share/shares.ts";

let store: Store;
let cache: Store;
let writes: string[];

const to = recipients(3);

beforeAll(async () => {
  ({ store, cache } = await freshTable());
  const { killed, sharer } = await runKilledAfter(Number.POSITIVE_INFINITY);
  expect(sharer.mails).toHaveLength(to.length);
  ({ writes } = killed);
});

it("a share needs one transaction, and for each mail a lease and its result, besides the idempotency key", () => {
  const mail = ["PutCommand", "send", "UpdateCommand"];
  expect(writes).toEqual(["PutCommand", "TransactWriteCommand", ...mail, ...mail, ...mail, "UpdateCommand"]);
});

describe("killed after each of its writes", () => {
  it("every recipient gets one mail if its event is delivered", async () => {
    for (let last = 1; last <= writes.length; last++) {
      const { sharer, retry, accountId } = await runKilledAfter(last);
      for (const mail of sharer.mails) await sharer.reportEvent(mail, "Send");
      // A mail that was not handed over has no event, so it waits.
      if (writes[last - 1] === "PutCommand" && last > 1) {
        await expect(retry()).rejects.toMatchObject({ code: "service_unavailable" });
        sharer.clock.time += 15 * 60_000;
      }
      await retry();
      expect(sharer.mails.map((mail) => mail.to).toSorted(), `after ${last}`).toEqual(to);
      expect((await getAccountHead(store, accountId)).shares?.recipients).toBe(to.length);
    }
  });

  it("a recipient gets two mails only if the event is lost and the acceptance was not recorded", async () => {
    const twice: number[] = [];
    for (let last = 1; last <= writes.length; last++) {
      const { sharer, retry } = await runKilledAfter(last);
      for (let minutes = 0; minutes < 15; minutes += 5) {
        await retry().catch((error) => expect(error).toMatchObject({ code: "service_unavailable" }));
        expect(new Set(sharer.mails.map((mail) => mail.to)).size).toBe(sharer.mails.length);
        sharer.clock.time += 5 * 60_000;
      }
      await retry();
      expect([...new Set(sharer.mails.map((mail) => mail.to))].toSorted(), `after ${last}`).toEqual(to);
      if (sharer.mails.length > to.length) twice.push(last);
    }
    expect(twice).toEqual(writes.flatMap((name, index) => (name === "send" ? [index + 1] : [])));
  });
});

interface KilledShare {
  sharer: Sharing;
  accountId: string;
  killed: KilledProcess;
  /** Repeats the request after its first attempt has certainly ended. */
  retry: () => Promise<unknown>;
}

async function runKilledAfter(last: number): Promise<KilledShare> {
  const sharer = sharing(store, "2026-03-10T08:00:00.000Z");
  const { accountId, personId } = await accountWithContact(store);
  const body = { personId, recipientEmails: to, selectedFields: [] };
  const killed = new KilledProcess(last);
  const mailer = {
    send: (mail: Parameters<typeof send>[0]) => killed.call("send", () => send(mail)),
  };
  const send = sharer.mailer.send;
  const parts = { store: killed.storeOf(store), mailer };
  const dying = keyedProcess(killed.storeOf(cache), sharer.clock, accountId);
  const request = async (some = {}) => (await sharer.share(accountId, body, some)) as never;
  await dying.send({}, () => request(parts)).catch(() => {});
  sharer.clock.time += 29_000;
  const retry = () => keyedProcess(cache, sharer.clock, accountId).send({}, () => request());
  return { sharer, accountId, killed, retry };
}
