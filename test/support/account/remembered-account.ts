/** An account whose steps are also made in a model, by several authors whose processes may be killed. All that is shown is compared. */
import { inspect, isDeepStrictEqual } from "node:util";
import { v7 as newId } from "uuid";
import { expect } from "vitest";
import { deletionKey } from "../../../shared/account/store/account-keys.ts";
import { getContacts } from "../../../shared/contact/store/contact-list.ts";
import { noContacts, putContactSet } from "../../../shared/contact-deletion/contact-set.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { withAuthor } from "../../../shared/platform/http/author.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import { contactCalls, seedAccount } from "../contact/contact-calls.ts";
import { workOnSet } from "../contact/deletion-work.ts";
import { type BegunCommit, createImportStand } from "../import/import-work.ts";
import { groupCalls } from "../interaction/group-calls.ts";
import { interactionCalls } from "../interaction/interaction-calls.ts";
import { memoryAccountFiles } from "../process/account-files.ts";
import { Killed, killedAfter } from "../process/killed-process.ts";
import {
  AccountModel,
  type AccountState,
  type Fields,
  type LoggedChange,
  type ModelChange,
  type ShownAccount,
  type Subject,
  subjects,
} from "./account-model.ts";
import {
  type AccountStep,
  blankContact,
  type MergeStep,
  phone,
  planStep,
  session,
  takeUnasked,
} from "./account-steps.ts";
import { isBulkDeletion, type Kept, undoChanges } from "./account-undo.ts";
import { activityOf } from "./history-calls.ts";
import { storeWithFiles, undoCalls } from "./undo-calls.ts";

type Answered = Omit<Awaited<ReturnType<typeof activityOf>>["changes"][number], "contact">;

export class RememberedAccount {
  readonly model = new AccountModel();
  private readonly parts;
  private readonly seen = new Set<string>();
  /** The time of the last change that an undo made. */
  private lastUndo = "";

  private constructor(table: Store, accountId: string) {
    const files = memoryAccountFiles();
    const store = storeWithFiles(table, files);
    const stand = createImportStand(store, Date.now());
    this.parts = { accountId, store, files, stand, imports: [] as BegunCommit[], merges: [] as MergeStep[] };
  }

  static async open(store: Store): Promise<RememberedAccount> {
    return new RememberedAccount(store, await seedAccount(store));
  }

