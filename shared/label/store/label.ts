/**
 * Groups (`G#`) and tags (`Y#`): labels of contacts. The item has only the label itself. Its members are stored separately
 * (memberships.ts), under the number of the label.
 */
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { type Change, changeOfValues } from "../../account/change.ts";
import type { WebhookEvent } from "../../account/events.ts";
import type { AccountHead } from "../../account/store/account.ts";
import type { PlanPart, WritePlan } from "../../account/store/account-write.ts";
import { markLabels } from "../../account/store/label-changes.ts";
import { batchGet } from "../../platform/dynamodb/batch.ts";
import { prefixQuery, queryItems } from "../../platform/dynamodb/query.ts";
import { accountPartition, type Store, type Stored, type WriteAction } from "../../platform/dynamodb/store.ts";
import { AppError } from "../../platform/http/errors.ts";
import { fold } from "../../platform/text/fold.ts";
import { planHiding } from "./hidden-labels.ts";

export type LabelKind = "group" | "tag";

export interface LabelRecord {
  accountId: string;
  kind: LabelKind;
  id: string;
  /** A number that is unique among the groups and tags of the account, and never reused. */
  number: number;
  label: string;
  /** Null for a tag. */
  emoji: string | null;
  /** `#rrggbb`. */
  color: string;
  createdAt: string;
  updatedAt: string;
}

/** The fields that a request writes. */
export type LabelFields = Pick<LabelRecord, "label" | "emoji" | "color">;

/** The largest number of groups, and of tags, in an account. */
export const maxLabels = 500;
export const defaultEmoji = "👥";
export const defaultColors = { group: "#2f6fed", tag: "#64748b" } as const;

/** The start of the sort keys, which are also the names of deleted labels in the log of changes. */
export const labelKeyStarts = { group: "G#", tag: "Y#" } as const;
export const labelKinds = ["group", "tag"] as const satisfies readonly LabelKind[];
const countNames = { group: "groupCount", tag: "tagCount" } as const;

function labelKey(accountId: string, kind: LabelKind, id: string) {
  return { pk: accountPartition(accountId), sk: labelKeyStarts[kind] + id };
}

function labelToItem({ accountId, kind, emoji, ...fields }: LabelRecord): Record<string, unknown> {
  return { ...labelKey(accountId, kind, fields.id), ...fields, ...(emoji !== null && { emoji }) };
}

function labelFromItem(accountId: string, kind: LabelKind, item: Record<string, unknown>): LabelRecord {
  const {
    pk: _pk,
    sk: _sk,
    emoji = null,
    ...fields
  } = item as Stored<Omit<LabelRecord, "accountId" | "kind">, "emoji">;
  return { ...fields, accountId, kind, emoji };
}

/** Consistently reads a label. Throws `group_not_found` or `tag_not_found`. */
export async function requireLabel(store: Store, accountId: string, kind: LabelKind, id: string): Promise<LabelRecord> {
  const { Item } = await store.client.send(
    new GetCommand({ TableName: store.tableName, Key: labelKey(accountId, kind, id), ConsistentRead: true }),
  );
  if (!Item) throw labelNotFound(kind);
  return labelFromItem(accountId, kind, Item);
}

export function labelNotFound(kind: LabelKind): AppError {
  return new AppError(kind === "group" ? "group_not_found" : "tag_not_found");
}

/** Consistently reads the labels that exist, in no particular order. */
export async function getLabels(
  store: Store,
  accountId: string,
  kind: LabelKind,
  ids: readonly string[],
): Promise<LabelRecord[]> {
  const items = await batchGet(
    store,
    ids.map((id) => labelKey(accountId, kind, id)),
  );
  return items.map((item) => labelFromItem(accountId, kind, item));
}

/** Consistently reads all labels of a kind, sorted by label without regard to case and accents, then by id. */
export async function listLabels(store: Store, head: AccountHead, kind: LabelKind): Promise<LabelRecord[]> {
  const { accountId } = head;
  if (head[countNames[kind]] === 0) return [];
  const keyed: { label: LabelRecord; key: string }[] = [];
  for await (const item of queryItems(store, prefixQuery(accountId, labelKeyStarts[kind]))) {
    const label = labelFromItem(accountId, kind, item);
    keyed.push({ label, key: `${fold(label.label)}\u0000${label.id}` });
  }
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ label }) => label);
}

/** The numbers of all groups and tags that exist. */
export async function labelNumbers(store: Store, head: AccountHead): Promise<Set<number>> {
  const labels = await Promise.all(labelKinds.map((kind) => listLabels(store, head, kind)));
  return new Set(labels.flat().map(({ number }) => number));
}

/** Whether labels with these numbers exist. They are read only if the account has deleted any. */
export async function labelExistence(store: Store, head: AccountHead): Promise<(number: number) => boolean> {
  if (!head.hasHiddenLabels) return () => true;
  const numbers = await labelNumbers(store, head);
  return (number) => numbers.has(number);
}

/** The events of labels whose members change. The labels are read, for their ids, only if a webhook subscribes. */
export async function memberEvents(store: Store, head: AccountHead, numbers: Set<number>): Promise<WebhookEvent[]> {
  const read = labelKinds.filter((kind) => numbers.size > 0 && head.webhookEvents?.includes(`${kind}.changed`));
  const labels = await Promise.all(read.map((kind) => listLabels(store, head, kind)));
  return labels.flat().flatMap((label) => (numbers.has(label.number) ? labelChanged(label) : []));
}

