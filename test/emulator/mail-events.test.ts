/** What SES tells of mails: in any order, twice, late, and by people who make things up. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { takeMailEvent } from "../../functions/mail-events/operations.ts";
import type { Mailer } from "../../shared/mail/ses.ts";
import { type AccountHead, getAccountHead } from "../../shared/table/account.ts";
import { writeAccount } from "../../shared/table/account-write.ts";
import { claimTag, parseClaimTag } from "../../shared/table/claim-name.ts";
import { claimMail, findLastClaim } from "../../shared/table/mail-claim.ts";
import type { Store } from "../../shared/table/store.ts";
import { itemsOf } from "../support/contact-calls.ts";
import { dueEntriesOf } from "../support/due-accounts.ts";
import { accountWithDates, mailEvent, reminderSender, type Sender, type SentMail } from "../support/reminders.ts";
import { freshTable } from "../support/stack.ts";

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

describe("a mail whose sender does not know of it", () => {
  const silent: Mailer = {
    send: async (sent) => {
      sender.mails.push({ ...sent, messageId: "m-1", at: sender.now() });
      return { kind: "unknown", code: "TimeoutError" };
    },
  };

  beforeEach(async () => {
    await sender.run({ mailer: silent });
    [mail] = sender.mails as [SentMail];
    expect(await findLastClaim(store, accountId)).toMatchObject({ state: "claimed" });
  });

  it.each([
    ["Send", { send: {} }],
    ["Delivery", { delivery: {} }],
    ["DeliveryDelay", { deliveryDelay: {} }],
    ["Bounce", { bounce: { ...soft, bouncedRecipients: [] } }],
  ])("is accepted by an event of type %s, and settled by the next run", async (type, more) => {
    await sender.tell(mail, type, more);
    expect(await findLastClaim(store, accountId)).toMatchObject({
      state: "accepted",
      acceptedAt: mail.at.toISOString(),
      fault: null,
    });
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    expect(await findLastClaim(store, accountId)).toMatchObject({ state: "settled" });
    expect(await getAccountHead(store, accountId)).toMatchObject({
      mailFault: null,
      dueAt: "2027-03-10T08:00:00.000Z",
    });
  });

  it.each([
    ["bounced", "Bounce", { bounce: { ...hard, bouncedRecipients: [{ emailAddress: "Ann@example.org" }] } }, "bounced"],
    ["complained of", "Complaint", { complaint: { complainedRecipients: [] } }, "complained"],
    ["rejected", "Reject", { reject: { reason: "Bad content" } }, "refused"],
  ])("that is %s shows in the account, and is settled", async (_, type, more, state) => {
    await sender.tell(mail, type, more);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: { state } });
    sender.pass(60);
    await sender.run();
    expect(sender.mails).toHaveLength(1);
    expect(await findLastClaim(store, accountId)).toMatchObject({ state: "settled" });
    expect(await dueEntriesOf(store, accountId)).toEqual([]);
  });
});

describe("a mail that was sent", () => {
  const bounce = { bounce: { ...hard, bouncedRecipients: [{ emailAddress: "ann@example.org" }] } };

  beforeEach(async () => {
    await sender.run();
    [mail] = sender.mails as [SentMail];
  });

  it("stays as it is, whatever says that it was", async () => {
    const before = await itemsOf(store, accountId);
    for (const type of ["Delivery", "Send", "Send"]) await sender.tell(mail, type);
    await sender.tell(mail, "Bounce", { bounce: { ...soft, bouncedRecipients: [] } });
    expect(await itemsOf(store, accountId)).toEqual(before);
    expect(sender.lines.at(-1)).toMatchObject({ event: "mail.softBounce", subType: "MailboxFull" });
  });

  it("is told of once for the alarm, however often its bounce comes", async () => {
    await sender.tell(mail, "Bounce", bounce);
    const before = await itemsOf(store, accountId);
    await sender.tell(mail, "Bounce", bounce);
    await sender.tell(mail, "Send");
    expect(await itemsOf(store, accountId)).toEqual(before);
    expect(sender.lines.filter(({ event }) => event === "mail.bounced")).toHaveLength(1);
  });

  it("the worst that was told stays, in any order", async () => {
    await sender.tell(mail, "Complaint", { complaint: {} });
    await sender.tell(mail, "Bounce", bounce);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: { state: "complained" } });
    expect(await findLastClaim(store, accountId)).toMatchObject({ fault: "complained" });
  });

  it("a bounce of an address that is no longer the account's changes nothing for it", async () => {
    await change({ email: "new@example.org" });
    await sender.tell(mail, "Bounce", bounce);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: null });
    expect(await findLastClaim(store, accountId)).toMatchObject({ fault: "bounced" });
  });

  it("a bounce that comes again does not undo that somebody turned reminders on again", async () => {
    await sender.tell(mail, "Bounce", bounce);
    await change({ mailFault: null });
    await sender.tell(mail, "Bounce", bounce);
    expect(await getAccountHead(store, accountId)).toMatchObject({ mailFault: null });
  });
});

describe("events that are passed over", () => {
  it("are those of other mails, other types, accounts that are gone, and whatever cannot be read", async () => {
    await sender.run();
    [mail] = sender.mails as [SentMail];
    const before = await itemsOf(store, accountId);
    const bounce = { bounce: { ...hard, bouncedRecipients: [{ emailAddress: "ann@example.org" }] } };
    const stranger = { claim: `0195561e-5a00-4000-8000-00000000000f_2026-03-10_1` };
    await sender.tell({ ...mail, tags: stranger }, "Send");
    await sender.tell({ ...mail, tags: stranger }, "Bounce", bounce);
    for (const tags of [
      {},
      { claim: "" },
      { claim: `${accountId}_2026-02-30_1` },
      { claim: `${accountId}_2026-03-10_0` },
    ]) {
      await sender.tell({ ...mail, tags: tags as Record<string, string> }, "Bounce", bounce);
    }
    await sender.tell(mail, "Click");
    expect(await itemsOf(store, accountId)).toEqual(before);
    expect(sender.lines.slice(-5).map(({ reason }) => reason)).toEqual([...Array(4).fill("no claim"), "unknown type"]);
  });

  it("whatever is made up, nothing fails and nothing of it is logged", async () => {
    const detail = mailEvent(
      { from: "a@b.c", to: "ann@example.org", raw: Buffer.from(""), tags: {}, messageId: "m", at: sender.now() },
      "Send",
    );
    const anything = fc.oneof(
      fc.anything(),
      fc.record({ ...Object.fromEntries(Object.keys(detail).map((key) => [key, fc.anything()])) }),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (made) => {
        const lines: unknown[] = [];
        await takeMailEvent({ store, now: sender.now, log: (line) => lines.push(line) }, made, "event");
        expect(lines).toEqual([
          { level: "warn", event: "mail.eventPassedOver", requestId: "event", reason: "malformed" },
        ]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("claims", () => {
  it("a tag names its claim, and keeps to what SES allows", () => {
    const name = { accountId, day: "2026-03-10", number: 12 };
    expect(claimTag(name)).toMatch(/^[\w-]{1,256}$/);
    expect(parseClaimTag(claimTag(name))).toEqual(name);
  });

  it("the last of a day is found by its number", async () => {
    const occurrences = [{ contactId: "c", dateId: "d", occurrence: "2026-03-10" }];
    for (const number of [2, 1, 11, 9]) {
      expect(await claimMail(store, { accountId, day: "2026-03-10", number }, occurrences, sender.now())).toBeDefined();
    }
    expect(await claimMail(store, { accountId, day: "2026-03-10", number: 9 }, occurrences, sender.now())).toBe(
      undefined,
    );
    expect(await findLastClaim(store, accountId)).toMatchObject({ day: "2026-03-10", number: 11, occurrences });
  });
});

async function change(some: Partial<AccountHead>): Promise<void> {
  await writeAccount(store, accountId, (head) => ({ actions: [], head: { ...head, ...some }, result: undefined }));
}
