/** What the view says about mails and imports. */
import type { ImportReceipt, Settings } from "../../../../shared/client/types.ts";

type MailState = Pick<Settings, "email" | "mailStatus" | "remindersEnabled">;

const again = "Switch reminders off and on to try again";
const mailFaults = {
  unverified: "it is not verified. Verify it where you sign in",
  refused: `the mail service refused it. ${again}`,
  bounced: `a mail to it came back. ${again}`,
  complained: `a mail to it was reported as unsolicited. ${again}`,
} as const;

/** Whether reminders arrive, and why not. */
export function mailText({ email, mailStatus, remindersEnabled }: MailState): string {
  const address = email ?? "your address";
  if (mailStatus !== "ok") return `No mail goes to ${address}, because ${mailFaults[mailStatus]}.`;
  return remindersEnabled ? `Reminders go to ${address}.` : `Reminders are off. They would go to ${address}.`;
}

type Counts = Pick<ImportReceipt, "status" | "total" | "imported" | "updated" | "skipped" | "failed">;

/** How far an import is, and what it did. */
export function receiptText({ status, imported, updated, skipped, failed }: Counts): string {
  return `${status} · ${imported} imported, ${updated} updated, ${skipped + failed} left out`;
}

/** Whether it changes without another request. Commits of a program may stop at any time. */
export function isMoving({ status, total, imported, updated, skipped, failed }: Counts): boolean {
  return status === "undoing" || (status === "running" && imported + updated + skipped + failed < total);
}
