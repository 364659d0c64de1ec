/** What the view says about mails, time zones and imports. */
import type { ImportReceipt, Settings } from "../../../../shared/client/types.ts";

type MailState = Pick<Settings, "email" | "mailStatus" | "remindersEnabled">;

/** Whether mails to the address failed, so that only its owner can ask for another attempt. */
export function canTryAgain({ mailStatus }: MailState): boolean {
  return mailStatus !== "ok" && mailStatus !== "unverified";
}

/** Whether reminders arrive, and what to do if they do not. */
export function mailText({ email, mailStatus, remindersEnabled }: MailState): string {
  if (mailStatus === "ok" && !remindersEnabled) return `Reminders are off. They would go to ${email}.`;
  return mailTexts[mailStatus](email ?? "your address");
}

const mailTexts: Record<Settings["mailStatus"], (email: string) => string> = {
  ok: (email) => `Reminders go to ${email}.`,
  unverified: () => "No mail is sent, because your address is not verified. Verify it where you sign in.",
  refused: (email) => `No mail is sent, because the mail service refused ${email}.`,
  bounced: (email) => `No mail is sent, because a mail to ${email} came back.`,
  complained: (email) => `No mail is sent, because a mail to ${email} was reported as unsolicited.`,
};

interface Zone {
  zone: string;
  town: string;
}

/** Zones by the part of their name before the first slash, so that typing a town finds it. `current` is always among them. */
export function zonesByRegion(zones: readonly string[], current: string): Map<string, Zone[]> {
  const all = [...new Set([...zones, "UTC", current])].sort();
  const towns = all.map((zone) => {
    const slash = zone.indexOf("/");
    const region = slash < 0 ? "Other" : zone.slice(0, slash);
    return { region, zone, town: zone.slice(slash + 1).replaceAll("_", " ") };
  });
  return Map.groupBy(towns, ({ region }) => region);
}

/** What an import did, without what it did not do. */
export function receiptText({ imported, updated, skipped, failed }: ImportReceiptCounts): string {
  const counts = [
    [imported, "imported"],
    [updated, "updated"],
    [skipped, "without news"],
    [failed, "not imported"],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, words]) => `${count.toLocaleString("en")} ${words}`);
  return parts.join(", ") || "nothing imported";
}

type ImportReceiptCounts = Pick<ImportReceipt, "imported" | "updated" | "skipped" | "failed">;

export const receiptStates: Record<ImportReceipt["status"], string> = {
  running: "Running",
  done: "Done",
  undoing: "Being undone",
  undone: "Undone",
  failed: "Stopped early",
};

/** Whether an undo has something to do. The service says whether it may. */
export function isUndoable({
  status,
  imported,
  updated,
}: Pick<ImportReceipt, "status"> & ImportReceiptCounts): boolean {
  return (status === "done" || status === "failed") && imported + updated > 0;
}

/** Whether its counts or its status change without another request. */
export function isMoving({ status, total, ...counts }: Pick<ImportReceipt, "status" | "total"> & ImportReceiptCounts) {
  const done = counts.imported + counts.updated + counts.skipped + counts.failed;
  return status === "undoing" || (status === "running" && done < total);
}
