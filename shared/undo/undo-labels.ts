/** Takes changes of one group or tag, or of its members, back. Members may need several transactions. */
import { stringify } from "uuid";
import type { Change } from "../account/change.ts";
import { maxPlanActions } from "../account/store/account-write.ts";
import type { StoredChange } from "../account/store/history.ts";
import { getSummarisedContacts } from "../contact/store/contact-list.ts";
import { noteTrashed } from "../contact-deletion/trash.ts";
import { getShown } from "../contact-deletion/trash-list.ts";
import { membersAfter } from "../label/change-members.ts";
import { Memberships } from "../label/membership-reader.ts";
import {
  fieldsOf,
  getLabels,
  type LabelFields,
  type LabelKind,
  type LabelRecord,
  labelKinds,
  planLabelChange,
  planLabelCreation,
  planLabelDeletion,
} from "../label/store/label.ts";
import { byBucket } from "../label/store/membership-buckets.ts";
import {
  type Edit,
  joining,
  leaving,
  planMemberships,
  readAllBuckets,
  readMemberships,
} from "../label/store/memberships.ts";
import { AppError } from "../platform/http/errors.ts";
import type { UndoSubject } from "./selected-changes.ts";
import {
  keepAll,
  maxValueBytes,
  progressActions,
  type SubjectPlan,
  type UndoStep,
  wholeChanges,
} from "./subject-plan.ts";
import { keptChange, takeBackAll } from "./take-back.ts";

/** How far the members of a label are: the label itself is there, or all buckets are done. After that follow ids. */
const [labelDone, bucketsDone] = ["label", "~"];
/** Members in the trash that one transaction gives the label. */
const hiddenAtOnce = 90;

/** A deleted label comes back with its number, so that everything that named it does so again, then its members follow. */
export async function undoLabel(
  step: UndoStep,
  kind: LabelKind,
  { id, newestFirst, isNew }: UndoSubject,
  inSubject: string,
): Promise<SubjectPlan> {
  const { store, head, now } = step;
  const { accountId } = head;
  const [label] = await getLabels(store, accountId, kind, [id]);
  const deletion = newestFirst.find((change) => change.kind === "deleted");
  if (inSubject !== "") return label && deletion ? rejoin(step, label, deletion, inSubject) : nothing;
  const members = deletion?.members;
  const isUsed = label !== undefined && isNew && (await countMembers(step, label)) > 0;
  const current = label ? fieldsOf(label) : null;
  const outcome = await takeBackAll(current, wholeChanges(step, newestFirst), {
    deletedValues: ({ fields }) => Object.fromEntries(fields.map(({ field, before }) => [field, before])),
    isUsed,
  });
  const { undone, kept, values } = outcome;
  if (values === current || (!label && members?.number === undefined)) return outcome;
  const common = { undone, kept };
  try {
    if (!values && label) {
      const plan = planLabelDeletion(store, head, kind, [label]);
      // No membership names a label without members.
      return { ...plan, ...common, head: { ...plan.head, goneLabels: head.goneLabels } };
    }
    const fields = { emoji: null, ...values } as LabelFields;
    if (label) {
      const { result: _, ...plan } = await planLabelChange(store, head, { kind, id, patch: fields, now });
      return { events: [], changes: [], ...plan, ...common };
    }
    const { number = 0, removed = 0 } = members ?? {};
    const { createdAt = now.toISOString() } = deletion ?? {};
    const others = head.goneLabels?.filter((gone) => gone !== number) ?? [];
    const shown = { ...head, goneLabels: others.length > 0 ? others : null };
    const { result: _, ...plan } = await planLabelCreation(store, shown, { kind, id, fields, now, number, createdAt });
    return { ...plan, ...common, ...(removed > 0 && { inSubject: labelDone }) };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.code !== "conflict") throw fault;
    return keepAll(newestFirst, "changed_since");
  }
}

const nothing = { undone: 0, kept: [] };

async function countMembers({ store, head }: UndoStep, { number }: LabelRecord): Promise<number> {
  if (head.membershipCount === 0) return 0;
  return new Memberships(await readAllBuckets(store, head.accountId)).countOf(number);
}

async function rejoin(step: UndoStep, label: LabelRecord, deletion: StoredChange, done: string): Promise<SubjectPlan> {
  const ids = await memberIds(step, deletion);
  if (done.startsWith(bucketsDone)) return rejoinHidden(step, label, ids, done);
  const plan = await planMembers(step, label, new Map(ids.map((id) => [id, true])), done);
  return { ...plan, ...nothing, inSubject: plan.inSubject || (step.head.trashCount > 0 ? bucketsDone : "") };
}

