/** Takes changes of one group or tag, or of its members, back. Those of members may need several transactions. */
import { stringify } from "uuid";
import type { Change } from "../account/change.ts";
import { maxPlanActions } from "../account/store/account-write.ts";
import type { StoredChange } from "../account/store/history.ts";
import { getSummarisedContacts } from "../contact/store/contact-list.ts";
import { membersAfter } from "../label/change-members.ts";
import { Memberships } from "../label/membership-reader.ts";
import {
  fieldsOf,
  getLabels,
  type LabelFields,
  type LabelKind,
  type LabelRecord,
  labelExistence,
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

/** A deleted label comes back with its number, so that everything that names it does so again: its members, hidden ones, and merges. */
export async function undoLabel(
  step: UndoStep,
  kind: LabelKind,
  { id, newestFirst, isNew }: UndoSubject,
): Promise<SubjectPlan> {
  const { store, head, now } = step;
  const { accountId } = head;
  const [label] = await getLabels(store, accountId, kind, [id]);
  const deletion = newestFirst.find((change) => change.kind === "deleted");
  const { createdAt, members: { number } = {} } = deletion ?? {};
  const count = await countMembers(step, label?.number ?? number);
  // Those with which it came back go with it.
  const own = newestFirst.at(-1)?.members?.added ?? 0;
  const current = label ? fieldsOf(label) : null;
  const outcome = await takeBackAll(current, wholeChanges(step, newestFirst), {
    deletedValues: ({ fields }) => Object.fromEntries(fields.map(({ field, before }) => [field, before])),
    isUsed: isNew && count > own,
  });
  const { undone, kept, values } = outcome;
  if (values === current || (!label && number === undefined)) return outcome;
  const common = { undone, kept };
  try {
    if (!values && label) {
      const deleted = { labels: [label], now, countOf: () => count };
      return { ...(await planLabelDeletion(store, head, kind, deleted)), ...common };
    }
    const fields = { emoji: null, ...values } as LabelFields;
    if (label) {
      const { result: _, ...plan } = await planLabelChange(store, head, { kind, id, patch: fields, now });
      return { events: [], changes: [], ...plan, ...common };
    }
    const { result: _, ...plan } = await planLabelCreation(store, head, { kind, id, fields, now, number, createdAt });
    const changes = plan.changes.map((change) => ({ ...change, members: { added: count, removed: 0, ids: [] } }));
    return { ...plan, ...common, changes };
  } catch (fault) {
    if (!(fault instanceof AppError) || fault.code !== "conflict") throw fault;
    return keepAll(newestFirst, "changed_since");
  }
}

const nothing = { undone: 0, kept: [] };

async function countMembers({ store, head }: UndoStep, number: number | undefined): Promise<number> {
  if (head.membershipCount === 0 || number === undefined) return 0;
  return new Memberships(await readAllBuckets(store, head.accountId)).countOf(number);
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
  const buckets = [...byBucket(contacts.keys())].filter(([name]) => name > done);
  const some = buckets.slice(0, maxPlanActions - progressActions - 2);
  const [join, leave] = [joining(label.number, await labelExistence(store, head)), leaving(label.number)];
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