  async take(step: AccountStep): Promise<void> {
    const { does, author, dies } = step;
    if (does === "undo changes") return this.undo(step);
    const { model, parts } = this;
    const { store, stand } = parts;
    stand.pass(Date.now() - stand.now().getTime());
    const process = dies > 0 ? killedAfter(store, dies).store : store;
    const plan = planStep({ ...step, does }, { ...parts, author, state: model.state, process });
    if (!plan) return;
    const end = await withAuthor(author, plan.call).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === plan.refusal) return "refused";
      if (!(error instanceof Killed)) throw error;
      await plan.again?.();
      return plan.again ? undefined : "killed";
    });
    const shown = await this.read();
    const isWritten = end === "killed" ? !isDeepStrictEqual(shown, model.state.shown()) : end !== "refused";
    const origin = { by: author.id, agent: author.agent, ...plan.origin };
    const work = (state: AccountState) => {
      plan.work(state, shown);
      takeUnasked(state, shown);
    };
    const changes = isWritten ? model.write(origin, [plan.subject ?? "contact"], work) : [];
    expect(shown).toEqual(model.state.shown());
    await this.expectActivity(changes.filter(({ inActivity }) => inActivity));
  }

  /** Changes of one write, and their fields, have no order. Contacts are those that are shown now. */
  private inOrder(changes: readonly ModelChange[]): unknown[] {
    const { state } = this.model;
    const shown = (value: unknown) => {
      if (Array.isArray(value)) return state.shownIds(value);
      return typeof value === "string" ? state.survivorOf(value) : value;
    };
    const plain = changes.map(({ fields, ...change }) => {
      const isOf = ({ field }: Fields) => field === "participantIds" || field === "relatedPersonId";
      const all = fields.map((each) =>
        isOf(each) ? { ...each, before: shown(each.before), after: shown(each.after) } : each,
      );
      const { contactId } = change;
      return { ...change, contactId: contactId && state.survivorOf(contactId), fields: sorted(all) };
    });
    return sorted(plain);
  }

  /** The changes that were made since it was asked last, newest first. */
  private async latest(): Promise<Answered[]> {
    const { changes } = await activityOf(this.parts.store, this.parts.accountId, { limit: "200" });
    const latest = changes.filter(({ id }) => !this.seen.has(id));
    for (const { id } of latest) this.seen.add(id);
    return latest;
  }

  /** Expects these changes to be the newest. */
  private async expectActivity(expected: readonly LoggedChange[]): Promise<void> {
    const latest = await this.latest();
    expect(this.inOrder(latest.map(answeredChange))).toEqual(this.inOrder(expected.map(loggedChange)));
    // Each has an id, by which it can be undone.
    for (const change of expected) {
      const logged = this.inOrder([loggedChange(change)]);
      const isSame = (each: Answered) => isDeepStrictEqual(this.inOrder([answeredChange(each)]), logged);
      const { id, at } = latest.find(isSame) ?? expect.fail("a change has no answer");
      Object.assign(change, { id, at });
    }
  }

  /** What is undone: changes with these ids, or everything since the first one, of all authors or of one. */
  private select(one: number, other: number) {
    const listed = this.model.log.filter(({ inActivity }) => inActivity);
    const [first, second] = [one, one + other].map((number) => listed[number % (listed.length || 1)]);
    if (!first?.at || !second) return undefined;
    const { at: from, by: author, via } = first;
    const undo = via?.kind === "undo" ? via.id : undefined;
    const isById = other % 4 === 0 && first.id !== undefined && second.id !== undefined;
    if (isById) {
      const changes = listed.filter((change) => change === first || change === second);
      return { changes, selection: { changeIds: changes.map(({ id }) => id) }, hasUndo: false };
    }
    const by = undo ?? (other % 4 === 1 ? author : undefined);
    const isChosen = (change: LoggedChange) => by === undefined || change.by === by || change.via?.id === by;
    const changes = listed.filter((change) => (change.at ?? "") >= from && isChosen(change));
    const mayHaveUndo = from <= this.lastUndo && (by === undefined || by === session.id);
    const selection = { from, to: new Date().toISOString(), ...(by !== undefined && { by }) };
    return { changes, selection, hasUndo: undo !== undefined || mayHaveUndo };
  }

  /** Undoes changes by a worker that may be killed, and expects what the model keeps. */
  private async undo({ one, other, dies }: AccountStep): Promise<void> {
    const { changes, selection, hasUndo } = this.select(one, other) ?? { changes: [] };
    if (!selection || changes.some(({ kind }) => ownUndo.has(kind))) return;
    const { answer, id } = await this.runUndo(selection, dies);
    const [shown, latest] = [await this.read(), await this.latest()];
    const ofContacts = Map.groupBy(latest, ({ subject, subjectId }) => subject === "contact" && subjectId);
    const changedAgain = [...ofContacts].flatMap(([contactId, all]) => {
      return contactId && all.length > 1 && all.some(({ kind }) => kind !== "undone") ? contactId : [];
    });
    const origin = { by: session.id, agent: false, via: { kind: "undo", id } };
    const written: LoggedChange[] = [];
    const { undone, kept } = undoChanges(changes, new Set(changedAgain), (work) => {
      const made = this.model.write(origin, subjects, (state) => {
        work(state);
        takeUnasked(state, shown);
        // Whether a contact comes out of the trash in between, and who is its last deleter then, is not asked.
        for (const [each, { deletion }] of state.trash)
          state.trash.set(each, { deletion, by: shown.trash[each] ?? "" });
      });
      written.push(...made);
    });
    const text = changes.map(({ subject, kind, subjectId, id }) => `${subject} ${kind} ${subjectId} ${id}`).join("\n");
    const bulk = changes.filter(isBulkDeletion).map((each) => each.id);
    const textsOf = (all: readonly Kept[]) => {
      return all.map((each) => keptText(bulk.includes(each.changeId) ? { ...each, reason: "" } : each)).toSorted();
    };
    const expected = { total: changes.length, undone, kept: textsOf(kept) };
    if (!hasUndo) expect({ ...answer, kept: textsOf(answer.kept) }, text).toEqual(expected);
    expect(shown, text).toEqual(this.model.state.shown());
    this.lastUndo = latest[0]?.at ?? this.lastUndo;
    for (const change of written) change.at = latest.at(-1)?.at ?? "";
    expect(latest.every(({ via, by }) => via?.kind === "undo" && via.id === id && by.id === session.id)).toBe(true);
  }

  /** Undoes everything, and expects the account to be as it was in the beginning: without anything, except in the trash. */
  async expectWayBack(dies: number): Promise<void> {
    const from = this.model.log.flatMap(({ at }) => at ?? []).toSorted()[0];
    if (from === undefined) return;
    const { answer } = await this.runUndo({ from, to: new Date().toISOString() }, dies);
    const { trash: _trash, groups, ...shown } = await this.read();
    // An import names its group that somebody changed, and that stays.
    expect(answer.kept.filter((each) => !keptText(each).endsWith("changed_since groups"))).toEqual([]);
    expect(Object.keys(groups)).toHaveLength(answer.kept.length);
    expect(shown).toEqual({ contacts: {}, interactions: {}, tags: {} });
  }

  /** A dry run, and the run, which must have the same answer. */
  private async runUndo(selection: object, dies: number) {
    const { store, accountId, files } = this.parts;
    const undos = undoCalls(store, accountId, files);
    const dry = await undos.dry(selection);
    const { id } = await withAuthor(session, () => undos.ask(selection));
    if (!id) return expect.fail("an undo has no id");
    const isKilled = (error: unknown) => expect(error).toBeInstanceOf(Killed);
    if (dies > 0) await undos.serve(id, killedAfter(store, dies).store).catch(isKilled);
    await undos.serve(id);
    const done = await undos.read(id);
    const { total, undone, kept } = dry;
    expect(done).toMatchObject({ status: "done", total, undone, kept });
    return { id, answer: { total, undone, kept } };
  }

  /** What the clock's run does for deletions whose processes were killed. */
  async finishDeletions(): Promise<void> {
    const { store, accountId, files } = this.parts;
    const location = { accountId, deletionId: newId() };
    await putContactSet(files, location, noContacts);
    await workOnSet(store, files, deletionKey(location));
  }

  /** Expects the pages of the activity, of all and of each author, to have the changes of the log. */
  async expectPages(): Promise<void> {
    const { store, accountId } = this.parts;
    const all = this.model.log.filter((each) => each.inActivity && isNoUndo(each)).map(loggedChange);
    const authors: { by?: string; agent?: string }[] = [{}, { agent: "true" }, { by: session.id }, notAgent];
    for (const query of authors) {
      const found: Answered[] = [];
      for (let next: string | null | undefined; next !== null; ) {
        const page = await activityOf(store, accountId, { ...query, limit: "7", ...(next && { next }) });
        found.push(...page.changes);
        next = page.next;
      }
      const isChosen = ({ by, agent }: ModelChange) =>
        by === (query.by ?? by) && String(agent) === (query.agent ?? String(agent));
      expect(this.inOrder(found.filter(isNoUndo).map(answeredChange))).toEqual(this.inOrder(all.filter(isChosen)));
      const times = found.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().reverse());
    }
  }

  /** Expects the history of every contact that is there or in the trash. */
  async expectHistories(): Promise<void> {
    const { store, accountId } = this.parts;
    const { state } = this.model;
    for (const id of [...state.contact.keys()].filter((each) => !state.mergedInto.has(each))) {
      const { changes } = await contactCalls(store, accountId).history(id, { limit: "200" });
      const expected = this.model.historyOf(id).filter(isNoUndo).map(loggedChange);
      expect(this.inOrder(changes.filter(isNoUndo).map(answeredChange))).toEqual(this.inOrder(expected));
    }
  }

  /** What the account shows, in the form of the model. */
  private async read(): Promise<ShownAccount> {
    const { store, accountId } = this.parts;
    const calls = contactCalls(store, accountId);
    const labelCalls = groupCalls(store, accountId);
    const names = Object.keys(blankContact);
    const [{ body: list }, trash, meetings, groups, tags] = await Promise.all([
      calls.list({ limit: "200", fields: [...names, "groups", "tags"].join() }),
      calls.trash({ limit: "200" }),
      interactionCalls(store, accountId).list({ limit: "200" }),
      labelCalls.groups(),
      labelCalls.tags(),
    ]);
    const ids = list.contacts.map(({ id }) => id);
    const records = new Map((await getContacts(store, accountId, ids)).map((each) => [each.id, each]));
    const contacts = list.contacts.map(async ({ id, ...contact }) => {
      const rows = await calls.relationships(id);
      const relations = [...new Set(rows.map((row) => `${row.relationshipType} ${row.relatedPersonId}`))].sort();
      const fields = Object.fromEntries(names.map((name) => [name, plainValue((contact as Fields)[name], name)]));
      const { groups = [], tags = [] } = contact as { groups?: string[]; tags?: string[] };
      const importMarks = records.get(id)?.importedRows.toSorted() ?? [];
      return [id, { ...fields, groups: groups.toSorted(), tags: tags.toSorted(), relations, importMarks }] as const;
    });
    return {
      contacts: Object.fromEntries(await Promise.all(contacts)),
      trash: Object.fromEntries(trash.contacts.map(({ id, deletedBy }) => [id, deletedBy.id])),
      interactions: Object.fromEntries(
        meetings.body.interactions.map(({ id, type, date, title, description, participantIds }) => {
          return [id, { type, date, title, description, participantIds }];
        }),
      ),
      groups: Object.fromEntries(groups.map(({ id, label, emoji, color }) => [id, { label, emoji, color }])),
      tags: Object.fromEntries(tags.map(({ id, label, color }) => [id, { label, color }])),
    };
  }
}

