import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { createAddressFollower } from "../../../functions/account/follow-address.ts";
import { accountOperations } from "../../../functions/account/operations.ts";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { Session } from "../../../shared/auth/session-token.ts";
import { unavailable } from "../../../shared/platform/http/errors.ts";
import { mailStatusOf, planSettings, type Settings } from "../../../shared/reminder/account-settings.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { memoryAccountFiles } from "../../support/process/account-files.ts";
import { sessionInput } from "../../support/process/operation-input.ts";
import { freshTable } from "../../support/process/stack.ts";
import { accountWith, dueEntriesOf, expectDatesInStep } from "../../support/reminder/due-accounts.ts";

const { store } = await freshTable();

const now = new Date("2026-03-01T10:00:00.000Z");
const bounced = { mailFault: { state: "bounced", at: "2026-02-01T00:00:00.000Z" } } as const;

/** An account with a birthday whose reminder is due on 13 March. */
async function start(settings: Partial<AccountHead> = {}) {
  const accountId = await accountWith(store, settings);
  const importantDates = [{ type: "birthday", date: "1990-03-20", notifyDaysBefore: 7 }];
  await contactCalls(store, accountId, { now: () => now }).create({ firstName: "Ann", importantDates });
  const change = async (wanted: Partial<Settings>) =>
    (await writeAccount(store, accountId, (head) => planSettings(store, head, wanted, now))).result;
  const entries = () => dueEntriesOf(store, accountId);
  return { accountId, change, entries };
}

describe("a change of settings", () => {
  it("moves the account's entry in the due index, earlier and later, in the same transaction", async () => {
    const { accountId, change, entries } = await start();
    expect(await entries()).toEqual(["2026-03-13T08:00:00.000Z"]);
    const steps: [Partial<Settings>, string[]][] = [
      [{ timezone: "Asia/Tokyo" }, ["2026-03-12T23:00:00.000Z"]],
      [{ timezone: "America/New_York" }, ["2026-03-13T12:00:00.000Z"]],
      [{ reminderSendTime: "23:59" }, ["2026-03-14T03:59:00.000Z"]],
      [{ remindersEnabled: false }, []],
      [{ timezone: "UTC", reminderSendTime: "00:00" }, []],
      [{ remindersEnabled: true }, ["2026-03-13T00:00:00.000Z"]],
    ];
    for (const [wanted, due] of steps) {
      const { txid } = await getAccountHead(store, accountId);
      const head = await change(wanted);
      expect(head).toMatchObject(wanted);
      expect(await entries(), JSON.stringify(wanted)).toEqual(due);
      expect(await getAccountHead(store, accountId)).toMatchObject({ txid: txid + 1, dueAt: due[0] ?? null });
      await expectDatesInStep(store, accountId, now);
    }
  });

  it("writes nothing if it changes nothing", async () => {
    const { accountId, change } = await start({ timezone: "Europe/Prague", ...bounced });
    const before = await getAccountHead(store, accountId);
    await change({});
    await change({ timezone: "Europe/Prague", language: "en", leapDay: "feb28", reminderSendTime: "08:00" });
    // The value is sent back as it was read, so mails are not tried again.
    await change({ remindersEnabled: true, language: "en" });
    expect(await getAccountHead(store, accountId)).toEqual(before);
  });

  it("tries mails again after reminders were turned off and on", async () => {
    const { change, entries } = await start(bounced);
    expect(await entries()).toEqual([]);
    expect(mailStatusOf(await change({ remindersEnabled: false }))).toBe("bounced");
    expect(mailStatusOf(await change({ remindersEnabled: true }))).toBe("ok");
    expect(await entries()).toEqual(["2026-03-13T08:00:00.000Z"]);
  });
});

describe("`remindersEnabled: true` after a bounce", () => {
  it("tries mails again if it is the only setting, beside undefined ones", async () => {
    for (const more of [{}, { language: undefined }]) {
      const { change, entries } = await start(bounced);
      const head = await change({ remindersEnabled: true, ...(more as object) });
      expect(mailStatusOf(head)).toBe("ok");
      expect(await entries()).toEqual(["2026-03-13T08:00:00.000Z"]);
    }
  });

  it("changes nothing among all settings, and other settings change nothing", async () => {
    const { change, entries } = await start(bounced);
    const whole = { timezone: "UTC", language: "en", reminderSendTime: "08:00", leapDay: "feb28" } as const;
    expect(mailStatusOf(await change({ ...whole, remindersEnabled: true }))).toBe("bounced");
    expect(mailStatusOf(await change({ ...whole, timezone: "Asia/Tokyo", remindersEnabled: true }))).toBe("bounced");
    expect(mailStatusOf(await change({ language: "cs" }))).toBe("bounced");
    expect(mailStatusOf(await change({ remindersEnabled: false }))).toBe("bounced");
    expect(await entries()).toEqual([]);
  });
});

