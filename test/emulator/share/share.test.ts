import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recipientsPerDay } from "../../../functions/share/operations.ts";
import { AccountClosedError, getAccountHead } from "../../../shared/account/store/account.ts";
import { deleteAccountHead } from "../../../shared/account/store/account-write.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Mailer, RawMail, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { parseShareTag, shareTag } from "../../../shared/share/store/share-lease.ts";
import { type KeyedProcess, keyedProcess } from "../../support/account/keyed.ts";
import { itemsOf } from "../../support/contact/contact-calls.ts";
import { importText, onlyContact } from "../../support/files/vcard.ts";
import { freshTable } from "../../support/process/stack.ts";
import { accountWithContact, readMail, recipients, type Sharing, sharing } from "../../support/share/shares.ts";

let store: Store;
let cache: Store;
let sharer: Sharing;
let accountId: string;
let personId: string;
let keyed: KeyedProcess;

beforeAll(async () => {
  ({ store, cache } = await freshTable());
});
beforeEach(async () => {
  sharer = sharing(store, "2026-03-10T20:00:00.000Z");
  ({ accountId, personId } = await accountWithContact(store));
  keyed = keyedProcess(cache, sharer.clock, accountId);
});

const bodyOf = (recipientEmails: string[], more: object = {}) => ({
  personId,
  recipientEmails,
  selectedFields: [],
  ...more,
});
const share = (recipientEmails: string[], more?: object) => sharer.share(accountId, bodyOf(recipientEmails, more));
/** The same request under its key. */
const retry = (recipientEmails: string[], more?: object) =>
  keyed.send({}, async () => (await share(recipientEmails, more)) as never);
const sentTo = () => sharer.mails.map(({ to }) => to);
const answering = (outcomes: Record<string, SendOutcome>) => (mail: RawMail) => outcomes[mail.to];
const done = { status: 200, body: { success: true } };

