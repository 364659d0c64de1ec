/** The operation that lists the contacts to be in touch with. */
import { applyPendingWork } from "../../../shared/interaction/store/pending-work.ts";
import { trackedView } from "../../../shared/keep-in-touch/tracked-answer.ts";
import { paginate } from "../../../shared/platform/http/answer/pagination.ts";
import type { Operations } from "../../../shared/platform/http/route/route.ts";
import { localDay } from "../../../shared/platform/time/calendar.ts";
import type { ContactParts } from "../parts.ts";
import type { keepInTouchRows } from "./rows.ts";
import { createTrackedReader } from "./tracked-reader.ts";

export function keepInTouchOperations(parts: ContactParts): Operations<typeof keepInTouchRows> {
  const { store, avatarUrls, now } = parts;
  const readTracked = createTrackedReader(store);
  return {
    async listContactsToKeepInTouch({ caller: { accountId }, query }) {
      const head = await applyPendingWork(parts, accountId);
      const time = now();
      const today = localDay(time, head.timezone);
      const tracked = await readTracked(head);
      const found = query.due ? tracked.filter(({ dueOn }) => dueOn <= today) : tracked;
      const avatarUrl = await avatarUrls(accountId, query, time);
      const page = found.slice(query.offset, query.offset + query.limit);
      const contacts = page.map((contact) => trackedView(contact, today, avatarUrl));
      const pagination = paginate(query, contacts.length, found.length);
      return { status: 200, txid: String(head.txid), body: { contacts, pagination } };
    },
  };
}
