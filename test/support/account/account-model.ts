/**
 * What an account must show and remember, written from the contract alone: every step is a function of the state before, and what it
 * changed is found by comparing both. How rows join contacts, and which values of two contacts a merge takes, have models of their
 * own: here their results are taken over as they are read, and must be remembered.
 *
 * The contract is silent on some points. This model chooses:
 * - Contacts that are created, restored, separated or deleted have only the names of their fields in a change, because their values are
 *   in the contact or in the trash; a restored or separated one changed no field, so there are none.
 * - The creation of an interaction, a relationship or a label names all of its fields, and that of a contact those with a value.
 * - A contact that an import only adds to a group is changed by it, without a field.
 * - What goes, hides or comes back because its contact does leaves no change of its own.
 * - Changes of contacts that an import's undo removes keep their values, and those of contacts that somebody removes do not.
 */
import { isDeepStrictEqual } from "node:util";
import { inverseTypes, type RelationshipType } from "../../../shared/relationship/store/relationship.ts";

export type Fields = Readonly<Record<string, unknown>>;
export const subjects = ["contact", "interaction", "relationship", "group", "tag", "members"] as const;
export type Subject = (typeof subjects)[number];

export interface ModelChange {
  subject: Subject;
  subjectId: string;
  contactId: string | null;
  kind: string;
  by: string;
  agent: boolean;
  via: { kind: string; id: string } | null;
  fields: Fields[];
  count?: number;
}

/** A change in the log, whose answer has the whole values only here. */
export interface LoggedChange extends ModelChange {
  inActivity: boolean;
  /** The contacts whose histories have the change. */
  contactIds: readonly string[];
  /** The subject before and after, of which `fields` has what differs. */
  was?: Fields | undefined;
  is?: Fields | undefined;
  /** The members with which a label came or went. */
  memberCount?: number;
  /** Those that left it in the write that deleted it, which is a change of its own. */
  left?: ReadonlySet<string>;
  /** The changes of which a job consists. */
  parts?: readonly LoggedChange[];
  /** As they were answered. */
  id?: string;
  at?: string;
}

/** Who does a step, and as a part of what. A job is one change with a count in the activity. */
export interface Origin {
  by: string;
  agent: boolean;
  kind?: string;
  via?: ModelChange["via"];
  isJob?: boolean;
  /** A contact that the step changes as a whole, also if no field differs. */
  changed?: string;
}

export class AccountState {
  /** All contacts, also those in the trash and those that were merged into another one. */
  readonly contact = new Map<string, Fields>();
  /** Who deleted the contacts in the trash, by which deletion. */
  readonly trash = new Map<string, { by: string; deletion: string }>();
  /** An id that is later than those of deletions whose contacts went when the whole trash was emptied. */
  emptiedAt = "";
  /** The last restore of contacts that were in the trash. */
  readonly restores = new Map<string, string>();
  /** The imported rows that each contact has been. */
  readonly importMarks = new Map<string, readonly string[]>();
  /** Contacts in the trash, and deleted labels, whose values and members are taken as they are read when they come back. */
  readonly unasked = new Set<string>();
  readonly mergedInto = new Map<string, string>();
  /** With the participants that were named when they were added, before their merges, and hidden ones. */
  readonly interaction = new Map<string, Fields & { participantIds: readonly string[] }>();
  readonly relationship = new Map<string, { personId: string; relatedPersonId: string; relationshipType: string }>();
  readonly group = new Map<string, Fields>();
  readonly tag = new Map<string, Fields>();
  /** The contacts in each group and tag, also those in the trash, and in deleted ones. */
  readonly members = new Map<string, ReadonlySet<string>>();

  copy(): AccountState {
    return Object.assign(new AccountState(), structuredClone({ ...this }));
  }

  survivorOf(id: string): string {
    const survivor = this.mergedInto.get(id);
    return survivor === undefined ? id : this.survivorOf(survivor);
  }

  isThere(id: string): boolean {
    return this.contact.has(id) && !this.trash.has(id) && !this.mergedInto.has(id);
  }

  /** The contact comes out of the trash, without the marks that a newer contact has. Returns the names of what it lost. */
  restore(id: string, restore: string): string[] {
    const isTaken = (each: string) => this.isThere(this.survivorOf(each));
    const taken = [...this.importMarks].flatMap(([each, marks]) => (isTaken(each) ? marks : []));
    const marks = this.importMarks.get(id) ?? [];
    const left = marks.filter((mark) => !taken.includes(mark));
    this.trash.delete(id);
    this.restores.set(id, restore);
    this.importMarks.set(id, left);
    return left.length < marks.length ? ["importMarks"] : [];
  }

  /** Everything of a subject that an undo compares: of a contact also where it is. */
  wholeOf(subject: Subject, id: string): Fields | undefined {
    if (subject === "members") return this.hasLabel(id) ? { members: [...(this.members.get(id) ?? [])] } : undefined;
    const found: Fields | undefined = this[subject].get(id);
    const presence = this.trash.get(id)?.deletion ?? this.restores.get(id) ?? "here";
    return subject === "contact" && found ? { ...found, presence } : found;
  }