describe("each recipient", () => {
  it("gets a mail of its own, whose answer goes to the account", async () => {
    await expect(share(["ben@example.net", "eve@example.net"], { message: "Hi" })).resolves.toMatchObject(done);
    const mails = await Promise.all(sharer.mails.map(readMail));
    expect(mails.map(({ to }) => to)).toMatchObject([
      [{ address: "ben@example.net" }],
      [{ address: "eve@example.net" }],
    ]);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    for (const { raw } of sharer.mails) expect(Buffer.from(raw).toString("latin1")).not.toContain(accountId);
    for (const { from, replyTo, headers, cc, bcc, attachments, card } of mails) {
      expect([from, replyTo]).toMatchObject([
        { name: "Contacts", address: "no-reply@contacts.example" },
        [{ name: "Ann Bell", address: "ann@example.org" }],
      ]);
      expect([cc ?? [], bcc ?? []]).toEqual([[], []]);
      expect(headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
      expect(attachments).toMatchObject([{ filename: "Max Muster.vcf", mimeType: "text/vcard" }]);
      expect(onlyContact(await importText(card))).toMatchObject({
        firstName: "Max",
        lastName: "Muster",
        isValid: true,
      });
    }
  });

  it("counts once, however often and in whichever case it stands in the request", async () => {
    await share(["ben@example.net", "Ben@Example.net", "eve@example.net", "ben@EXAMPLE.NET"]);
    expect(sentTo()).toEqual(["ben@example.net", "eve@example.net"]);
    expect((await getAccountHead(store, accountId)).shares).toEqual({ day: "2026-03-10", recipients: 2 });
  });

  it("may be the account itself, which then gets no copy besides", async () => {
    await share(["ANN@example.org"], { sendCopy: true });
    expect(sentTo()).toEqual(["ANN@example.org"]);
  });
});

it("a copy goes to the account, names the recipients, and is not counted", async () => {
  await share(["ben@example.net", "eve@example.net"], { sendCopy: true });
  expect(sentTo()).toEqual(["ben@example.net", "eve@example.net", "ann@example.org"]);
  const [first, , copy] = await Promise.all(sharer.mails.map(readMail));
  expect(copy?.text).toContain("ben@example.net, eve@example.net");
  expect(first?.text).not.toContain("eve@example.net");
  expect((await getAccountHead(store, accountId)).shares?.recipients).toBe(2);
});

describe("nothing is sent or counted", () => {
  it.each([
    ["without a verified address", "address_not_verified", {}, null],
    ["without a sender", "service_unavailable", { sender: undefined }, "ann@example.org"],
  ])("%s", async (_, code, parts, email) => {
    const own = await accountWithContact(store, undefined, email);
    const body = { ...bodyOf(["ben@example.net"]), personId: own.personId };
    await expect(sharer.share(own.accountId, body, parts)).rejects.toMatchObject({ code });
    expect([sharer.mails, (await getAccountHead(store, own.accountId)).shares]).toEqual([[], null]);
  });

  it("for a contact of another account", async () => {
    const { personId: foreign } = await accountWithContact(store);
    await expect(share(["ben@example.net"], { personId: foreign })).rejects.toMatchObject({
      code: "contact_not_found",
      details: [{ path: "body.personId" }],
    });
    expect([sharer.mails, (await getAccountHead(store, accountId)).shares]).toEqual([[], null]);
  });
});

describe("an account", () => {
  it("shares with at most 50 recipients a day of UTC", async () => {
    for (let from = 0; from < recipientsPerDay; from += 10) await share(recipients(10, from));
    const refusal = { code: "rate_limit_exceeded", retryAfter: 4 * 3600 };
    await expect(share(["one.more@example.net"])).rejects.toMatchObject(refusal);
    expect(sharer.mails).toHaveLength(recipientsPerDay);
    sharer.clock.time += 4 * 3600_000;
    await expect(share(recipients(10))).resolves.toMatchObject(done);
    // The clock of another process may be behind.
    sharer.clock.time -= 4 * 3600_000;
    await share(recipients(10, 10));
    expect((await getAccountHead(store, accountId)).shares).toEqual({ day: "2026-03-11", recipients: 20 });
  });

  it("shares with no more of them by parallel requests", async () => {
    const attempts = Array.from({ length: 7 }, (_, at) => share(recipients(10, at * 10)));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(new Set(sentTo()).size).toBe(recipientsPerDay);
    expect(sharer.mails).toHaveLength(recipientsPerDay);
  });

  it("is not counted again for a retry, and a refused share counts nothing", async () => {
    for (let from = 0; from < 40; from += 10) await share(recipients(10, from));
    sharer.ses.answer = () => ({ kind: "misconfigured", code: "MessageRejected" });
    await expect(retry(recipients(9, 40))).rejects.toMatchObject({ code: "service_unavailable" });
    await expect(share(recipients(2, 60))).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    sharer.ses.answer = () => undefined;
    await expect(share(recipients(1, 60))).resolves.toMatchObject(done);
    await expect(retry(recipients(9, 40))).resolves.toMatchObject({ rendered: { statusCode: 200 } });
    expect((await getAccountHead(store, accountId)).shares?.recipients).toBe(recipientsPerDay);
  });
});

describe("a recipient that SES refuses", () => {
  const four = ["a@example.net", "b@example.net", "c@example.net", "d@example.net"];

  it("is named after the others had their mail, and a retry sends nothing more", async () => {
    sharer.ses.answer = answering({ "c@example.net": { kind: "refused", code: "MessageRejected" } });
    const refusal = { code: "validation_error", details: [{ path: "body.recipientEmails.2" }] };
    for (const _ of ["first", "retry"]) await expect(retry(four)).rejects.toMatchObject(refusal);
    expect(sentTo()).toEqual(["a@example.net", "b@example.net", "d@example.net"]);
  });

  it("is named once no other outcome is open, with the position in the request", async () => {
    const twice = ["a@example.net", ...four];
    sharer.ses.answer = answering({
      "b@example.net": { kind: "refused", code: "MessageRejected" },
      "d@example.net": { kind: "throttled", limit: "quota" },
    });
    await expect(retry(twice, { sendCopy: true })).rejects.toMatchObject({ code: "service_unavailable" });
    sharer.ses.answer = answering({ "ann@example.org": { kind: "refused", code: "MessageRejected" } });
    await expect(retry(twice, { sendCopy: true })).rejects.toMatchObject({
      details: [{ path: "body.recipientEmails.2" }, { path: "body.sendCopy" }],
    });
    expect(sentTo()).toEqual(["a@example.net", "c@example.net", "d@example.net"]);
  });
});

it("ten recipients and a copy fit into a request at the rate of SES's sandbox", async () => {
  sharer.ses.answer = () => {
    sharer.clock.time += 300;
    return undefined;
  };
  const begun = sharer.clock.time;
  await sharer.share(accountId, bodyOf(recipients(10), { sendCopy: true }), { perSecond: 1 });
  expect(sharer.mails).toHaveLength(11);
  expect(sharer.clock.time - begun).toBeGreaterThan(9_000);
});

describe("while SES throttles", () => {
  it("mails are sent more slowly, each once", async () => {
    const throttled = new Set<string>();
    sharer.ses.answer = ({ to }) => {
      if (throttled.has(to)) return undefined;
      throttled.add(to);
      return { kind: "throttled", limit: "rate" };
    };
    await expect(share(recipients(10))).resolves.toMatchObject(done);
    expect(sentTo()).toEqual(recipients(10));
  });

  it("until the time of the request is over, a retry sends the rest", async () => {
    const begun = sharer.clock.time;
    sharer.ses.answer = ({ to }) => (to > "r3" ? { kind: "throttled", limit: "rate" } : undefined);
    await expect(retry(recipients(10))).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 5 });
    expect(sharer.clock.time - begun).toBeLessThan(28_000);
    expect(sentTo()).toEqual(recipients(3));
    sharer.ses.answer = () => undefined;
    await retry(recipients(10));
    expect(sentTo()).toEqual(recipients(10));
  });

  it.each<[string, SendOutcome]>([
    ["its daily quota is used up", { kind: "throttled", limit: "quota" }],
    ["the deployment may not send", { kind: "misconfigured", code: "MessageRejected" }],
  ])("because %s, no further mail is tried", async (_, outcome) => {
    let asked = 0;
    sharer.ses.answer = () => {
      asked++;
      return outcome;
    };
    await expect(retry(recipients(10))).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 600 });
    expect(asked).toBe(1);
    sharer.ses.answer = () => undefined;
    await retry(recipients(10));
    expect(sentTo()).toEqual(recipients(10));
  });
});

