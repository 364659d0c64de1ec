/** The contacts of a group, of a tag, or of both. */
import type { MembershipReader } from "../labels/membership-reader.ts";
import type { AccountHead } from "../table/account.ts";
import { type LabelRecord, requireLabel } from "../table/label.ts";
import type { Store } from "../table/store.ts";

export interface LabelledBy {
  groupId?: string | undefined;
  tagId?: string | undefined;
}

/**
 * Those of all labels that are asked for, `of` among them; undefined when none is. Throws `group_not_found` or
 * `tag_not_found`.
 */
export async function labelledIds(
  { store, memberships }: { store: Store; memberships: MembershipReader },
  head: AccountHead,
  { groupId, tagId }: LabelledBy,
  of?: LabelRecord,
): Promise<ReadonlySet<string> | undefined> {
  const asked = [
    ...(of ? [of] : []),
    ...(groupId === undefined ? [] : [requireLabel(store, head.accountId, "group", groupId)]),
    ...(tagId === undefined ? [] : [requireLabel(store, head.accountId, "tag", tagId)]),
  ];
  if (asked.length === 0) return undefined;
  const labels = await Promise.all(asked);
  const all = await memberships.load(head);
  const [first, ...others] = labels.map(({ number }) => all.idsOf(number));
  return new Set([...(first ?? [])].filter((id) => others.every((ids) => ids.has(id))));
}
