/** The groups of imported rows. Contacts join them by label, and missing groups are created, in the contacts' transaction. */

import type { AccountHead } from "../account/store/account.ts";
import type { PlanPart } from "../account/store/account-write.ts";
import {
  defaultColors,
  defaultEmoji,
  type LabelRecord,
  labelExistence,
  listLabels,
  maxLabels,
  planLabelCreations,
} from "../label/store/label.ts";
import { bucketOf, byBucket } from "../label/store/membership-buckets.ts";
import { maxMemberships, planMemberships, readMemberships } from "../label/store/memberships.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import { fold } from "../platform/text/fold.ts";

/** The groups that the contact of a row joins. */
export interface GroupJoin {
  contactId: string;
  /** The numbers of groups of which the contact is not a member yet. */
  numbers: readonly number[];
  /** The groups among them that the write creates. */
  created: readonly LabelRecord[];
  /** Whether a group is missing because of a limit of the account, the contact or the transaction. */
  isLimited: boolean;
}

export interface JoinScope {
  store: Store;
  head: AccountHead;
  now: Date;
  newId: () => string;
}

const noJoin = { contactId: "", numbers: [], created: [] };

/** The groups that one row creates at most, so that any row fits into a transaction together with its contact. */
const maxCreatedByRow = 25;

/** Reads the groups of the account and the memberships of these contacts, if any row has groups. */
export async function startJoins(
  scope: JoinScope,
  labels: readonly string[],
  contactIds: Iterable<string>,
): Promise<GroupJoins> {
  if (labels.length === 0) return new GroupJoins(scope, [], new Map());
  const { store, head } = scope;
  const [groups, exists, all] = await Promise.all([
    listLabels(store, head, "group"),
    labelExistence(store, head),
    readMemberships(store, head, contactIds),
  ]);
  return new GroupJoins(scope, groups, new Map([...all].map(([id, numbers]) => [id, numbers.filter(exists)])));
}

export class GroupJoins {
  private readonly scope: JoinScope;
  /** The oldest group of each folded label. */
  private readonly groups = new Map<string, LabelRecord>();
  private readonly own: ReadonlyMap<string, readonly number[]>;
  private readonly created: LabelRecord[] = [];
  private readonly joined = new Map<string, number[]>();

  constructor(scope: JoinScope, groups: readonly LabelRecord[], own: ReadonlyMap<string, readonly number[]>) {
    this.scope = scope;
    this.own = own;
    for (const group of groups) {
      const known = this.groups.get(fold(group.label));
      if (!known || group.id < known.id) this.groups.set(fold(group.label), group);
    }
  }

  /** Changes nothing until `accept` is called. The account's own contact is never a member of a group. */
  propose(contactId: string, labels: readonly string[]): GroupJoin {
    if (contactId === this.scope.head.accountId) return { contactId, numbers: [], created: [], isLimited: false };
    const before = new Set([...(this.own.get(contactId) ?? []), ...(this.joined.get(contactId) ?? [])]);
    const created: LabelRecord[] = [];
    const numbers: number[] = [];
    let isLimited = false;
    for (const label of new Map(labels.map((each) => [fold(each), each])).values()) {
      const known = this.groups.get(fold(label));
      if (known && before.has(known.number)) continue;
      const group = known ?? this.newGroup(label, created.length);
      if (before.size + numbers.length >= maxMemberships || !group) {
        isLimited = true;
        continue;
      }
      numbers.push(group.number);
      if (!known) created.push(group);
    }
    return { contactId, numbers, created, isLimited };
  }

  /** The number of actions that the accepted joins and this one take. */
  actionsWith({ contactId, numbers, created }: Omit<GroupJoin, "isLimited"> = noJoin): number {
    const buckets = new Set([...this.joined.keys(), ...(numbers.length > 0 ? [contactId] : [])].map(bucketOf));
    return this.created.length + created.length + buckets.size;
  }

  accept({ contactId, numbers, created }: GroupJoin): void {
    if (numbers.length === 0) return;
    this.joined.set(contactId, [...(this.joined.get(contactId) ?? []), ...numbers]);
    this.created.push(...created);
    for (const group of created) this.groups.set(fold(group.label), group);
  }

  /** The ids of the groups that accepted joins create. */
  createdIds(): string[] {
    return this.created.map(({ id }) => id);
  }

  /** `head` is the head that the joins were started with, as the plan has changed it since. */
  async plan(head: AccountHead, version: number): Promise<PlanPart> {
    const { store } = this.scope;
    const creation = planLabelCreations(store, head, "group", this.created);
    const buckets = byBucket(this.joined.keys());
    const join = (numbers: readonly number[], contactId: string) => {
      const all = new Set([...numbers, ...(this.joined.get(contactId) ?? [])]);
      return [...all].sort((one, other) => one - other);
    };
    const memberships = await planMemberships(store, creation.head, buckets, join, version);
    if (memberships.done < buckets.size) throw new Error("the memberships of a commit do not fit");
    return {
      actions: [...creation.actions, ...memberships.actions],
      head: memberships.head,
      events: [...creation.events, ...memberships.events],
      changes: [],
    };
  }

  /** Undefined when a limit is reached. `createdByRow` is the number of groups that the same row creates already. */
  private newGroup(label: string, createdByRow: number): LabelRecord | undefined {
    const { head, now, newId } = this.scope;
    const count = this.created.length + createdByRow;
    if (createdByRow >= maxCreatedByRow || head.groupCount + count >= maxLabels) return undefined;
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
