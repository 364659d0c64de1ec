import { beforeEach, describe, expect, it } from "vitest";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { acceptLease, releaseLease, renewLease } from "../../../shared/platform/mail/lease.ts";
import type { Mailer } from "../../../shared/platform/mail/ses.ts";
import { leaseTag, parseLeaseTag } from "../../../shared/reminder/store/lease-name.ts";
import { findLastLease, leaseKey, leaseMail, type MailLease } from "../../../shared/reminder/store/mail-lease.ts";
import { itemsOf } from "../../support/contact/contact-calls.ts";
import { freshTable } from "../../support/process/stack.ts";
import { dueEntriesOf } from "../../support/reminder/due-accounts.ts";
import { accountWithDates, reminderSender, type Sender, type SentMail } from "../../support/reminder/reminders.ts";

let store: Store;
let sender: Sender;
let accountId: string;
let mail: SentMail;

const hard = { bounceType: "Permanent", bounceSubType: "General" };
const soft = { bounceType: "Transient", bounceSubType: "MailboxFull" };

beforeEach(async () => {
  ({ store } = await freshTable());
  sender = reminderSender(store, "2026-03-10T07:30:00.000Z");
  const dates = [{ date: "1990-03-12", notifyDaysBefore: 2 }];
  ({ accountId } = await accountWithDates(sender, { email: "Ann@Example.org" }, dates));
  sender.pass(60);
});

describe("a mail with an unknown result", () => {
  const silent: Mailer = {
    send: async (sent) => {
      sender.mails.push({ ...sent, messageId: "m-1", at: sender.now() });
      return { kind: "unknown", code: "TimeoutError" };
    },
  };

  beforeEach(async () => {
    await sender.run({ mailer: silent });
    [mail] = sender.mails as [SentMail];
    expect(await findLastLease(store, accountId)).toMatchObject({ state: "leased" });
  });

  it.each([
    ["Send", { send: {} }],
    ["Delivery", { delivery: {} }],
    ["DeliveryDelay", { deliveryDelay: {} }],
    ["Bounce", { bounce: { ...soft, bouncedRecipients: [] } }],
  ])("is accepted by an event of type %s, and its lease is done by the next run", async (type, more) => {
    await sender.reportEvent(mail, type, more);
    expect(await findLastLease(store, accountId)).toMatchObject({
      state: "accepted",
      acceptedAt: mail.at.toISOString(),
      fault: null,
    });
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    expect(await findLastLease(store, accountId)).toMatchObject({ state: "done" });
    expect(await getAccountHead(store, accountId)).toMatchObject({
      mailFault: null,
      dueAt: "2027-03-10T08:00:00.000Z",
    });
  });

  it.each([
    ["bounced", "Bounce", { bounce: { ...hard, bouncedRecipients: [{ emailAddress: "Ann@example.org" }] } }, "bounced"],
    ["complained of", "Complaint", { complaint: { complainedRecipients: [] } }, "complained"],
    ["rejected", "Reject", { reject: { reason: "Bad content" } }, "refused"],
  ])("that is %s sets the account's fault, and its lease is done", async (_, type, more, state) => {
    await sender.reportEvent(mail, type, more);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: { state } });
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    expect(await findLastLease(store, accountId)).toMatchObject({ state: "done" });
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
  });
});

describe("a mail that was sent", () => {
  const bounce = { bounce: { ...hard, bouncedRecipients: [{ emailAddress: "ann@example.org" }] } };

  beforeEach(async () => {
    await sender.run();
    [mail] = sender.mails as [SentMail];
  });

  it("is not changed by further events", async () => {
    const before = await itemsOf(store, accountId);
    for (const type of ["Delivery", "Send", "Send"]) await sender.reportEvent(mail, type);
    await sender.reportEvent(mail, "Bounce", { bounce: { ...soft, bouncedRecipients: [] } });
    expect(await itemsOf(store, accountId)).toEqual(before);
    expect(sender.lines.at(-1)).toMatchObject({ event: "mail.softBounce", subType: "MailboxFull" });
  });

  it("is logged once, however often its bounce is reported", async () => {
    await sender.reportEvent(mail, "Bounce", bounce);
    const before = await itemsOf(store, accountId);
    await sender.reportEvent(mail, "Bounce", bounce);
    await sender.reportEvent(mail, "Send");
    expect(await itemsOf(store, accountId)).toEqual(before);
    expect(sender.lines.filter(({ event }) => event === "mail.bounced")).toHaveLength(1);
  });

  it("keeps the worst fault, in any order of events", async () => {
    await sender.reportEvent(mail, "Complaint", { complaint: {} });
    await sender.reportEvent(mail, "Bounce", bounce);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: { state: "complained" } });
    expect(await findLastLease(store, accountId)).toMatchObject({ fault: "complained" });
  });

  it("a bounce of an address that is no longer the account's changes nothing for it", async () => {
    await change({ email: "new@example.org" });
    await sender.reportEvent(mail, "Bounce", bounce);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: null });
    expect(await findLastLease(store, accountId)).toMatchObject({ fault: "bounced" });
  });

  it("a repeated bounce does not undo that reminders were turned on again", async () => {
    await sender.reportEvent(mail, "Bounce", bounce);
    await change({ mailFault: null });
    await sender.reportEvent(mail, "Bounce", bounce);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: null });
  });
});

