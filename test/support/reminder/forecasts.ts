/** The route of the next reminder mails without a gateway. */
import PostalMime from "postal-mime";
import { routeGroup } from "../../../functions/account/group.ts";
import { type NextReminderParts, nextReminderOperation } from "../../../functions/account/next-reminder.ts";
import type { ReminderMail } from "../../../functions/account/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { RawMail } from "../../../shared/platform/mail/ses.ts";
import { dueShards, listDueAccounts } from "../../../shared/reminder/store/due-index.ts";
import { noPictures } from "../contact/pictures.ts";
import { operationCalls } from "../process/operation-calls.ts";
import { unsubscribeUrl } from "./reminders.ts";

const { getNextReminder } = routeGroup.rows;

export interface NextMail extends Omit<ReminderMail, "sendAt"> {
  sendAt: string | null;
  subject: string | null;
  text: string | null;
  reason: string | null;
}

/** `parts` replaces the deployment or the links. */
export function forecastCalls(
  store: Store,
  accountId: string,
  now: () => Date,
  parts: Partial<NextReminderParts> = {},
  remainingTime?: () => number,
) {
  const { avatarUrls } = noPictures;
  const operations = nextReminderOperation({ store, now, avatarUrls, unsubscribeUrl, sendsMail: true, ...parts });
  const callers = operationCalls({ getNextReminder }, operations, accountId, remainingTime);
  const call = async (query = {}) => (await callers("getNextReminder", { query })).body;
  return {
    call,
    next: async () => (await call()) as NextMail,
    between: async (from: string, to: string) =>
      (await call({ from, to })) as { mails: ReminderMail[]; next: string | null },
  };
}

/** The next mails of the accounts that are due, by their ids. */
export async function forecastDue(store: Store, now: () => Date): Promise<Map<string, NextMail>> {
  const mails = new Map<string, NextMail>();
  for (const shard of dueShards) {
    for await (const { accountId } of listDueAccounts(store, shard, now())) {
      mails.set(accountId, await forecastCalls(store, accountId, now).next());
    }
  }
  return mails;
}

/** The texts of a mail, to compare with those of a forecast. */
export async function textsOf({ raw }: RawMail) {
  const { subject, text } = await PostalMime.parse(raw);
  return { subject, text: text?.trimEnd() };
}

export function textsIn({ subject, text }: NextMail) {
  return { subject, text: text?.trimEnd() };
}
