/** Puts contacts into a group or a tag and takes them out, however many. */
import { AppError, type ErrorDetail, validationError } from "../http/errors.ts";
import type { ContactIndexes } from "../search/contact-indexes.ts";
import type { AccountHead } from "../table/account.ts";
import { type RetryPolicy, type WritePlan, writeAccount } from "../table/account-write.ts";
import { getContacts } from "../table/contact-list.ts";
import { type LabelKind, type LabelRecord, requireLabel } from "../table/label.ts";
import { byBucket } from "../table/membership-buckets.ts";
import { joining, leaving, maxMemberships, planMemberships } from "../table/memberships.ts";
import type { Store } from "../table/store.ts";

export interface MemberParts {
  store: Store;
  indexes: ContactIndexes;
  retry?: RetryPolicy;
}

export interface MemberChange {
  kind: LabelKind;
  labelId: string;
  /** Repeated ones count once. */
  contactIds: readonly string[];
  /** Where the request names a contact. */
  pathOf: (index: number) => string;
  /** Refuses the whole when a contact is unknown; without it unknown ones are passed over. */
  refuseUnknown?: true;
}

export interface MembersChanged {
  label: LabelRecord;
  /** Memberships that really came or went. */
  changed: number;
  txid: string;
}

/** Ids up to which their contacts are read to see that they exist; more are looked up in the search index. */
const fewIds = 25;

interface Step {
  label: LabelRecord;
  changed: number;
  /**
   * The bucket that was seen to last, by its name: another attempt of the request goes on after it, although a filter may
   * then mean other contacts, and so other buckets. Empty when there was none.
   */
  last: string;
  /** Others come after it. */
  hasMore: boolean;
}

/**
 * In as few transactions as the buckets of the contacts need: one for up to 96 contacts, three for all of an account.
 * Each is whole, and the same request sent again does what a crash left. Throws `group_not_found` or `tag_not_found`;
 * before anything is written `validation_error` for the account's own contact and `contact_not_found`; and `conflict` when
 * contacts have as many labels as they may have, which it names.
 */
export async function addMembers(parts: MemberParts, accountId: string, change: MemberChange): Promise<MembersChanged> {
  return inSteps(parts, accountId, change, async (head, version, label, buckets) => {
    const exists = await existingContacts(
      parts,
      head,
      buckets.flatMap(([, ids]) => ids),
    );
    // Of later transactions, it was deleted meanwhile.
    const isFirst = buckets.length === byBucket(change.contactIds).size;
    if (isFirst && change.refuseUnknown) requireAll(accountId, change, exists);
    const known = buckets.map(([name, ids]) => [name, ids.filter(exists)] as const);
    const full = new Set<string>();
    const join = joining(label.number, (id) => full.add(id));
    const planned = await planMemberships(parts.store, head, known, join, version);
    if (full.size > 0) throw tooManyLabels(change, full);
    return planned;
  });
}

/** As `addMembers`; contacts that are unknown or not in it are passed over. */
export async function removeMembers(
  parts: MemberParts,
  accountId: string,
  change: MemberChange,
): Promise<MembersChanged> {
  return inSteps(parts, accountId, change, (head, version, label, buckets) =>
    planMemberships(parts.store, head, buckets, leaving(label.number), version),
  );
}

type PlanStep = (
  head: AccountHead,
  version: number,
  label: LabelRecord,
  /** Those that are left. */
  buckets: readonly (readonly [name: string, contactIds: readonly string[]])[],
) => ReturnType<typeof planMemberships>;

async function inSteps(
  { store, retry }: MemberParts,
  accountId: string,
  { kind, labelId, contactIds }: MemberChange,
  planStep: PlanStep,
): Promise<MembersChanged> {
  const buckets = [...byBucket(contactIds)];
  let rest = buckets;
  let changed = 0;
  for (;;) {
    const left = rest;
    const { result, txid } = await writeAccount(
      store,
      accountId,
      async (head, version): Promise<WritePlan<Step>> => {
        const label = await requireLabel(store, accountId, kind, labelId);
        const planned = await planStep(head, version, label, left);
        const last = left[planned.taken - 1]?.[0] ?? "";
        const step = { label, changed: planned.changed, last, hasMore: planned.taken < left.length };
        return { ...planned, result: step };
      },
      retry,
    );
    const { label, last, hasMore } = result;
    changed += result.changed;
    if (!hasMore) return { label, changed, txid };
    rest = buckets.filter(([name]) => name > last);
  }
}

/** Says which contacts exist as the account is at the head; the account's own counts as none. */
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

function requireAll(accountId: string, change: MemberChange, exists: (id: string) => boolean): void {
  const own = faultsOf(change, (id) => id === accountId, "The account's own contact can't be in groups or tags.");
  if (own.length > 0) throw validationError(own);
  const unknown = faultsOf(change, (id) => !exists(id), "There is no such contact.");
  if (unknown.length > 0) throw new AppError("contact_not_found", { details: unknown });
}

/** Contacts that are told of those that have too many labels: a filter may mean thousands. */
const maxTold = 20;

function tooManyLabels(change: MemberChange, full: ReadonlySet<string>): AppError {
  const told = [...full].slice(0, maxTold);
  const details = told.flatMap((id) =>
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