describe("ignored events", () => {
  it("are those of other mails, other types and missing accounts, and malformed ones", async () => {
    await sender.run();
    [mail] = sender.mails as [SentMail];
    const before = await itemsOf(store, accountId);
    const bounce = { bounce: { ...hard, bouncedRecipients: [{ emailAddress: "ann@example.org" }] } };
    const stranger = { lease: `0195561e-5a00-4000-8000-00000000000f_2026-03-10_1` };
    await sender.reportEvent({ ...mail, tags: stranger }, "Send");
    await sender.reportEvent({ ...mail, tags: stranger }, "Bounce", bounce);
    for (const tags of [
      {},
      { lease: "" },
      { lease: `${accountId}_2026-02-30_1` },
      { lease: `${accountId}_2026-03-10_0` },
    ]) {
      await sender.reportEvent({ ...mail, tags: tags as Record<string, string> }, "Bounce", bounce);
    }
    await sender.reportEvent(mail, "Click");
    expect(await itemsOf(store, accountId)).toEqual(before);
    expect(sender.lines.slice(-5).map(({ reason }) => reason)).toEqual([...Array(4).fill("no lease"), "unknown type"]);
  });
});

describe("leases", () => {
  it("a tag names its lease with characters that SES allows", () => {
    const name = { accountId, day: "2026-03-10", number: 12 };
    expect(leaseTag(name)).toMatch(/^[\w-]{1,256}$/);
    expect(parseLeaseTag(leaseTag(name))).toEqual(name);
  });

  const occurrences = [{ contactId: "c", dateId: "d", occurrence: "2026-03-10" }];
  const content = { occurrences, positions: null };
  const read = { keepTxid: 0, keptInTouchUntil: "" };

  it("only one of two runs renews a lease, and only the last attempt releases it", async () => {
    const name = { accountId, day: "2026-03-10", number: 1 };
    const key = leaseKey(name);
    const now = sender.now();
    const first = (await leaseMail(store, name, content, { read, now })) as MailLease;
    const second = (await renewLease(store, key, first, now)) as MailLease;
    expect(second).toMatchObject({ state: "leased", attempts: 2 });
    expect(await renewLease(store, key, first, now)).toBe(undefined);
    expect(await releaseLease(store, key, first)).toBe(false);
    expect(await releaseLease(store, key, second)).toBe(true);
    expect(await acceptLease(store, key, now.toISOString(), "m-1")).toBe(true);
    // An event was faster than the run that has read the released lease.
    expect(await renewLease(store, key, { ...second, state: "released" }, now)).toBe(undefined);
    expect(await findLastLease(store, accountId)).toMatchObject({ state: "accepted", attempts: 2 });
  });

  it("the last of a day is found by its number", async () => {
    for (const number of [2, 1, 11, 9]) {
      expect(
        await leaseMail(store, { accountId, day: "2026-03-10", number }, content, { read, now: sender.now() }),
      ).toBeDefined();
    }
    expect(
      await leaseMail(store, { accountId, day: "2026-03-10", number: 9 }, content, { read, now: sender.now() }),
    ).toBe(undefined);
    expect(await findLastLease(store, accountId)).toMatchObject({ day: "2026-03-10", number: 11, occurrences });
  });
});

async function change(some: Partial<AccountHead>): Promise<void> {
  await writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, ...some }, result: undefined }));
}
