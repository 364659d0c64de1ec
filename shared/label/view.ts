/** Groups and tags in answers, with the count of their members and some of them. */

import type { AccountHead } from "../account/store/account.ts";
import type { ContactSummary } from "../contact/answer/answer.ts";
import { type LabelIds, summaryView } from "../contact/answer/view.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import { type AvatarVariant, usualVariant } from "../picture/avatar-variants.ts";
import type { AvatarUrl, AvatarUrls } from "../picture/store/avatar-urls.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { maxAnswerBytes } from "../platform/http/answer/answer-size.ts";
import type { GroupAnswer, TagAnswer } from "./answer.ts";
import type { MembershipReader } from "./membership-reader.ts";
import { type LabelRecord, labelKinds, listLabels } from "./store/label.ts";

export interface LabelViewParts {
  store: Store;
  memberships: MembershipReader;
  avatarUrls: AvatarUrls;
  now: () => Date;
}

export interface PreviewQuery extends AvatarVariant {
  /** The number of contacts that are shown with each label; fewer if the answer would be too large. */
  previewLimit: number;
}

/** The default of `previewLimit`. */
export const usualPreview = 3;
const usualQuery: PreviewQuery = { previewLimit: usualPreview, ...usualVariant };

/** A label and its members; `emoji` is null for a tag. */
export type LabelView = Omit<GroupAnswer, "emoji"> & { emoji: string | null };

export function groupView({ emoji, ...view }: LabelView): GroupAnswer {
  return { ...view, emoji: emoji ?? "" };
}

export function tagView({ emoji: _emoji, ...view }: LabelView): TagAnswer {
  return view;
}

/** The view of a new label, which has no members. */
export function newLabelView(label: LabelRecord): LabelView {
  return labelView(label, 0, []);
}

/** The view of one label; by default as it is shown without parameters. */
export async function viewLabel(
  parts: LabelViewParts,
  head: AccountHead,
  label: LabelRecord,
  query: PreviewQuery = usualQuery,
): Promise<LabelView> {
  const [view] = await viewLabels(parts, head, [label], query);
  if (!view) throw new Error("a label has no view");
  return view;
}

/** The views of labels as the account is at the head, or a moment later. Each contact is read once. */
export async function viewLabels(
  { store, memberships, avatarUrls, now }: LabelViewParts,
  head: AccountHead,
  labels: readonly LabelRecord[],
  { previewLimit, ...variant }: PreviewQuery,
): Promise<LabelView[]> {
  if (labels.length === 0) return [];
  const all = await memberships.load(head);
  const shown = labels.map(({ number }) => all.firstOf(number, previewLimit));
  const avatarUrl = await avatarUrls(head.accountId, variant, now());
  const summaries = await readSummaries(store, head.accountId, [...new Set(shown.flat())], avatarUrl);
  const views = labels.map((label, at) => {
    const previewContacts = (shown[at] ?? []).flatMap((id) => summaries.get(id) ?? []);
    return labelView(label, all.countOf(label.number), previewContacts);
  });
  return fitPreviews(views, previewLimit);
}

function labelView(
  { number: _number, kind: _kind, accountId, ...label }: LabelRecord,
  contactCount: number,
  previewContacts: ContactSummary[],
): LabelView {
  return { ...label, userId: accountId, contactCount, previewContacts };
}

/**
 * The ids of the groups and tags of any contact, as far as `fields` names them, as the account is at the head or a moment later.
 * Without them, nothing is read.
 */
export async function readLabelIds(
  { store, memberships }: Pick<LabelViewParts, "store" | "memberships">,
  head: AccountHead,
  fields: readonly string[] = [],
): Promise<(contactId: string) => LabelIds> {
  const kinds = labelKinds.filter((kind) => fields.includes(`${kind}s`));
  if (kinds.length === 0) return () => ({});
  const all = await memberships.load(head);
  const labels = await Promise.all(kinds.map((kind) => listLabels(store, head, kind)));
  return (contactId) => {
    const numbers = new Set(all.numbersOf(contactId));
    const idsOf = (some: readonly LabelRecord[] = []) =>
      some.filter((one) => numbers.has(one.number)).map(({ id }) => id);
    return Object.fromEntries(kinds.map((kind, at) => [`${kind}s`, idsOf(labels[at])]));
  };
}

/** The number of contacts in memory at once; contacts may be long. */
const contactsAtOnce = 100;

async function readSummaries(
  store: Store,
  accountId: string,
  ids: readonly string[],
  avatarUrl: AvatarUrl,
): Promise<Map<string, ContactSummary>> {
  const summaries = new Map<string, ContactSummary>();
  for (let at = 0; at < ids.length; at += contactsAtOnce) {
    for (const contact of await getContacts(store, accountId, ids.slice(at, at + contactsAtOnce))) {
      summaries.set(contact.id, summaryView(contact, avatarUrl));
    }
  }
  return summaries;
}

/** Shows fewer contacts with each label if the answer would be too large. */
function fitPreviews(views: LabelView[], limit: number): LabelView[] {
  const bytes = Buffer.byteLength(JSON.stringify(views));
  if (bytes <= maxAnswerBytes || limit === 0) return views;
  const less = Math.floor((limit * maxAnswerBytes) / bytes);
  return fitPreviews(
    views.map((view) => ({ ...view, previewContacts: view.previewContacts.slice(0, less) })),
    less,
  );
}
