/** The route of the next reminder mails: why none goes, what it refuses, mails with an unknown result, and long lists. */
import { beforeEach, describe, expect, it } from "vitest";
import type { AccountHead } from "../../../shared/account/store/account.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { acceptLease } from "../../../shared/platform/mail/lease.ts";
import type { SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { findLastLease, leaseKey } from "../../../shared/reminder/store/mail-lease.ts";
import { freshTable } from "../../support/process/stack.ts";
import { forecastCalls } from "../../support/reminder/forecasts.ts";
import { accountWithDates, reminderSender, type Sender } from "../../support/reminder/reminders.ts";

let store: Store;
let sender: Sender;
let answers: SendOutcome[];

beforeEach(async () => {
  ({ store } = await freshTable());
  answers = [];
  sender = reminderSender(store, "2026-03-10T08:30:00.000Z", () => answers.shift());
});

const soon = { date: "1990-03-12", notifyDaysBefore: 2 };
const nobody = { sendAt: null, subject: null, text: null, dates: [], dateCount: 0, due: [], dueCount: 0 };
/** The end is five years from the moment of the tests. */
const [begin, end] = ["2026-03-11T00:00:00.000Z", "2031-03-10T08:30:00.000Z"];

describe("the reason why no mail will go", () => {
  it.each<[string, Partial<AccountHead>, boolean?]>([
    ["not_configured", {}, false],
    ["reminders_off", { remindersEnabled: false }],
    ["unverified", { email: null }],
    ["refused", { email: '"a b"@example.org' }],
    ["refused", { mailFault: { state: "refused", at: begin } }],
    ["bounced", { mailFault: { state: "bounced", at: begin } }],
    ["complained", { mailFault: { state: "complained", at: begin } }],
  ])("is %s with %j", async (reason, settings, sendsMail = true) => {
    const { accountId } = await accountWithDates(sender, settings, [soon]);
    const { next, between } = forecastCalls(store, accountId, sender.now, { sendsMail });
    expect(await next()).toEqual({ ...nobody, reason });
    expect(await between(begin, end)).toEqual({ mails: [], next: null });
  });

  it("is nothing_due if no date has a reminder", async () => {
    const { accountId } = await accountWithDates(sender, {}, [{ ...soon, notifyDaysBefore: null }]);
    expect(await forecastCalls(store, accountId, sender.now).next()).toEqual({ ...nobody, reason: "nothing_due" });
  });
});

it.each([
  [{ from: begin }, "query.to"],
  [{ to: begin }, "query.from"],
  [{ from: begin, to: begin }, "query.from"],
  [{ from: "2026-01-01T00:00:00.000Z", to: "2031-01-01T00:00:00.001Z" }, "query.to"],
  [{ from: begin, to: "2031-03-10T08:30:00.001Z" }, "query.to"],
])("a list with %j is refused at %s", async (query, path) => {
  const { accountId } = await accountWithDates(sender, {}, [soon]);
  const { call } = forecastCalls(store, accountId, sender.now);
  await expect(call(query)).rejects.toMatchObject({ code: "validation_error", details: [{ path }] });
});

it("a mail whose result is unknown goes again after a quarter of an hour, and an accepted one does not", async () => {
  answers = [{ kind: "unknown", code: "TimeoutError" }];
  const { accountId } = await accountWithDates(sender, {}, [soon]);
  await sender.run();
  const { next } = forecastCalls(store, accountId, sender.now);
  expect(await next()).toMatchObject({ sendAt: "2026-03-10T08:45:00.000Z", dateCount: 1 });
  const lease = (await findLastLease(store, accountId)) ?? expect.fail();
  await acceptLease(store, leaseKey(lease), sender.now().toISOString(), "1");
  expect(await next()).toMatchObject({ sendAt: "2027-03-10T08:00:00.000Z", dateCount: 1 });
});

it("a list ends before its time is over, and is refused if it has no mails by then", async () => {
  const { accountId } = await accountWithDates(sender, {}, [soon]);
  let visits = 3;
  const remainingTime = () => (visits-- > 0 ? 10_000 : 1_000);
  const { between, next } = forecastCalls(store, accountId, sender.now, {}, remainingTime);
  const first = await between(begin, end);
  expect(first.mails.length).toBeGreaterThan(0);
  visits = Number.POSITIVE_INFINITY;
  const whole = await between(begin, end);
  const rest = await between(first.next ?? expect.fail(), end);
  expect(rest.mails.length).toBeGreaterThan(0);
  expect({ mails: [...first.mails, ...rest.mails], next: rest.next }).toEqual(whole);
  for (const refused of [() => between(begin, end), next]) {
    visits = 0;
    await expect(refused()).rejects.toMatchObject({ code: "service_unavailable" });
  }
});

it("a list that is too long continues where it ended", async () => {
  const types = ["anniversary", "graduation", "other"] as const;
  const datesOf = (contact: number) =>
    Array.from({ length: 10 }, (_, index) => ({
      type: types[index % 3] ?? "other",
      date: `19${50 + index}-0${1 + (contact % 9)}-1${index}`,
      notifyDaysBefore: index,
    }));
  const { accountId } = await accountWithDates(sender, {}, ...Array.from({ length: 90 }, (_, index) => datesOf(index)));
  const { between } = forecastCalls(store, accountId, sender.now);
  const first = await between(begin, end);
  const rest = await between(first.next ?? expect.fail(), end);
  expect(rest.next).toBeNull();
  const instants = [...first.mails, ...rest.mails].map(({ sendAt }) => sendAt);
  expect(instants).toEqual([...new Set(instants)].toSorted());
  // 90 contacts have ten dates in each of five years.
  expect([...first.mails, ...rest.mails].flatMap(({ dates }) => dates)).toHaveLength(90 * 10 * 5);
  // No mail is between the last one and these times, so there is nothing to continue with.
  const lastAt = Date.parse(first.mails.at(-1)?.sendAt ?? "");
  for (const to of [new Date(lastAt + 1).toISOString(), rest.mails[0]?.sendAt ?? expect.fail()]) {
    expect((await between(begin, to)).next).toBeNull();
  }
});
