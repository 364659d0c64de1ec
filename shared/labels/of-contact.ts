/** The groups and the tags of one contact. */

import type { AvatarVariant } from "../pictures/avatar-variants.ts";
import type { AccountHead } from "../table/account.ts";
import { type LabelKind, listLabels } from "../table/label.ts";
import { readMemberships } from "../table/memberships.ts";
import type { Store } from "../table/store.ts";
import { type LabelView, type LabelViewParts, usualPreview, viewLabels } from "./view.ts";

/** By label; none for a contact that does not exist. */
export async function labelsOfContact(
  parts: LabelViewParts,
  head: AccountHead,
  contactId: string,
  { kind, variant }: { kind: LabelKind; variant: AvatarVariant },
): Promise<LabelView[]> {
  const numbers = new Set((await parts.memberships.load(head)).numbersOf(contactId));
  if (numbers.size === 0) return [];
  const labels = await listLabels(parts.store, head, kind);
  const own = labels.filter(({ number }) => numbers.has(number));
  return viewLabels(parts, head, own, { previewLimit: usualPreview, ...variant });
}

/** The labels of the contact's groups, alone. */
export async function groupLabelsOf(store: Store, head: AccountHead, contactId: string): Promise<string[]> {
  const numbers = new Set((await readMemberships(store, head, [contactId])).get(contactId));
  if (numbers.size === 0) return [];
  const groups = await listLabels(store, head, "group");
  return groups.filter(({ number }) => numbers.has(number)).map(({ label }) => label);
}
