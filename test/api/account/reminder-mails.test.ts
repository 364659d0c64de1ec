/** From a date in the API to its mail: the sender runs once in a thread, as in the local stack, against the running service. */
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entryOf, projectRoot } from "../../../infra/cloud/function/bundling.ts";
import { type FunctionThreads, startFunctionThreads } from "../../../infra/local/lambda/threads.ts";
import { api, stackEnvironment, tokenFor } from "../../support/process/stack.ts";

let thread: FunctionThreads;

beforeAll(async () => {
  const environment = await stackEnvironment();
  const name = "reminder-sender";
  thread = await startFunctionThreads({ [name]: pathToFileURL(projectRoot + entryOf(name)) }, environment, () => {});
});

afterAll(() => thread.stop());

/** Fewer requests than the rate limit. */
const seldom = { interval: 250 };

it.each([
  ["example.org", "ok"],
  ["bounce.example", "bounced"],
  ["complaint.example", "complained"],
])("a mail to an address at %s is marked as sent and leads to the status %s", async (domain, mailStatus) => {
  const token = await tokenFor(`person-${randomUUID()}@${domain}`);
  const settings = { reminderSendTime: "00:00" };
  expect((await api("/me/settings", { method: "PATCH", token, json: settings })).status).toBe(200);
  const today = new Date().toISOString().slice(5, 10);
  const dates = [{ type: "nameday", date: `1904-${today}`, note: "", notifyDaysBefore: 1 }];
  const contact = { firstName: "Ann", importantDates: dates };
  expect((await api("/contacts", { method: "POST", token, json: contact })).status).toBe(201);
  // Whether or not the sender of the stack has sent this year's mail, the next one is about this date.
  const next = await (await api("/me/reminders/next", { token })).json();
  expect(next).toMatchObject({
    dateCount: 1,
    reason: null,
    text: expect.stringMatching(/localhost:\d+\/unsubscribe\//),
  });

  const call = { requestId: randomUUID(), timeoutMilliseconds: 60_000 };
  await thread.function("reminder-sender").run("{}", call);
  // The sender of the stack may have sent the mail first, and events are late.
  const answer = async (path: string) => (await api(path, { token })).text();
  const upcoming = () => answer("/contacts/important-dates/upcoming");
  await expect.poll(upcoming, seldom).toMatch(/"notificationSent":true/);
  await expect.poll(() => answer("/me/settings"), seldom).toMatch(`"mailStatus":"${mailStatus}"`);
});
