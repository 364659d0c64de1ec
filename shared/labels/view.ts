/** Groups and tags with what follows from their members: how many there are, and some of them. */
import type { ContactSummary } from "../contact/answer.ts";
import { summaryView } from "../contact/view.ts";
import type { AvatarUrl, AvatarUrls } from "../files/avatar-urls.ts";
import { maxAnswerBytes } from "../lists/answer-size.ts";
import type { AvatarVariant } from "../pictures/avatar-variants.ts";
import type { AccountHead } from "../table/account.ts";
import { getContacts } from "../table/contact-list.ts";
import type { LabelRecord } from "../table/label.ts";
import type { Store } from "../table/store.ts";
import type { GroupAnswer, TagAnswer } from "./answer.ts";
import type { MembershipReader } from "./membership-reader.ts";

export interface LabelViewParts {
  store: Store;
  memberships: MembershipReader;
  avatarUrls: AvatarUrls;
  now: () => Date;
}

export interface PreviewQuery extends AvatarVariant {
  /** Contacts that are shown with each label; fewer where the answer would be too large. */
  previewLimit: number;
}

/** Of a single label, and of a list that does not say otherwise. */
export const usualPreview = 3;

/** A label and its members; `emoji` is null for a tag. */
export type LabelView = Omit<GroupAnswer, "emoji"> & { emoji: string | null };

export function groupView({ emoji, ...view }: LabelView): GroupAnswer {
  return { ...view, emoji: emoji ?? "" };
}

export function tagView({ emoji: _emoji, ...view }: LabelView): TagAnswer {
  return view;
}

/** Of a label that was just made: nobody is in it. */
export function newLabelView(label: LabelRecord): LabelView {
  return labelView(label, 0, []);
}

/** As the account is at the head, or a moment later. Reads each contact that is shown once. */
export async function viewLabels(
  { store, memberships, avatarUrls, now }: LabelViewParts,
  head: AccountHead,
  labels: readonly LabelRecord[],
  { previewLimit, ...variant }: PreviewQuery,
): Promise<LabelView[]> {
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

/** Contacts that are in memory at once: they may be long. */
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

/** Shows fewer contacts with each, when all labels of an account with their contacts' pictures would be too much. */
function fitPreviews(views: LabelView[], limit: number): LabelView[] {
  const bytes = Buffer.byteLength(JSON.stringify(views));
  if (bytes <= maxAnswerBytes || limit === 0) return views;
  const less = Math.floor((limit * maxAnswerBytes) / bytes);
  return fitPreviews(
    views.map((view) => ({ ...view, previewContacts: view.previewContacts.slice(0, less) })),
    less,
  );
}
