/** A digest through the SES adapter, the mail catcher and its events, as on one machine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordMailEvent } from "../../../functions/mail-events/operations.ts";
import type { LocalFunction } from "../../../infra/local/lambda/lambda-function.ts";
import { type MailCatcher, startMailCatcher } from "../../../infra/local/mail/catcher.ts";
import { eventsOf, mailListener } from "../../../infra/local/mail/events.ts";
import type { CaughtMail } from "../../../infra/local/mail/message.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { createMailClient, createMailer } from "../../../shared/platform/mail/ses.ts";
import { freshTable } from "../../support/process/stack.ts";
import { accountWithDates, reminderSender, type Sender } from "../../support/reminder/reminders.ts";

const folder = mkdtempSync(join(tmpdir(), "mail-events-"));
let catcher: MailCatcher;
let sender: Sender;
const delivered: Promise<void>[] = [];
const lines: unknown[] = [];

beforeAll(async () => {
  const { store } = await freshTable();
  sender = reminderSender(store, "2026-03-10T07:30:00.000Z");
  const mailEvents: LocalFunction = {
    name: "mail-events",
    run: async (event) => {
      const { detail } = JSON.parse(event) as { detail: unknown };
      await recordMailEvent({ store, now: sender.now, log: () => {} }, detail, "event");
      return "null";
    },
  };
  const listen = mailListener({ functionOf: async () => mailEvents, log: (line) => lines.push(line) });
  catcher = await startMailCatcher({ dataDir: folder, onMail: (mail) => delivered.push(listen(mail)) });
});

afterAll(async () => {
  await catcher.stop();
  rmSync(folder, { recursive: true });
});

it("a mail that arrives, bounces or is reported as spam sets the state of the account", async () => {
  const addresses = ["ann@example.org", "ann@bounce.example", "cid@complaint.example"];
  const dates = [{ date: "1904-03-12", notifyDaysBefore: 2 }];
  const accounts: string[] = [];
  for (const email of addresses) accounts.push((await accountWithDates(sender, { email }, dates)).accountId);
  sender.pass(60);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = createMailClient({ endpoint: catcher.endpoint, region: "us-east-1", credentials });
  await sender.run({ mailer: createMailer({ client, configurationSet: "contacts" }) });
  await Promise.all(delivered);
  const mails = catcher.mails();
  expect(mails.map(({ recipients }) => recipients[0]).toSorted()).toEqual(addresses.toSorted());
  for (const mail of mails) expect(mail.headers).toHaveProperty("list-unsubscribe-post");
  const faults: unknown[] = [];
  for (const accountId of accounts) faults.push((await getAccountHead(sender.store, accountId)).mailFault?.state);
  expect(faults).toEqual([undefined, "bounced", "complained"]);
  expect(lines).toEqual([]);
});

it("mails without a configuration set have no events", () => {
  const mail: CaughtMail = {
    id: "m1",
    at: "2026-03-01T08:00:00.000Z",
    source: "reminders@service.example",
    from: "reminders@service.example",
    to: ["zoe@example.com"],
    recipients: ["zoe@example.com"],
    subject: "Anna: birthday today",
    headers: {},
    tags: {},
    configurationSet: "delivered",
  };
  expect(eventsOf(mail).map((event) => event["detail-type"])).toContain("Email Sent");
  delete mail.configurationSet;
  expect(eventsOf(mail)).toEqual([]);
});