  hasLabel(id: string): boolean {
    return this.group.has(id) || this.tag.has(id);
  }

  get contactIds(): string[] {
    return [...this.contact.keys()].filter((id) => this.isThere(id));
  }

  /** The ids as they are shown: those of hidden contacts are not. */
  shownIds(ids: Iterable<string>): string[] {
    const shown = Array.from(ids, (id) => this.survivorOf(id)).filter((id) => this.isThere(id));
    return [...new Set(shown)];
  }

  labelsOf(contactId: string, kind: "group" | "tag"): string[] {
    return [...this[kind].keys()].filter((id) => this.members.get(id)?.has(contactId)).sort();
  }

  /** Contacts go for good, with all that hangs on them alone. */
  purge(ids: readonly string[]): void {
    for (const id of ids) {
      const isLeft = (each: string) => this.survivorOf(each) !== id;
      for (const [key, interaction] of this.interaction) {
        const participantIds = interaction.participantIds.filter(isLeft);
        if (participantIds.length === 0) this.interaction.delete(key);
        else this.interaction.set(key, { ...interaction, participantIds });
      }
      for (const [key, { personId, relatedPersonId }] of this.relationship) {
        if (!isLeft(personId) || !isLeft(relatedPersonId)) this.relationship.delete(key);
      }
      for (const [key, members] of this.members) this.members.set(key, new Set([...members].filter(isLeft)));
      const aliases = [...this.mergedInto.keys()].filter((each) => !isLeft(each));
      for (const each of [id, ...aliases]) for (const list of [this.contact, this.trash]) list.delete(each);
      for (const each of aliases) this.mergedInto.delete(each);
    }
  }

  /** The participants that stay keep the names under which they were added, and hidden ones their places. */
  changeInteraction(id: string, patch: Fields & { participantIds?: readonly string[] }): void {
    const before = this.interaction.get(id);
    if (!before) return;
    const named = patch.participantIds?.flatMap((each) => {
      const kept = before.participantIds.filter((old) => this.survivorOf(old) === each);
      return kept.length > 0 ? kept : [each];
    });
    const participantIds = named ?? [...before.participantIds];
    const isHidden = (each: string) => named && !this.isThere(this.survivorOf(each));
    for (const [at, each] of before.participantIds.entries()) if (isHidden(each)) participantIds.splice(at, 0, each);
    this.interaction.set(id, { ...before, ...patch, participantIds });
  }

  /** The types of the relationships of a contact, each with the other contact, which is one that is shown. */
  relationsOf(contactId: string, isShown = (id: string) => this.isThere(id)): string[] {
    const shown = [...this.relationship.values()].flatMap(({ personId, relatedPersonId, relationshipType: type }) => {
      const [end = "", other = ""] = [personId, relatedPersonId].map((id) => this.survivorOf(id));
      const inverse = inverseTypes[type as RelationshipType];
      const both = [...(end === contactId ? [[type, other]] : []), ...(other === contactId ? [[inverse, end]] : [])];
      return both.filter(([, id = ""]) => id !== contactId && isShown(id)).map((each) => each.join(" "));
    });
    return [...new Set(shown)].sort();
  }

  /** What everybody can read. */
  shown() {
    const contacts = this.contactIds.map((id) => {
      const labels = { groups: this.labelsOf(id, "group"), tags: this.labelsOf(id, "tag") };
      const importMarks = this.importMarks.get(id) ?? [];
      return [id, { ...this.contact.get(id), ...labels, relations: this.relationsOf(id), importMarks }] as const;
    });
    const interactions = [...this.interaction].map(([id, each]) => {
      return [id, { ...each, participantIds: this.shownIds(each.participantIds) }] as const;
    });
    return {
      contacts: Object.fromEntries(contacts),
      trash: Object.fromEntries([...this.trash].map(([id, { by }]) => [id, by])),
      interactions: Object.fromEntries(interactions.filter(([, { participantIds }]) => participantIds.length > 0)),
      groups: Object.fromEntries(this.group),
      tags: Object.fromEntries(this.tag),
    };
  }
}

export type ShownAccount = ReturnType<AccountState["shown"]>;

/** An account, and what was changed from each of its states to the next. */
export class AccountModel {
  state = new AccountState();
  readonly log: LoggedChange[] = [];

