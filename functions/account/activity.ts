/** Lists all changes of the account. */
import type * as z from "zod";
import { changeView, encodeNext, historyRange } from "../../shared/account/history-view.ts";
import { getAccountHead } from "../../shared/account/store/account.ts";
import { readActivity } from "../../shared/account/store/history.ts";
import { summaryView } from "../../shared/contact/answer/view.ts";
import { loadAliases, noAliases } from "../../shared/contact/store/aliases.ts";
import { getSummarisedContacts } from "../../shared/contact/store/contact-list.ts";
import { getShown } from "../../shared/contact-deletion/trash-list.ts";
import type { AvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import type { Store } from "../../shared/platform/dynamodb/store.ts";
import { isChosen } from "../../shared/undo/selected-changes.ts";
import type { activityQuery } from "./schemas.ts";

/** `by` and `agent` are applied to what a page has read, so that it costs the same with and without them. */
export async function listActivity(
  { store, avatarUrls, now }: { store: Store; avatarUrls: AvatarUrls; now: () => Date },
  accountId: string,
  query: z.output<ReturnType<typeof activityQuery>>,
) {
  const { by, agent, from, to } = query;
  const head = await getAccountHead(store, accountId);
  const scope = [accountId, by, agent, from, to];
  const { changes, next } = await readActivity(store, accountId, historyRange(query, scope, now()));
  const chosen = changes.filter((change) => isChosen(change, { by, agent }));
  // Interactions are stored with the ids of contacts that were merged since, which nothing else shows.
  const isMet = chosen.some(({ subject }) => subject === "interaction");
  const { survivorOf } = isMet ? await loadAliases(store, head) : noAliases;
  const views = chosen.map(changeView).map((view) => {
    return view.subject === "interaction" && view.contactId ? { ...view, contactId: survivorOf(view.contactId) } : view;
  });
  const ids = [...new Set(views.flatMap(({ contactId }) => contactId ?? []))];
  const contacts = await getSummarisedContacts(store, accountId, ids);
  const others = ids.filter((id) => !contacts.has(id));
  for (const { contact } of await getShown(store, head, others, now())) contacts.set(contact.id, contact);
  const avatarUrl = await avatarUrls(accountId, query, now());
  const asShown = (field: string, value: unknown) =>
    field === "participantIds" && Array.isArray(value) ? [...new Set(value.map(survivorOf))] : value;
  const shown = views.map((view) => {
    const contact = contacts.get(view.contactId ?? "");
    const fields = view.fields.map((each) => {
      const { field, before, after } = each;
      return { ...each, before: asShown(field, before), after: asShown(field, after) };
    });
    return { ...view, fields, contact: contact ? summaryView(contact, avatarUrl) : null };
  });
  return { status: 200 as const, txid: String(head.txid), body: { changes: shown, next: encodeNext(next, scope) } };
}
