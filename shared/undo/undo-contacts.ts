/** Takes changes of contacts back, as many contacts in a transaction as fit. */
import { firstFitting } from "../account/store/account-write.ts";
import { changePosition, readContactHistory, type StoredChange } from "../account/store/history.ts";
import { ownValues, presentValues, withOwnValues } from "../contact/change/own-values.ts";
import type { ContactRecord } from "../contact/record.ts";
import { getContacts } from "../contact/store/contact-list.ts";
import { findExternalIdOwner } from "../contact/store/external-ids.ts";
import {
  contactWriteActions,
  historyActions,
  maxCommonActions,
  planContacts,
} from "../contact-change/contact-write.ts";
import { planDeletion } from "../contact-deletion/delete-contacts.ts";
import { tombstoneActions } from "../contact-deletion/deleted-contacts.ts";
import { maxPurgeActions } from "../contact-deletion/purge-list.ts";
import { planRestore } from "../contact-deletion/restore-contacts.ts";
import { getTrashed, momentOfDeletion, type TrashedContact } from "../contact-deletion/trash.ts";
import { hiddenUntil } from "../contact-deletion/trash-list.ts";
import { participationsOf } from "../interaction/store/interaction-list.ts";
import { labelExistence } from "../label/store/label.ts";
import { membershipSize, readMemberships } from "../label/store/memberships.ts";
import { picturesLeft } from "../picture/store/unshown-pictures.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { WriteAction } from "../platform/dynamodb/store.ts";
import { isRelated } from "../relationship/store/relationship.ts";
import type { UndoSubject } from "./selected-changes.ts";
import { keepAll, progressActions, type SubjectPlan, type UndoStep, wholeChanges } from "./subject-plan.ts";
import { type KeptChange, keptChange, type TakenBack, takeBackAll } from "./take-back.ts";

/** The contacts that are read for one transaction. */
export const contactsAtOnce = 40;
const parallelReads = 16;
/** More changes of one contact since its restore are as if somebody had restored it again. */
export const maxChangesSince = 1_000;

interface DecidedContact {
  subject: UndoSubject;
  outcome: TakenBack;
  does: "nothing" | "update" | "remove" | "restore";
  before: ContactRecord | null;
  after: ContactRecord | null;
  /** The contacts that have external ids now which the contact had. */
  rivalIds: readonly string[];
  /** The moment with which a restored contact goes back into the trash, so that the undo of its deletion finds it. */
  trashedAt?: StoredChange["trashedAt"];
}

type CountedPlan = SubjectPlan & Required<Pick<SubjectPlan, "count">>;

/** Of the first contacts, as many as the transaction takes, and that are changed in the same way. */
export async function undoContacts(step: UndoStep, subjects: readonly UndoSubject[]): Promise<CountedPlan> {
  const read = await decideAll(step, subjects.slice(0, contactsAtOnce));
  // The next transaction decides about a contact whose external id this one takes from another.
  const waiting = read.findIndex(({ rivalIds }, at) =>
    read.slice(0, at).some(({ subject, does }) => does !== "nothing" && rivalIds.includes(subject.id)),
  );
  const decided = waiting < 0 ? read : read.slice(0, waiting);
  const first = decided.find((each) => each.does !== "nothing");
  const does = first?.does ?? "nothing";
  const isSame = (each: DecidedContact) => each.does === does && each.trashedAt === first?.trashedAt;
  const other = decided.findIndex((each) => each.does !== "nothing" && !isSame(each));
  const fitting = firstContacts(step, other < 0 ? decided : decided.slice(0, other));
  if (does === "restore") return restoreContacts(step, fitting);
  return { ...(await planChanges(step, fitting, does)), ...sumOf(fitting), count: fitting.length };
}

async function planChanges(
  { store, head, txid, now }: UndoStep,
  fitting: readonly SizedContact[],
  does: DecidedContact["does"],
) {
  const changed = fitting.filter((each) => each.does !== "nothing");
  if (does === "remove") {
    const removed = changed.flatMap(({ before }) => before ?? []);
    const moment = changed[0]?.trashedAt ?? "";
    const deletedAt = moment > hiddenUntil(head, now) ? moment : momentOfDeletion(head, now);
    return planDeletion(store, head, removed, { txid, now, deletedAt });
  }
  const changes = changed.map(({ before, after }) => ({ before, after }));
  const own = changed.flatMap((each) => each.own);
  return { ...planContacts(store, head, changes, { txid, now, own }), pictures: picturesLeft(changes) };
}

