/** The groups that the rows of a commit name: joined by label, made when missing, in the transaction of the contacts. */
import { defaultColors, defaultEmoji } from "../labels/defaults.ts";
import type { AccountHead } from "../table/account.ts";
import type { WriteAction } from "../table/account-write.ts";
import { type LabelRecord, listLabels, maxLabels, planLabelCreations } from "../table/label.ts";
import { bucketOf, byBucket } from "../table/membership-buckets.ts";
import { maxMemberships, planMemberships, readMemberships } from "../table/memberships.ts";
import type { Store } from "../table/store.ts";
import { fold } from "../text/fold.ts";

/** What a row does to the groups of its contact. */
export interface Joining {
  contactId: string;
  /** Numbers of the groups that it comes into, which it is not in yet. */
  numbers: readonly number[];
  /** Those of them that are to be made. */
  made: readonly LabelRecord[];
  /** Not all that the row names has room: in the account, in the contact, or in one transaction. */
  isLimited: boolean;
}

export interface JoinScope {
  store: Store;
  head: AccountHead;
  now: Date;
  newId: () => string;
}

/** Groups that one row can make, so that any row fits into a transaction beside its contact. */
const maxMadeByRow = 25;

/** Reads the account's groups, if a row names any, and what these contacts are in. */
export async function startJoins(
  scope: JoinScope,
  labels: readonly string[],
  contactIds: Iterable<string>,
): Promise<GroupJoins> {
  if (labels.length === 0) return new GroupJoins(scope, [], new Map());
  const { store, head } = scope;
  const [groups, own] = await Promise.all([listLabels(store, head, "group"), readMemberships(store, head, contactIds)]);
  return new GroupJoins(scope, groups, own);
}

export class GroupJoins {
  private readonly scope: JoinScope;
  /** By folded label: of several the oldest. */
  private readonly groups = new Map<string, LabelRecord>();
  private readonly own: ReadonlyMap<string, readonly number[]>;
  private readonly made: LabelRecord[] = [];
  private readonly joined = new Map<string, number[]>();

  /** The groups in the order of `listLabels`. */
  constructor(scope: JoinScope, groups: readonly LabelRecord[], own: ReadonlyMap<string, readonly number[]>) {
    this.scope = scope;
    this.own = own;
    for (const group of groups) {
      const known = this.groups.get(fold(group.label));
      if (!known || group.id < known.id) this.groups.set(fold(group.label), group);
    }
  }

  /** Notes nothing: see `accept`. The account's own contact is in no group. */
  propose(contactId: string, labels: readonly string[]): Joining {
    if (contactId === this.scope.head.accountId) return { contactId, numbers: [], made: [], isLimited: false };
    const before = new Set([...(this.own.get(contactId) ?? []), ...(this.joined.get(contactId) ?? [])]);
    const made: LabelRecord[] = [];
    const numbers: number[] = [];
    let isLimited = false;
    for (const label of new Map(labels.map((each) => [fold(each), each])).values()) {
      const known = this.groups.get(fold(label));
      if (known && before.has(known.number)) continue;
      const group = known ?? this.newGroup(label, made.length);
      if (before.size + numbers.length >= maxMemberships || !group) {
        isLimited = true;
        continue;
      }
      numbers.push(group.number);
      if (!known) made.push(group);
    }
    return { contactId, numbers, made, isLimited };
  }

  /** Actions of the transaction for all that was accepted, and for this. */
  actionsWith({ contactId, numbers, made }: Joining): number {
    const buckets = new Set([...this.joined.keys(), ...(numbers.length > 0 ? [contactId] : [])].map(bucketOf));
    return this.made.length + made.length + buckets.size;
  }

  accept({ contactId, numbers, made }: Joining): void {
    if (numbers.length === 0) return;
    this.joined.set(contactId, [...(this.joined.get(contactId) ?? []), ...numbers]);
    this.made.push(...made);
    for (const group of made) this.groups.set(fold(group.label), group);
  }

  /** `head` is that which the joins were started with, or what the plan has made of it since. */
  async plan(head: AccountHead, version: number): Promise<{ actions: WriteAction[]; head: AccountHead }> {
    const { store } = this.scope;
    const created = planLabelCreations(store, head, "group", this.made);
    const buckets = byBucket(this.joined.keys());
    const join = (numbers: readonly number[], contactId: string) => {
      const all = new Set([...numbers, ...(this.joined.get(contactId) ?? [])]);
      return [...all].sort((one, other) => one - other);
    };
    const memberships = await planMemberships(store, created.head, buckets, join, version);
    if (memberships.taken < buckets.size) throw new Error("the memberships of a commit do not fit");
    return { actions: [...created.actions, ...memberships.actions], head: memberships.head };
  }

  /** Undefined where there is no room; `further` is how many the row makes besides. */
  private newGroup(label: string, further: number): LabelRecord | undefined {
    const { head, now, newId } = this.scope;
    const count = this.made.length + further;
    if (further >= maxMadeByRow || head.groupCount + count >= maxLabels) return undefined;
    const time = now.toISOString();
    return {
      accountId: head.accountId,
      kind: "group",
      id: newId(),
      number: head.lastLabelNumber + count + 1,
      label,
      emoji: defaultEmoji,
      color: defaultColors.group,
      createdAt: time,
      updatedAt: time,
    };
  }
}