const notAgent = { by: phone.id, agent: "false" };

/** Undone by rules that have models of their own. */
const ownUndo = new Set(["merged", "imported"]);

/** What an undo writes is compared by what it leaves. */
function isNoUndo({ via }: { via: { kind: string } | null }): boolean {
  return via?.kind !== "undo";
}

function keptText({ changeId, reason, fields = [] }: Kept) {
  return `${changeId} ${reason} ${fields.toSorted()}`;
}

/** The order does not depend on the order of keys, which answers and the model have in their own ways. */
function sorted<Of>(list: readonly Of[]): Of[] {
  const textOf = (each: Of) =>
    inspect(each, { sorted: true, depth: null, maxArrayLength: null, maxStringLength: null });
  return list.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

/** A value as the model has it: a picture by its name, and dates without ids. */
function plainValue(value: unknown, field: string): unknown {
  if (field === "avatar") return typeof value === "string" ? value.replace(/^.*(picture\d).*$/, "$1") : value;
  if (field !== "importantDates" || !Array.isArray(value)) return value;
  return value.map(({ type, date, note, notifyDaysBefore }) => ({ type, date, note, notifyDaysBefore }));
}

/** The model doesn't know in which order an interaction has its participants, of whom the first one names its change. */
function plainChange(change: Omit<ModelChange, "fields">, fields: Fields[]): ModelChange {
  const { subject, subjectId, kind, by, agent, via, count } = change;
  const contactId = subject === "interaction" ? null : change.contactId;
  return { subject, subjectId, contactId, kind, by, agent, via, fields, ...(count !== undefined && { count }) };
}

/** Bulk deletions have no ids here, because the model doesn't know them. */
function answeredChange(answer: Answered): ModelChange {
  const { via, count } = answer;
  const bulk = via?.kind === "bulk" && { via: { kind: "bulk", id: "" }, ...(count !== undefined && { subjectId: "" }) };
  const fields = answer.fields.map(({ field, before, after, ...more }) => {
    if (field === "members") return { field, ...more };
    return { field, before: plainValue(before, field), after: plainValue(after, field), ...more };
  });
  return plainChange({ ...answer, subject: answer.subject as Subject, by: answer.by.id, ...bulk }, fields);
}

/** A change of the log as answers show it. */
function loggedChange(change: LoggedChange): ModelChange {
  const isLong = (value: unknown) => typeof value === "string" && value.length > 2_000;
  const shown = (value: unknown) => (typeof value === "string" ? value.slice(0, 2_000) : value);
  const shownPicture = (value: unknown) => value && "changed";
  const fields = change.fields.map(({ field, before, after, ...more }) => {
    if (field === "members") return { field, ...more };
    if (field === "avatar") return { field, before: shownPicture(before), after: shownPicture(after) };
    const truncated = (isLong(before) || isLong(after)) && { truncated: true };
    return { field, before: shown(before), after: shown(after), ...truncated };
  });
  return plainChange(change, fields);
}