/** Members that are in the trash have the label when they are restored. */
async function rejoinHidden(step: UndoStep, { number }: LabelRecord, ids: readonly string[], done: string) {
  const { store, head, now } = step;
  const some = ids.toSorted().filter((id) => bucketsDone + id > done);
  const trashed = await getShown(store, head, some.slice(0, hiddenAtOnce), now);
  const join = joining(number, () => undefined);
  const actions = trashed.map(({ contact, labels }) =>
    noteTrashed(store, contact, { labels: join(labels, contact.id) }),
  );
  const last = some[hiddenAtOnce - 1];
  const isDone = some.length <= hiddenAtOnce;
  return { ...nothing, actions, inSubject: isDone ? "" : bucketsDone + last };
}

/** Each contact joins or leaves again, if nobody changed that since. */
export async function undoMembers(
  step: UndoStep,
  { id, newestFirst }: UndoSubject,
  inSubject: string,
): Promise<SubjectPlan> {
  const { store, head } = step;
  const found = await Promise.all(labelKinds.map((kind) => getLabels(store, head.accountId, kind, [id])));
  const [label] = found.flat();
  if (!label) return keepAll(newestFirst, "changed_since");
  const known = newestFirst.filter(({ members }) => members && members.ids.length > 0);
  const listed = await Promise.all(known.map(async (change) => [change, await memberIds(step, change)] as const));
  const all = listed.flatMap(([, ids]) => ids);
  const memberships = await readMemberships(store, head, all);
  const contacts = await getSummarisedContacts(store, head.accountId, [...new Set(all)]);
  const isMember = new Map(all.map((each) => [each, memberships.get(each)?.includes(label.number) === true]));
  const target = new Map(isMember);
  const unknown = newestFirst.filter((each) => !known.includes(each));
  const outcome = { undone: 0, kept: keepAll(unknown, "not_undoable").kept };
  for (const [change, ids] of listed) {
    const joined = (change.members?.added ?? 0) > 0;
    const same = ids.filter((each) => target.get(each) === joined && (joined || contacts.has(each)));
    for (const each of same) target.set(each, !joined);
    if (same.length > 0) outcome.undone++;
    if (same.length < ids.length) outcome.kept.push(keptChange(change, "changed_since", ["members"]));
  }
  const differing = new Map([...target].filter(([each, after]) => isMember.get(each) !== after));
  if (differing.size === 0) return inSubject === "" ? outcome : nothing;
  const plan = await planMembers(step, label, differing, inSubject);
  return { ...plan, ...(inSubject === "" ? outcome : nothing) };
}

/** Continues after the bucket that was done last. Contacts that have the most labels, or that don't exist, are left out. */
async function planMembers(
  step: UndoStep,
  label: LabelRecord,
  target: ReadonlyMap<string, boolean>,
  done: string,
): Promise<Omit<SubjectPlan, "undone" | "kept">> {
  const { store, head, txid } = step;
  const contacts = await getSummarisedContacts(store, head.accountId, [...target.keys()]);
  const buckets = [...byBucket(contacts.keys())].filter(([name]) => done === labelDone || name > done);
  const some = buckets.slice(0, maxPlanActions - progressActions - 2);
  const [join, leave] = [joining(label.number, () => undefined), leaving(label.number)];
  const edit: Edit = (numbers, id) => (target.get(id) ? join : leave)(numbers, id);
  const plan = await planMemberships(store, head, some, edit, txid);
  const about = { subject: "members", subjectId: label.id, kind: "updated", fields: [] } as const;
  const changes = (["add", "remove"] as const).flatMap((does): Change[] => {
    const ids = plan.contactIds.filter((id) => target.get(id) === (does === "add"));
    return ids.length > 0 ? [{ ...about, members: membersAfter(undefined, does, ids) }] : [];
  });
  const isDone = plan.done >= buckets.length;
  return { ...plan, changes, inSubject: isDone ? "" : (some[plan.done - 1]?.[0] ?? done) };
}

const idBytes = 16;

export async function memberIds({ files }: UndoStep, { members }: StoredChange): Promise<string[]> {
  const chunks = await Promise.all(
    (members?.ids ?? []).map((chunk) => (typeof chunk === "string" ? files.read(chunk, 2 * maxValueBytes) : chunk)),
  );
  return chunks.flatMap((chunk) => {
    const count = (chunk?.byteLength ?? 0) / idBytes;
    return Array.from({ length: count }, (_, at) => stringify(chunk ?? new Uint8Array(), at * idBytes));
  });
}
