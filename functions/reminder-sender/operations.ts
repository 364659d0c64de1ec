/**
 * A run of the reminder sender: reminds all accounts whose entry in the due index has come, the earliest first, several in
 * parallel, within the sending rate of SES. Runs may overlap, and may crash anywhere (see remind-account.ts).
 */
import { AccountClosedError } from "../../shared/account/store/account.ts";
import { meterCapacity } from "../../shared/platform/log/capacity.ts";
import { faultOf, type LoggedFault } from "../../shared/platform/log/request-log.ts";
import { createMailRateLimiter } from "../../shared/platform/mail/mail-rate-limiter.ts";
import { type DueAccount, dueShards, listDueAccounts } from "../../shared/reminder/store/due-index.ts";
import type { Invocation } from "../invocation.ts";
import { MailMisconfiguredError, MailQuotaError } from "./post-mail.ts";
import { type AccountParts, type Reminded, remindAccount } from "./remind-account.ts";

export interface ReminderParts extends Omit<AccountParts, "limiter"> {
  /** Mails a second that SES accepts. */
  perSecond: number;
  pause: (milliseconds: number) => Promise<void>;
}

/** The invocation ends before all accounts had their mail. The next one continues. */
export class RemindersUnfinishedError extends Error {
  override readonly name = "RemindersUnfinishedError";
}

/** Milliseconds that running accounts may need to finish. */
const lastAccountMargin = 30_000;

/** Accounts in parallel. An account takes less than half a second, and waits most of the time. */
const [fewest, most] = [4, 32];

/** A run stops after this number of accounts in a row with a fault of the deployment. The mails of a few may cause it, too. */
const misconfiguredInARow = 10;

/**
 * Reminds all accounts that are due. An account that fails stays due, is counted and logged, and does not stop the others.
 * Throws `RemindersUnfinishedError` when the time is over, and `MailQuotaError` or `MailMisconfiguredError` when SES accepts no mail.
 */
export async function runReminders(parts: ReminderParts, invocation: Invocation): Promise<void> {
  const { now, log, perSecond } = parts;
  const startedAt = now().getTime();
  const hasTime = (milliseconds = 0) => invocation.remainingTime() - milliseconds >= lastAccountMargin;
  const limiter = createMailRateLimiter({
    perSecond,
    now: () => now().getTime(),
    pause: async (milliseconds) => {
      if (!hasTime(milliseconds)) throw new RemindersUnfinishedError("the time is over");
      await parts.pause(milliseconds);
    },
  });
  const counts: Record<Reminded | "failed", number> = {
    skipped: 0,
    moved: 0,
    sent: 0,
    refused: 0,
    unknown: 0,
    waiting: 0,
    delayed: 0,
    failed: 0,
  };
  let stop: Error | undefined;
  let misconfigured = 0;

  const remind = async (account: DueAccount): Promise<void> => {
    const { accountId } = account;
    try {
      const result = await remindAccount({ ...parts, limiter }, account);
      counts[result]++;
      if (result === "sent" || result === "refused") misconfigured = 0;
    } catch (error) {
      if (error instanceof RemindersUnfinishedError || error instanceof MailQuotaError) {
        stop ??= error;
        return;
      }
      if (error instanceof AccountClosedError) {
        counts.skipped++;
        return;
      }
      counts.failed++;
      const { requestId } = invocation;
      log({ level: "error", event: "reminders.accountFailed", requestId, accountId, ...reasonOf(error) });
      if (!(error instanceof MailMisconfiguredError)) return;
      misconfigured++;
      if (misconfigured >= misconfiguredInARow) stop ??= error;
    }
  };

  await meterCapacity(async (units) => {
    const accounts = inOrder(dueShards.map((shard) => listDueAccounts(parts.store, shard, new Date(startedAt))));
    const work = async (): Promise<void> => {
      while (stop === undefined) {
        const next = await accounts.next();
        if (next.done) return;
        if (hasTime()) await remind(next.value);
        else stop ??= new RemindersUnfinishedError("the time is over");
      }
    };
    const workers = Math.min(most, Math.max(fewest, Math.ceil(perSecond)));
    const ends = await Promise.allSettled(Array.from({ length: workers }, work));
    const fault: unknown = ends.find((end) => end.status === "rejected")?.reason ?? stop;
    const isOverdue = fault instanceof RemindersUnfinishedError;
    const level = counts.failed > 0 || (fault !== undefined && !isOverdue) ? "error" : isOverdue ? "warn" : "info";
    const durationMs = now().getTime() - startedAt;
    const reason = fault === undefined ? {} : reasonOf(fault);
    const event = isOverdue ? "reminders.unfinished" : fault === undefined ? "reminders.done" : "reminders.stopped";
    log({ level, event, requestId: invocation.requestId, ...counts, durationMs, ...units, ...reason });
    if (fault !== undefined) throw fault;
  });
}

/** Fields for a log line; `code` is the name of the error of SES. */
function reasonOf(error: unknown): { fault: LoggedFault; code?: string } {
  return { fault: faultOf(error), ...(error instanceof MailMisconfiguredError && { code: error.code }) };
}

/** The accounts of all shards, the earliest first. */
async function* inOrder(shards: readonly AsyncGenerator<DueAccount, void>[]): AsyncGenerator<DueAccount, void> {
  const heads = await Promise.all(shards.map(async (shard) => ({ shard, next: await shard.next() })));
  for (;;) {
    const open = heads.flatMap((head) => (head.next.done ? [] : [{ head, account: head.next.value }]));
    const [first] = open.toSorted((one, other) => (one.account.dueAt < other.account.dueAt ? -1 : 1));
    if (!first) return;
    yield first.account;
    first.head.next = await first.head.shard.next();
  }
}
