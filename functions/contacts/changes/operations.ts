/** The operation that lists changes of contacts, for programs that keep a mirror of them. */
import { chosenView } from "../../../shared/contact/answer/view.ts";
import { applyPendingWork } from "../../../shared/interaction/store/pending-work.ts";
import { readLabelIds } from "../../../shared/label/view.ts";
import { fitAnswer } from "../../../shared/platform/http/answer/answer-size.ts";
import type { Operations } from "../../../shared/platform/http/route/route.ts";
import type { ContactParts } from "../parts.ts";
import { findChanges, readChanged } from "./find-changes.ts";
import { encodeReading, readingOf, wholeTxid } from "./position.ts";
import type { changesRows } from "./rows.ts";

export function changesOperations(parts: ContactParts): Operations<typeof changesRows> {
  const { store, avatarUrls, now } = parts;
  return {
    async listContactChanges({ caller: { accountId }, query }) {
      const head = await applyPendingWork(parts, accountId);
      const reading = readingOf(query, head.txid);
      const found = await findChanges(parts, head, reading, query.limit);
      const read = await readChanged(store, head, found.changes.slice(0, query.limit));
      const time = now();
      const avatarUrl = await avatarUrls(accountId, query, time);
      const labelIds = await readLabelIds(parts, head, read.changes.length > 0 ? query.fields : []);
      const context = { defaults: head, now: time, avatarUrl, labelIds };
      const all = read.changes.map(({ id, txid, contact }) => ({
        contactId: id,
        txid: String(txid),
        deleted: contact === null,
        contact: contact && chosenView(contact, context, query.fields),
      }));
      const changes = fitAnswer(all);
      const firstLeft = read.changes[changes.length];
      const done = firstLeft ? found.changes.findIndex(({ id }) => id === firstLeft.id) : read.done;
      const [last, next] = [found.changes[done - 1], found.changes[done]];
      const position =
        last && next
          ? { txid: last.txid, contactId: next.txid === last.txid ? last.id : null }
          : { txid: found.upTo, contactId: null };
      const hasMore = next !== undefined || found.hasLater || read.hasLater;
      return {
        status: 200,
        txid: String(head.txid),
        body: {
          changes,
          txid: String(wholeTxid(position)),
          next: hasMore ? encodeReading({ ...reading, position }) : null,
          hasMore,
        },
      };
    },
  };
}