  /** `work` changes the state; what it changes in these subjects is remembered. Returns the new changes. */
  write(origin: Origin, about: readonly Subject[], work: (state: AccountState) => void): LoggedChange[] {
    const [before, after] = [this.state, this.state.copy()];
    work(after);
    this.state = after;
    const { kind, isJob = false, by, agent, via = null, changed } = origin;
    const groupsOf = (state: AccountState, id: string) => state.labelsOf(id, "group").join();
    const isTouched = (id: string) =>
      id === changed || (kind === "imported" && groupsOf(before, id) !== groupsOf(after, id));
    const changes = about
      .flatMap((subject) => changesOf(subject, before, after, isTouched))
      .map((change): LoggedChange => ({ ...change, kind: kind ?? change.kind, by, agent, via, inActivity: !isJob }))
      .toSorted((one, other) => orderOf(one) - orderOf(other));
    const goneOf = (list: "contact" | "interaction") => [...before[list].keys()].filter((id) => !after[list].has(id));
    const purged = kind === "import_undone" ? [] : goneOf("contact");
    const gone = new Set(purged.length > 0 ? [...purged, ...goneOf("interaction")] : []);
    for (const change of this.log) {
      if (![...change.contactIds, change.subjectId].some((id) => gone.has(id))) continue;
      // No value stays of what is gone for good.
      change.fields = change.fields.map(({ field }) => ({ field, before: null, after: null }));
    }
    const count = changes.length || purged.filter((id) => before.trash.has(id)).length;
    if (isJob && count > 0) {
      const about = { subject: "contact", subjectId: via?.id ?? "", contactId: null, contactIds: [] } as const;
      const job = { kind: kind ?? changes[0]?.kind ?? "deleted", by, agent, via, count, parts: [...changes] };
      changes.push({ ...about, ...job, fields: [], inActivity: true });
    }
    this.log.push(...changes);
    return changes;
  }

  /** The changes in the history of a contact, which is also that of the contacts that were merged into it. Oldest first. */
  historyOf(contactId: string): LoggedChange[] {
    const isOwn = (id: string) => this.state.survivorOf(id) === contactId;
    return this.log.filter(({ contactIds }) => contactIds.some(isOwn));
  }
}

/** What comes back is first, and what goes is last, so that everything that needs it is undone meanwhile. */
function orderOf({ subject, kind }: OwnChange): number {
  const isNeeded = subject === "contact" || subject === "group" || subject === "tag";
  return !isNeeded ? 1 : kind === "restored" ? 0 : kind === "deleted" ? 2 : 1;
}

type OwnChange = Omit<LoggedChange, "by" | "agent" | "via" | "inActivity">;

function changesOf(
  subject: Subject,
  before: AccountState,
  after: AccountState,
  isTouched: (id: string) => boolean,
): OwnChange[] {
  return [...new Set([...before[subject].keys(), ...after[subject].keys()])].flatMap((id): OwnChange[] => {
    const [was, is] = [before.wholeOf(subject, id), after.wholeOf(subject, id)];
    const isHidden = (state: AccountState) => subject === "contact" && !state.isThere(id);
    const [one, other] = [isHidden(before) ? undefined : was, isHidden(after) ? undefined : is];
    if (subject === "members" ? !(one && other) : after.mergedInto.has(id) || !(one || other)) return [];
    const fields = fieldChanges(subject, one, other);
    if (one && other && fields.length === 0 && !isTouched(id)) return [];
    const kind = one && other ? "updated" : one ? "deleted" : before.contact.has(id) ? "restored" : "created";
    const { personId, relatedPersonId } = before.relationship.get(id) ?? after.relationship.get(id) ?? {};
    const contactIds = subject === "contact" ? [id] : [personId ?? [], relatedPersonId ?? []].flat();
    const memberCount = one && other ? 0 : after.shownIds(after.members.get(id) ?? []).length;
    const [added, removed] = one ? [0, memberCount] : [memberCount, 0];
    if (memberCount > 0) fields.push({ field: "members", added, removed });
    const about = { subject, subjectId: id, contactId: contactIds[0] ?? null, contactIds };
    const left = new Set(one && !other ? before.members.get(id) : []).difference(new Set(after.members.get(id)));
    return [{ ...about, kind, fields, was, is, memberCount, left }];
  });
}

/** Values by which subjects are compared, and which no change names. */
const unnamed = new Set(["presence", "personId"]);

function fieldChanges(subject: Subject, before: Fields | undefined, after: Fields | undefined): Fields[] {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !unnamed.has(name));
  if (subject === "members") {
    const [old, current] = [before, after].map((each) => new Set(each?.members as string[])) as [
      Set<string>,
      Set<string>,
    ];
    const [added, removed] = [current.difference(old).size, old.difference(current).size];
    return added + removed > 0 ? [{ field: "members", added, removed }] : [];
  }
  if (before && after) {
    const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
    return differing.map((field) => ({ field, before: before[field], after: after[field] }));
  }
  const isNamedWhole = after !== undefined && subject !== "contact";
  const isBlank = (value: unknown) => value === null || value === "" || isDeepStrictEqual(value, []);
  const set = names.filter((field) => isNamedWhole || !isBlank((after ?? before)?.[field]));
  const last = subject === "contact" ? undefined : before;
  return set.map((field) => ({ field, before: last?.[field] ?? null, after: null }));
}
