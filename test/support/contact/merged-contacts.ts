/** Merges and undos as far as other contacts see them: the contact disappears or is back, and its id is an alias or no longer. */

import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ContactChange, ContactRecord } from "../../../shared/contact/record.ts";
import { aliasAction } from "../../../shared/contact/store/aliases.ts";
import { planContacts } from "../../../shared/contact-change/contact-write.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";

export function mergeInto(store: Store, survivor: string, contact: ContactRecord): Promise<void> {
  return writeAlias(store, { before: contact, after: null }, contact, survivor);
}

export function undoMerge(store: Store, contact: ContactRecord): Promise<void> {
  return writeAlias(store, { before: null, after: contact }, contact, null);
}

async function writeAlias(
  store: Store,
  change: ContactChange,
  { accountId, id: absorbed }: ContactRecord,
  survivor: string | null,
): Promise<void> {
  await writeAccount(store, accountId, (head, txid) => {
    const { actions, head: planned } = planContacts(store, head, [change], { txid, now: new Date() });
    return {
      actions: [...actions, aliasAction(store, accountId, { txid, absorbed, survivor })],
      head: { ...planned, mergeCount: head.mergeCount + 1, mergeTxid: txid },
      result: undefined,
    };
  });
}