describe("an answer of SES that was lost", () => {
  const two = ["a@example.net", "b@example.net"];

  beforeEach(async () => {
    sharer.ses.losesAnswers = true;
    await expect(retry(two)).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 30 });
    sharer.ses.losesAnswers = false;
    expect(sentTo()).toEqual(two);
  });

  it.each(["Send", "Delivery", "Bounce"])("is known by an event of type %s, so a retry sends nothing", async (type) => {
    await expect(retry(two)).rejects.toMatchObject({ code: "service_unavailable" });
    for (const mail of sharer.mails) await sharer.reportEvent(mail, type, { bounce: { bounceType: "Permanent" } });
    await expect(retry(two)).resolves.toMatchObject({ rendered: { statusCode: 200 } });
    expect(sentTo()).toEqual(two);
  });

  it("leads to another mail only after 15 minutes without an event", async () => {
    const [first] = sharer.mails;
    if (first) await sharer.reportEvent(first, "Send");
    sharer.clock.time += 14 * 60_000;
    await expect(retry(two)).rejects.toMatchObject({ code: "service_unavailable" });
    sharer.clock.time += 60_000;
    await expect(retry(two)).resolves.toMatchObject({ rendered: { statusCode: 200 } });
    expect(sentTo()).toEqual([...two, "b@example.net"]);
  });
});

