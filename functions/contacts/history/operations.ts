/** The operation that lists the changes of a contact. */

import { changeView, encodeNext, historyRange } from "../../../shared/account/history-view.ts";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { readContactHistory } from "../../../shared/account/store/history.ts";
import { requireContact } from "../../../shared/contact/answer/current.ts";
import { loadAliases } from "../../../shared/contact/store/aliases.ts";
import { getShown } from "../../../shared/contact-deletion/trash-list.ts";
import type { Operations } from "../../../shared/platform/http/route/route.ts";
import type { ContactParts } from "../parts.ts";
import type { historyRows } from "./rows.ts";

export function historyOperations({ store, now }: ContactParts): Operations<typeof historyRows> {
  return {
    async listContactHistory({ caller: { accountId }, params: { id }, query }) {
      const head = await getAccountHead(store, accountId);
      await requireContact(store, accountId, id).catch(async (fault: unknown) => {
        if ((await getShown(store, head, [id], now())).length === 0) throw fault;
      });
      const ids = [id, ...(await loadAliases(store, head)).aliasesOf(id)];
      const scope = [accountId, id];
      const { changes, next } = await readContactHistory(store, head, ids, historyRange(query, scope, now()));
      const body = { changes: changes.map(changeView), next: encodeNext(next, scope) };
      return { status: 200, txid: String(head.txid), body };
    },
  };
}