/** A contact for which the account has no room stays in the trash. */
async function restoreContacts({ store, head, txid, now }: UndoStep, fitting: DecidedContact[]): Promise<CountedPlan> {
  const inTrash = fitting.filter(({ does }) => does === "restore");
  const restored = new Map(inTrash.flatMap(({ after }) => (after ? [[after.id, after] as const] : [])));
  const change = (contact: ContactRecord) => restored.get(contact.id) ?? contact;
  const { result, ...plan } = await planRestore(store, head, [...restored.keys()], { txid, now, change });
  const results = new Map(result.results.map((each) => [each.id, each]));
  const end = fitting.findIndex(({ does, subject }) => does === "restore" && !results.has(subject.id));
  const done = (end < 0 ? fitting : fitting.slice(0, end)).map((each) => {
    const { refused = null, lost = [] } = results.get(each.subject.id) ?? {};
    const { subject, outcome } = each;
    if (refused) return { ...each, outcome: keepAll(subject.newestFirst, "not_undoable") };
    return { ...each, outcome: { ...outcome, kept: [...outcome.kept, ...lostBy(subject, lost)] } };
  });
  return { ...plan, ...sumOf(done), count: done.length };
}

/** What a newer contact has of a restored one. */
function lostBy({ newestFirst }: UndoSubject, lost: string[]): KeptChange[] {
  const deletion = newestFirst.find(({ kind }) => kind === "deleted");
  return deletion && lost.length > 0 ? [keptChange(deletion, "changed_since", lost)] : [];
}

function sumOf(decided: readonly { outcome: Pick<TakenBack, "undone" | "kept"> }[]) {
  const undone = decided.reduce((sum, { outcome }) => sum + outcome.undone, 0);
  return { undone, kept: decided.flatMap(({ outcome }) => outcome.kept) };
}

async function decideAll(step: UndoStep, subjects: readonly UndoSubject[]): Promise<DecidedContact[]> {
  const { store, head } = step;
  const ids = subjects.map(({ id }) => id);
  const contacts = new Map((await getContacts(store, head.accountId, ids)).map((each) => [each.id, each]));
  const missing = head.trashCount > 0 ? ids.filter((id) => !contacts.has(id)) : [];
  const trashed = new Map((await getTrashed(store, head.accountId, missing)).map((each) => [each.contact.id, each]));
  // What refers to a restored contact may have done so before its deletion.
  const isCreated = ({ id, newestFirst }: UndoSubject) =>
    contacts.has(id) && newestFirst.some(({ kind }) => kind === "created");
  const used = await usedContacts(
    step,
    subjects.filter(isCreated).map(({ id }) => id),
  );
  return mapInParallel(subjects, parallelReads, async (subject) => {
    const { id } = subject;
    return decide(step, subject, { contact: contacts.get(id) ?? null, trashed: trashed.get(id), isUsed: used.has(id) });
  });
}

interface StoredState {
  contact: ContactRecord | null;
  trashed: TrashedContact | undefined;
  isUsed: boolean;
}

async function decide(
  step: UndoStep,
  subject: UndoSubject,
  { contact, trashed, isUsed }: StoredState,
): Promise<DecidedContact> {
  const taken = await takenExternalIds(step, subject);
  const before = contact ?? trashed?.contact ?? null;
  const deletedAt = new Map(subject.newestFirst.map((change) => [change.id, change.trashedAt]));
  const newestFirst = await unlessMoved(step, subject);
  const outcome = await takeBackAll(contact && ownValues(contact), wholeChanges(step, newestFirst), {
    deletedValues: ({ id }) => {
      if (!trashed) return null;
      return deletedAt.get(id) === trashed.deletedAt ? ownValues(trashed.contact) : "changed_since";
    },
    refuses: (field, value) => {
      // The picture was removed when another one took its place.
      if (field === "avatar") return value === null ? null : "not_undoable";
      return field === "externalId" && taken.has(value) ? "changed_since" : null;
    },
    madeOf: presentValues,
    together: ["latitude", "longitude"],
    isUsed,
  });
  const { values } = outcome;
  const common = { subject, outcome, before, rivalIds: [...taken.values()] };
  const { trashedAt } = subject.newestFirst.find(({ kind }) => kind === "restored") ?? {};
  if (!values || !before) return { ...common, does: contact ? "remove" : "nothing", after: null, trashedAt };
  const own: Readonly<Record<string, unknown>> = ownValues(before);
  const differing = Object.entries(values).filter(([field, value]) => own[field] !== value);
  const changed = { ...withOwnValues(before, Object.fromEntries(differing), step), version: step.txid };
  const after = differing.length === 0 ? before : changed;
  if (!contact) return { ...common, does: "restore", after };
  return { ...common, does: after === before ? "nothing" : "update", after };
}

