/** The route of the next reminder mails without a gateway. */
import { routeGroup } from "../../../functions/account/group.ts";
import { type NextReminderParts, nextReminderOperation } from "../../../functions/account/next-reminder.ts";
import type { ReminderMail } from "../../../functions/account/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
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
) {
  const { avatarUrls } = noPictures;
  const operations = nextReminderOperation({ store, now, avatarUrls, unsubscribeUrl, sendsMail: true, ...parts });
  const call = operationCalls({ getNextReminder }, operations, accountId);
  return {
    next: async () => (await call("getNextReminder")).body as NextMail,
    between: async (from: string, to: string) => {
      const { body } = await call("getNextReminder", { query: { from, to } });
      return body as { mails: ReminderMail[]; next: string | null };
    },
  };
}