function labelChanged({ kind, id }: LabelRecord): WebhookEvent {
  return kind === "group" ? { type: "group.changed", groupId: id } : { type: "tag.changed", tagId: id };
}

/**
 * A deleted label comes back with its number and its time of creation. Throws `conflict` if the account has the largest number of
 * labels, or another tag has the same label.
 */
export async function planLabelCreation(
  store: Store,
  head: AccountHead,
  made: {
    kind: LabelKind;
    id: string;
    fields: LabelFields;
    now: Date;
    number?: number | undefined;
    createdAt?: string | undefined;
  },
): Promise<WritePlan<LabelRecord> & PlanPart> {
  const { accountId, lastLabelNumber } = head;
  const { kind, id, fields, now, number = lastLabelNumber + 1 } = made;
  const count = head[countNames[kind]];
  if (count >= maxLabels)
    throw new AppError("conflict", { message: `The account has ${maxLabels} ${kind}s, the most.` });
  await requireFree(store, head, { kind, id, label: fields.label });
  const time = now.toISOString();
  const { createdAt = time } = made;
  const label: LabelRecord = { accountId, kind, id, number, ...fields, createdAt, updatedAt: time };
  return { ...planLabelCreations(store, head, kind, [label]), result: label };
}

/** The labels have the next numbers of the head, in their order. The caller checks `maxLabels`. */
export function planLabelCreations(
  store: Store,
  head: AccountHead,
  kind: LabelKind,
  labels: readonly LabelRecord[],
): PlanPart {
  const last = labels.at(-1);
  if (!last) return { actions: [], head, events: [], changes: [] };
  const numbers = labels.map(({ number }) => number);
  const marked = markLabels(head, numbers);
  const counted = { [countNames[kind]]: head[countNames[kind]] + labels.length };
  return {
    actions: labels.map((label): WriteAction => ({ Put: { TableName: store.tableName, Item: labelToItem(label) } })),
    head: { ...marked, ...counted, lastLabelNumber: Math.max(head.lastLabelNumber, last.number) },
    events: labels.map(labelChanged),
    changes: labels.map((label) => labelHistory(null, label)),
  };
}

/** A patch that changes nothing writes nothing. Throws like `requireLabel`, and `conflict` like the creation. */
export async function planLabelChange(
  store: Store,
  head: AccountHead,
  request: {
    kind: LabelKind;
    id: string;
    patch: { [Name in keyof LabelFields]?: LabelFields[Name] | undefined };
    now: Date;
  },
): Promise<WritePlan<LabelRecord>> {
  const { kind, id, patch, now } = request;
  const before = await requireLabel(store, head.accountId, kind, id);
  const { label = before.label, emoji = before.emoji, color = before.color } = patch;
  if (label === before.label && emoji === before.emoji && color === before.color) {
    return { actions: [], head, result: before };
  }
  if (fold(label) !== fold(before.label)) await requireFree(store, head, { kind, id, label });
  const after = { ...before, label, emoji, color, updatedAt: now.toISOString() };
  const actions = [{ Put: { TableName: store.tableName, Item: labelToItem(after) } }];
  const changed = { events: [labelChanged(after)], changes: [labelHistory(before, after)] };
  return { actions, head: markLabels(head, [after.number]), ...changed, result: after };
}

function labelHistory(before: LabelRecord | null, after: LabelRecord | null): Change {
  const label = after ?? before;
  if (!label) throw new Error("a change of no label");
  const values = changeOfValues(before && fieldsOf(before), after && fieldsOf(after), label.createdAt);
  return { subject: label.kind, subjectId: label.id, ...values };
}

/** A tag has no emoji. */
export function fieldsOf({ kind, label, emoji, color }: LabelRecord): Readonly<Record<string, unknown>> {
  return { label, ...(kind === "group" && { emoji }), color };
}

/** Deletes labels. Their members are hidden with them, so that an undo can bring them back (hidden-labels.ts). */
export async function planLabelDeletion(
  store: Store,
  head: AccountHead,
  kind: LabelKind,
  {
    labels,
    now,
    countOf = () => 0,
  }: { labels: readonly LabelRecord[]; now: Date; countOf?: (number: number) => number },
): Promise<PlanPart> {
  if (labels.length === 0) return { actions: [], head, events: [], changes: [] };
  const keys = labels.map(({ id }) => labelKey(head.accountId, kind, id));
  const actions = keys.map((Key): WriteAction => ({ Delete: { TableName: store.tableName, Key } }));
  const sortKeys = keys.map(({ sk }) => sk);
  const marked = markLabels(head, sortKeys);
  const numbers = labels.map(({ number }) => number);
  const hidden = await planHiding(store, marked, numbers, now);
  const after = { ...hidden.head, [countNames[kind]]: head[countNames[kind]] - labels.length };
  const changes = labels.map((label) => {
    const { number } = label;
    return { ...labelHistory(label, null), members: { added: 0, removed: countOf(number), ids: [], number } };
  });
  return { actions: [...actions, ...hidden.actions], head: after, events: labels.map(labelChanged), changes };
}

/** Tags have different labels, without regard to case and accents. Groups may have the same label. */
async function requireFree(
  store: Store,
  head: AccountHead,
  { kind, id, label }: { kind: LabelKind; id: string; label: string },
): Promise<void> {
  if (kind !== "tag") return;
  const folded = fold(label);
  const others = await listLabels(store, head, kind);
  if (others.some((other) => other.id !== id && fold(other.label) === folded)) {
    throw new AppError("conflict", { message: "Another tag has this label." });
  }
}
