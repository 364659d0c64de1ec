/** Sharing contacts without a gateway, with the clock of the test, and with an SES that keeps the mails. */
import PostalMime, { type Email } from "postal-mime";
import { v7 as newId } from "uuid";
import { routeGroup } from "../../../functions/share/group.ts";
import { type ShareParts, shareOperations } from "../../../functions/share/operations.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Mailer, RawMail, SendOutcome } from "../../../shared/platform/mail/ses.ts";
import { contactCalls } from "../contact/contact-calls.ts";
import { operationCalls } from "../process/operation-calls.ts";
import { accountWith } from "../reminder/due-accounts.ts";
import { mailStand } from "../reminder/reminders.ts";

export type Sharing = ReturnType<typeof sharing>;

export function sharing(store: Store, start: string) {
  /** SES accepts all mails for which `answer` has no other outcome. With `losesAnswers`, nobody hears of it. */
  const ses = { answer: (_mail: RawMail): SendOutcome | undefined => undefined, losesAnswers: false };
  const { parts: common, ...stand } = mailStand(store, start, (mail) => ses.answer(mail));
  const mailer: Mailer = {
    send: async (mail) => {
      const outcome = await common.mailer.send(mail);
      const isLost = ses.losesAnswers && outcome.kind === "accepted";
      return isLost ? { kind: "unknown", code: "TimeoutError" } : outcome;
    },
  };
  const parts: ShareParts = { ...common, mailer, newId: () => newId(), readAvatar: async () => undefined };
  return {
    ...stand,
    ses,
    mailer,
    share: async (accountId: string, body: object, some: Partial<ShareParts> = {}, time?: () => number) => {
      const begun = stand.clock.time;
      const remainingTime = time ?? (() => 28_000 - (stand.clock.time - begun));
      const operations = shareOperations({ ...parts, ...some });
      return operationCalls(routeGroup.rows, operations, accountId, remainingTime)("shareContact", { body });
    },
  };
}

/** An account with a verified address and a contact. */
export async function accountWithContact(
  store: Store,
  contact: object = { firstName: "Max", lastName: "Muster" },
  email: string | null = "ann@example.org",
): Promise<{ accountId: string; personId: string }> {
  const accountId = await accountWith(store, { email, name: "Ann Bell" });
  const { body } = await contactCalls(store, accountId).create(contact);
  return { accountId, personId: (body as { contact: { id: string } }).contact.id };
}

/** The mail as its recipient reads it. */
export async function readMail({ raw }: RawMail): Promise<Email & { card: string }> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "utf8" });
  return { ...mail, card: String(mail.attachments[0]?.content) };
}

export function recipients(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `r${from + index}@example.net`);
}