/** A restore loses its hash, so that it is kept, if somebody else has deleted or restored the contact since. */
async function unlessMoved({ store, head, isOwn }: UndoStep, { id, newestFirst, since }: UndoSubject) {
  const restore = newestFirst.findLast(({ kind }) => kind === "restored");
  if (!restore) return newestFirst;
  const range = { from: changePosition(restore.id), to: "~", limit: maxChangesSince };
  const { changes, next } =
    since ?? (await readContactHistory(store, { ...head, hasRelationships: false }, [id], range));
  // The history of a contact also has its relationships.
  const isMove = ({ subject, kind }: StoredChange) =>
    subject === "contact" && (kind === "deleted" || kind === "restored");
  const last = changes.find((change) => isMove(change) && !isOwn(change))?.id ?? "";
  const isMoved = (change: StoredChange) => change.kind === "restored" && (next !== null || change.id < last);
  return newestFirst.map((change) => (isMoved(change) ? { ...change, madeHash: "" } : change));
}

/** The external ids among the values before these changes that another contact has now, with its id. */
async function takenExternalIds(
  { store, head }: UndoStep,
  { id, newestFirst }: UndoSubject,
): Promise<ReadonlyMap<unknown, string>> {
  const values = newestFirst.flatMap(({ fields }) =>
    fields.flatMap(({ n, b }) => (n === "externalId" && typeof b === "string" ? [b] : [])),
  );
  const owners = await mapInParallel(values, parallelReads, (value) => findExternalIdOwner(store, head, value));
  return new Map(
    values.flatMap((value, at) => {
      const owner = owners[at];
      return owner !== undefined && owner !== id ? [[value, owner] as const] : [];
    }),
  );
}

/** The contacts that others put into groups, that have tags, or to which interactions or relationships refer. */
async function usedContacts({ store, head }: UndoStep, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { accountId, interactionCount, deletedContactItems, hasRelationships } = head;
  // Interactions that come back with a contact are counted later.
  const hasInteractions = interactionCount + deletedContactItems > 0;
  const [labels, exists] = await Promise.all([readMemberships(store, head, ids), labelExistence(store, head)]);
  const used = await mapInParallel(ids, parallelReads, async (id) => {
    const isParticipant = hasInteractions && (await participationsOf(store, accountId, id, 1)).length > 0;
    const isLabelled = labels.get(id)?.some(exists);
    return isParticipant || isLabelled || (hasRelationships && (await isRelated(store, accountId, id)));
  });
  return new Set(ids.filter((_, at) => used[at]));
}

interface SizedContact extends DecidedContact {
  actions: number;
  bytes: number;
  /** The actions of the contact itself, which are made once, because packing them takes most of the time. */
  own: WriteAction[];
}

/** At least one. */
function firstContacts({ store, head }: UndoStep, decided: readonly DecidedContact[]): SizedContact[] {
  const labels = membershipSize(head);
  const sized = decided.values().map((each) => {
    const { does, before, after } = each;
    const own = does === "nothing" ? [] : contactWriteActions(store, before, after, head);
    // The item of the trash is one more, and a second item may be rewritten.
    const ofTrash = does === "remove" ? labels.actions + 2 : 0;
    const actions = does === "nothing" ? 0 : own.length + historyActions + ofTrash;
    return { ...each, own, actions, bytes: Buffer.byteLength(JSON.stringify([before, after])) + labels.bytes };
  });
  return firstFitting(sized, progressActions + maxCommonActions + tombstoneActions(head) + maxPurgeActions);
}