describe("the name of an account", () => {
  const unused = async () => expect.fail("unused");
  const answered = async (accountId: string, name?: string) => {
    const closing = { files: memoryAccountFiles(), newId: () => "", log: () => {} };
    const mailing = { sendsMail: true, unsubscribeUrl: unused };
    const common = { store, now: () => now, avatarUrls: unused, randomBytes, followAddress: async () => {} };
    const parts = { ...common, ...closing, ...mailing };
    const operations = accountOperations(parts);
    const call = sessionInput(accountId);
    if (name !== undefined) await operations.patchAccount({ ...call, body: { name } });
    return (await operations.getAccount(call)).body;
  };

  it("is that of the owner's contact until another is set", async () => {
    const { accountId } = await start();
    expect(await answered(accountId)).toMatchObject({ id: accountId, email: "ann@example.org", name: "Me" });
    await contactCalls(store, accountId).patch(accountId, { firstName: "Ann", lastName: "Bo" });
    expect(await answered(accountId)).toMatchObject({ name: "Ann Bo" });
    expect(await answered(accountId, "A.")).toMatchObject({ name: "A." });
  });
});

describe("the status of mails", () => {
  it("follows from address and fault", () => {
    const at = "2026-02-01T00:00:00.000Z";
    expect(mailStatusOf({ email: null, mailFault: null })).toBe("unverified");
    expect(mailStatusOf({ email: "a@example.org", mailFault: null })).toBe("ok");
    for (const state of ["refused", "bounced", "complained"] as const) {
      expect(mailStatusOf({ email: "a@example.org", mailFault: { state, at } })).toBe(state);
    }
  });
});

describe("the address of an account", () => {
  const follower = (accountId: string, claims: object, fetchInfo: typeof fetch = vi.fn(), expiresAt = 1) => {
    const userInfoUri = "https://i.example/userinfo";
    const issuer = {
      issuer: "https://i.example",
      jwksUri: "https://i.example/k",
      clientIds: ["c"],
      own: true,
      userInfoUri,
    };
    const session: Session = {
      accountId,
      subject: "s",
      expiresAt,
      issuedAt: 0,
      issuer,
      claims: { sub: "s", ...claims },
    };
    const log = vi.fn();
    const verifyToken = async (token: string) => (token === "good" ? session : undefined);
    return { follow: createAddressFollower({ store, verifyToken, now: () => now, log, fetchInfo }), log };
  };
  const claimsOf = (email: string, email_verified: unknown = true) => ({ name: "Ann", email, email_verified });
  const emailOf = async (accountId: string) => (await getAccountHead(store, accountId)).email;

  it("follows the verified address of a token, and the fault of the old address is cleared", async () => {
    const { accountId, entries } = await start(bounced);
    await follower(accountId, claimsOf("new@example.org", false)).follow("good");
    await follower(accountId, claimsOf("no address")).follow("good");
    await follower(accountId, claimsOf("new@example.org")).follow("bad");
    expect(await emailOf(accountId)).toBe("ann@example.org");
    await follower(accountId, claimsOf("new@example.org")).follow("good");
    expect(await getAccountHead(store, accountId)).toMatchObject({ email: "new@example.org", mailFault: null });
    expect(await entries()).toEqual(["2026-03-13T08:00:00.000Z"]);
  });

  it("keeps its fault if it does not change", async () => {
    const { accountId } = await start(bounced);
    const before = await getAccountHead(store, accountId);
    await follower(accountId, claimsOf("ann@example.org")).follow("good");
    expect(await getAccountHead(store, accountId)).toEqual(before);
  });

  it("comes from userinfo, once for each token, if the token has no address", async () => {
    const { accountId } = await start();
    const asked = vi.fn(async () => Response.json({ sub: "s", ...claimsOf("new@example.org", "true") }));
    const { follow } = follower(accountId, {}, asked as unknown as typeof fetch);
    await follow("good");
    await follow("good");
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await emailOf(accountId)).toBe("new@example.org");
  });

  it("stays if the issuer can't be reached, which the next request tries again", async () => {
    const { accountId } = await start();
    const answers = [
      () => Promise.reject(unavailable()),
      async () => Response.json({ sub: "s", ...claimsOf("new@example.org") }),
    ];
    const { follow, log } = follower(accountId, {}, (() => answers.shift()?.()) as unknown as typeof fetch);
    await follow("good");
    expect(await emailOf(accountId)).toBe("ann@example.org");
    expect(log.mock.calls).toEqual([[expect.objectContaining({ level: "warn", event: "address.notFollowed" })]]);
    expect(JSON.stringify(log.mock.calls)).not.toContain("example.org");
    await follow("good");
    expect(await emailOf(accountId)).toBe("new@example.org");
  });

  it("can belong to a missing account, which is only logged", async () => {
    const { follow, log } = follower(randomUUID(), claimsOf("new@example.org"));
    await follow("good");
    expect(log).toHaveBeenCalledOnce();
  });
});
