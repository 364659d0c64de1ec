/** Adds any number of contacts to a group or tag, or removes them. */

import { parse } from "uuid";
import type { MemberChunks } from "../account/change.ts";
import type { AccountHead } from "../account/store/account.ts";
import { type RetryPolicy, type WritePlan, writeAccount } from "../account/store/account-write.ts";
import { getChange, jobChangeId } from "../account/store/history.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import { contactNotFound } from "../contact/store/missing-contacts.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { AppError, type ErrorDetail, validationError } from "../platform/http/errors.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import { type LabelKind, type LabelRecord, labelExistence, requireLabel } from "./store/label.ts";
import { byBucket } from "./store/membership-buckets.ts";
import { joining, leaving, type MembershipPlan, maxMemberships, planMemberships } from "./store/memberships.ts";

export interface MemberParts {
  store: Store;
  indexes: ContactIndexes;
  newId: () => string;
  retry?: RetryPolicy;
}

export interface MemberChange {
  kind: LabelKind;
  labelId: string;
  /** Repeated ids count once. */
  contactIds: readonly string[];
  /** The path of a contact in the request. */
  pathOf: (index: number) => string;
  /** Refuses the request if a contact is unknown. Otherwise unknown contacts are skipped. */
  refuseUnknown?: true;
}

export interface MembersChanged {
  label: LabelRecord;
  /** The number of memberships that were added or removed. */
  changed: number;
  txid: string;
}

/** Up to this number of ids, contacts are read to find out whether they exist; more are looked up in the search index. */
const fewIds = 25;

interface Step {
  label: LabelRecord;
  changed: number;
  /**
   * The name of the last bucket that is done; empty for none. Another attempt of the request continues after it, although a
   * filter may then mean other contacts, and so other buckets.
   */
  last: string;
  /** Whether buckets are left. */
  hasMore: boolean;
  /** The id of the change, which all transactions of a request have in common. */
  changeId: string;
}

/**
 * Adds contacts to a label, or removes them, in few transactions: one for up to 96 contacts, three for all contacts of an
 * account. After a crash, the same request does the rest. Throws `group_not_found` or `tag_not_found`; before the first
 * write `validation_error` for the account's own contact, and `contact_not_found`; and `conflict`, with details, if contacts
 * have the largest number of labels.
 */
export async function changeMembers(
  parts: MemberParts,
  accountId: string,
  does: "add" | "remove",
  change: MemberChange,
): Promise<MembersChanged> {
  const { store, retry } = parts;
  const buckets = [...byBucket(change.contactIds)];
  let rest = buckets;
  let changed = 0;
  let changeId = parts.newId();
  for (;;) {
    const left = rest;
    const { result, txid } = await writeAccount(
      store,
      accountId,
      async (head, version): Promise<WritePlan<Step>> => {
        const label = await requireLabel(store, accountId, change.kind, change.labelId);
        const planned =
          does === "remove"
            ? await planMemberships(store, head, left, leaving(label.number), version)
            : await planAddition(parts, head, { change, label, left, isFirst: left === buckets }, version);
        const last = left[planned.done - 1]?.[0] ?? "";
        const step = { label, changed: planned.changed, last, hasMore: planned.done < left.length, changeId };
        if (planned.contactIds.length === 0) return { ...planned, result: step };
        const earlier = left === buckets ? undefined : await getChange(store, accountId, jobChangeId(changeId));
        const members = membersAfter(earlier?.members, does, planned.contactIds);
        const about = { subject: "members", subjectId: label.id, kind: "updated", fields: [] } as const;
        return { ...planned, changes: [{ ...about, members, job: { id: changeId } }], result: step };
      },
      retry,
    );
    const { label, last, hasMore } = result;
    changed += result.changed;
    // If an earlier attempt of the request made this write, its change goes on.
    changeId = result.changeId;
    if (!hasMore) return { label, changed, txid };
    rest = buckets.filter(([name]) => name > last);
  }
}

/** The contacts of one call whose ids are stored, so that it can be taken back. */
const maxUndoableMembers = 10_000;

/** The members of a change after some more contacts join or leave. */
export function membersAfter(
  { added, removed, ids }: MemberChunks = { added: 0, removed: 0, ids: [] },
  does: "add" | "remove",
  contactIds: readonly string[],
): MemberChunks {
  const counts =
    does === "add" ? { added: added + contactIds.length, removed } : { added, removed: removed + contactIds.length };
  const isKept = counts.added + counts.removed <= maxUndoableMembers;
  return { ...counts, ids: isKept ? [...ids, Buffer.concat(contactIds.map((id) => parse(id)))] : [] };
}

interface Addition {
  change: MemberChange;
  label: LabelRecord;
  /** The buckets that are left. */
  left: readonly (readonly [name: string, contactIds: readonly string[]])[];
  isFirst: boolean;
}

async function planAddition(
  parts: MemberParts,
  head: AccountHead,
  { change, label, left, isFirst }: Addition,
  version: number,
): Promise<MembershipPlan> {
  const ids = left.flatMap(([, some]) => some);
  const exists = await existingContacts(parts, head, ids);
  // A contact that later transactions don't find was deleted meanwhile.
  if (isFirst && change.refuseUnknown) await requireAll(parts.store, head, change, exists);
  const known = left.map(([name, some]) => [name, some.filter(exists)] as const);
  const full = new Set<string>();
  const join = joining(label.number, await labelExistence(parts.store, head), (id) => full.add(id));
  const planned = await planMemberships(parts.store, head, known, join, version);
  if (full.size > 0) throw tooManyLabels(change, full);
  return planned;
}

/** Returns whether a contact exists, as the account is at the head. The account's own contact doesn't count. */
async function existingContacts(
  { store, indexes }: MemberParts,
  head: AccountHead,
  ids: readonly string[],
): Promise<(id: string) => boolean> {
  const { accountId } = head;
  if (ids.length > fewIds) {
    const index = await indexes.load(head);
    return (id) => index.has(id);
  }
  const others = ids.filter((id) => id !== accountId);
  const found = new Set((await getContacts(store, accountId, others)).map(({ id }) => id));
  return (id) => found.has(id);
}

async function requireAll(
  store: Store,
  head: AccountHead,
  change: MemberChange,
  exists: (id: string) => boolean,
): Promise<void> {
  const own = faultsOf(change, (id) => id === head.accountId, "The account's own contact can't be in groups or tags.");
  if (own.length > 0) throw validationError(own);
  const { contactIds, pathOf } = change;
  const unknown = contactIds.flatMap((id, at) => (exists(id) ? [] : [{ id, path: pathOf(at) }]));
  if (unknown.length > 0) throw await contactNotFound(store, head, unknown);
}

/** The largest number of contacts in the details, because a filter may mean thousands. */
const maxDetails = 20;

function tooManyLabels(change: MemberChange, full: ReadonlySet<string>): AppError {
  const details = [...full]
    .slice(0, maxDetails)
    .flatMap((id) =>
      faultsOf(change, (other) => other === id, `The contact ${id} has ${maxMemberships} groups and tags, the most.`),
    );
  const [first] = details;
  return new AppError("conflict", { ...(first && { message: first.message }), details });
}

function faultsOf(
  { contactIds, pathOf }: MemberChange,
  isFault: (id: string) => boolean,
  message: string,
): ErrorDetail[] {
  return contactIds.flatMap((id, at) => (isFault(id) ? [{ path: pathOf(at), message }] : []));
}