it("of two attempts at once, one is refused, and one that takes over sends nothing that the other may have sent", async () => {
  let finish: (() => void) | undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const isSending = new Promise<void>((resolve) => {
    sharer.ses.answer = () => void resolve();
  });
  const slow: Mailer = {
    send: async (mail) => {
      sharer.ses.answer(mail);
      await isFinished;
      return { kind: "accepted", messageId: "m-1" };
    },
  };
  const body = bodyOf(["a@example.net", "b@example.net"]);
  const first = keyed.send({}, async () => (await sharer.share(accountId, body, { mailer: slow })) as never);
  await isSending;
  await expect(retry(body.recipientEmails)).rejects.toMatchObject({ code: "idempotency_conflict" });
  sharer.clock.time += 29_000;
  await expect(retry(body.recipientEmails)).rejects.toMatchObject({ code: "service_unavailable" });
  expect(sentTo()).toEqual(["b@example.net"]);
  finish?.();
  await expect(first).rejects.toMatchObject({ code: "service_unavailable" });
  await expect(retry(body.recipientEmails)).resolves.toMatchObject({ rendered: { statusCode: 200 } });
  expect(sentTo()).toEqual(["b@example.net"]);
});

it("an account that is closed meanwhile sends no more mail", async () => {
  const { send } = sharer.mailer;
  const mailer: Mailer = {
    send: async (mail) => {
      await deleteAccountHead(store, accountId, async () => []);
      return send(mail);
    },
  };
  await expect(sharer.share(accountId, bodyOf(recipients(3)), { mailer })).rejects.toBeInstanceOf(AccountClosedError);
  expect(sentTo()).toEqual(recipients(1));
});

it("requests without a key stand alone", async () => {
  for (const _ of [1, 2]) await share(["ben@example.net"]);
  expect(sentTo()).toEqual(["ben@example.net", "ben@example.net"]);
  expect(new Set(sharer.mails.map(({ tags }) => tags.lease)).size).toBe(2);
});

describe("a shared mail", () => {
  it.each([
    ["bounced", "Bounce", { bounce: { bounceType: "Permanent", bouncedRecipients: [] } }],
    ["complained", "Complaint", { complaint: {} }],
    ["rejected", "Reject", {}],
  ])(
    "that is %s, even to the account's own address, changes nothing, and is logged without it",
    async (fault, type, more) => {
      await share(["ann@example.org"]);
      const before = await itemsOf(store, accountId);
      const [mail] = sharer.mails;
      if (mail) await sharer.reportEvent(mail, type, more);
      expect(await itemsOf(store, accountId)).toEqual(before);
      expect(sharer.lines).toMatchObject([{ level: "warn", event: `share.${fault}`, accountId }]);
      expect(JSON.stringify(sharer.lines)).not.toContain("@");
    },
  );

  it("leaves no address, message or name in the log or in the table", async () => {
    const four = ["a@example.net", "b@example.net"];
    sharer.ses.answer = answering({ "a@example.net": { kind: "refused", code: "MessageRejected" } });
    await expect(share(four, { message: "Secret words" })).rejects.toMatchObject({ code: "validation_error" });
    expect(sharer.lines).toMatchObject([{ event: "share.refused", accountId }]);
    const stored = JSON.stringify([sharer.lines, ...(await itemsOf(store, accountId))]);
    expect(stored).not.toMatch(/example\.net|Secret/);
  });

  it("has a tag that SES takes, and that names its lease", () => {
    const name = { accountId, shareId: personId, number: 10 };
    expect(shareTag(name)).toMatch(/^[\w-]{1,256}$/);
    expect(parseShareTag(shareTag(name))).toEqual(name);
    for (const text of ["", accountId, `${accountId}_2026-03-10_1`, `${shareTag(name)}0`]) {
      expect(parseShareTag(text)).toBe(undefined);
    }
  });
});
