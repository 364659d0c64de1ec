/** Closes an account at its owner's request. A worker then deletes everything that the account has. */
import type { AccountHead } from "../../shared/account/store/account.ts";
import type { AccountFiles } from "../../shared/account/store/account-files.ts";
import { deleteAccountHead } from "../../shared/account/store/account-write.ts";
import { putMarkAction } from "../../shared/account/store/closing-mark.ts";
import { putClosingNote } from "../../shared/account/store/closing-note.ts";
import { planDeletion } from "../../shared/auth/store/api-key.ts";
import { planPurge } from "../../shared/contact-deletion/purge-list.ts";
import type { Store, WriteAction } from "../../shared/platform/dynamodb/store.ts";
import { invalid } from "../../shared/platform/http/errors.ts";
import { faultName, type Log } from "../../shared/platform/log/request-log.ts";
import { planDue } from "../../shared/reminder/store/due-index.ts";
import { planWebhookClosing } from "../../shared/webhook/store/webhook.ts";

export interface ClosingParts {
  store: Store;
  files: Pick<AccountFiles, "put">;
  newId: () => string;
  now: () => Date;
  log: Log;
}

/**
 * Closes the account in one transaction: its head, its API keys and its entries in the indexes of the clock are deleted, and its mark is
 * written. From then on its credentials and links are refused, writes of running requests fail, and no mail is sent. Returns the
 * last `txid`. Throws 400 if `confirm` is neither the address of the account nor, if it has none, its id.
 */
export async function closeAccount(parts: ClosingParts, accountId: string, confirm: string): Promise<string> {
  const { store, files, newId, now, log } = parts;
  const at = { accountId, closingId: newId() };
  const head = await deleteAccountHead(store, accountId, async (current) => {
    requireConfirmation(current, confirm);
    await putClosingNote(files, at, current);
    return closingActions(store, current, now());
  });
  // The worker has ignored the first note if it came before the transaction. If the second one fails, the clock starts the worker.
  await putClosingNote(files, at, head).catch((fault: unknown) => {
    log({ level: "warn", event: "accountDeletion.notStarted", accountId, fault: faultName(fault) });
  });
  return String(lastTxid(head));
}

/** The case of letters does not matter, because it is a protection against accidents and no secret. */
function requireConfirmation({ accountId, email }: AccountHead, confirm: string): void {
  if (confirm.toLowerCase() === (email ?? accountId).toLowerCase()) return;
  const what =
    email === null
      ? "the id of the account, which has no verified e-mail address"
      : "the e-mail address of the account";
  throw invalid("body.confirm", `Must be ${what}. GET /me shows it.`);
}

function closingActions(store: Store, head: AccountHead, time: Date): WriteAction[] {
  const { accountId, apiKeyIds } = head;
  const mark = { accountId, closedAt: time.toISOString(), txid: lastTxid(head), deleting: true };
  return [
    putMarkAction(store, mark),
    ...apiKeyIds.flatMap((keyId) => planDeletion(store, head, keyId).actions),
    ...planDue(store, head, null).actions,
    ...planPurge(store, head, null).actions,
    ...planWebhookClosing(store, head),
  ];
}

function lastTxid({ txid }: AccountHead): number {
  return txid + 1;
}
