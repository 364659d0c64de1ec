/** Reads the contacts of an export, some at a time, so that an account of any size needs little memory. */
import { type AccountHead, getAccountHead } from "../../shared/account/store/account.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { contactPages, getContacts } from "../../shared/contact/store/contact-list.ts";
import { orderOf, type PageParts } from "../../shared/contact-list/read-page.ts";
import type { ExportedList } from "../../shared/export/export-request.ts";
import { findLabelled } from "../../shared/label/membership-reader.ts";

/** The number of contacts that are read by their ids at once. */
const contactsAtOnce = 50;

/**
 * The contacts of a list in its order, each once. Every contact is whole, and includes every write up to the head and maybe later
 * ones. Only contacts whose place in the order changes while they are read may come last. Throws `group_not_found` or
 * `tag_not_found`.
 */
export async function* walkContacts(
  parts: PageParts,
  head: AccountHead,
  { search, keepInTouch, sort, ids: listed, ...labels }: ExportedList,
): AsyncGenerator<ContactRecord[], void> {
  const { store, indexes } = parts;
  const { accountId } = head;
  const order = sort === undefined && search !== null ? null : orderOf(sort ?? "nameAsc");
  const labelled = await findLabelled(parts, head, labels);
  const among = listed ? new Set(listed.filter((id) => labelled?.has(id) ?? true)) : labelled;
  if (!order || search !== null || keepInTouch || among) {
    const index = await indexes.load(head);
    const ids = index.find({ search, keepInTouch, ...(among && { among }) }, order);
    return yield* contactsOf(parts, accountId, ids);
  }
  const seen = new Set<string>();
  for await (const contacts of contactPages(store, accountId, order)) {
    const unseen = contacts.filter(({ id }) => !seen.has(id));
    for (const { id } of unseen) seen.add(id);
    yield unseen;
  }
  const after = await getAccountHead(store, accountId);
  if (after.searchTxid === head.searchTxid) return;
  // A contact that was renamed meanwhile may have moved from the part that was still to be read to the part before.
  const index = await indexes.load(after);
  const ids = index.find({ search: null, keepInTouch: false }, order);
  yield* contactsOf(
    parts,
    accountId,
    ids.filter((id) => !seen.has(id)),
  );
}

async function* contactsOf({ store }: PageParts, accountId: string, ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += contactsAtOnce) {
    yield await getContacts(store, accountId, ids.slice(at, at + contactsAtOnce));
  }
}
