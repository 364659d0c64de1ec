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
  /** The members of a deleted label. */
  members?: ReadonlySet<string> | undefined;
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
  readonly mergedInto = new Map<string, string>();
  /** With the participants that were named when they were added, before their merges, and hidden ones. */
  readonly interaction = new Map<string, Fields & { participantIds: readonly string[] }>();
  readonly relationship = new Map<string, { personId: string; relatedPersonId: string; relationshipType: string }>();
  readonly group = new Map<string, Fields>();
  readonly tag = new Map<string, Fields>();
  /** The contacts in each group and tag. */
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

  presenceOf(id: string): string {
    return this.trash.get(id)?.deletion ?? (this.isThere(id) ? "here" : "gone");
  }

  /** A contact with where it is. */
  wholeContact(id: string): Fields | undefined {
    const contact = this.contact.get(id);
    return contact && { ...contact, presence: this.presenceOf(id) };
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
    const ids = [...this[kind].keys()];
    return ids.filter((id) => this.members.get(id)?.has(contactId)).sort();
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

  /** The participants that stay keep the names under which they were added, and hidden ones stay. */
  changeInteraction(id: string, patch: Fields & { participantIds?: readonly string[] }): void {
    const before = this.interaction.get(id);
    if (!before) return;
    const hidden = before.participantIds.filter((each) => !this.isThere(this.survivorOf(each)));
    const named = patch.participantIds?.flatMap((each) => {
      const kept = before.participantIds.filter((old) => this.survivorOf(old) === each);
      return kept.length > 0 ? kept : [each];
    });
    const participantIds = named ? [...named, ...hidden] : before.participantIds;
    this.interaction.set(id, { ...before, ...patch, participantIds });
  }

  /** The relationships between two contacts that are shown to each, as pairs of the other contact and the type. */
  relationsOf(contactId: string): string[] {
    const ends = [...this.relationship.values()].flatMap(({ personId, relatedPersonId, relationshipType }) => [
      [personId, relatedPersonId, relationshipType],
      [relatedPersonId, personId, inverseTypes[relationshipType as RelationshipType]],
    ]) as [string, string, string][];
    const shown = ends
      .map(([id, otherId, type]) => [this.survivorOf(id), this.survivorOf(otherId), type])
      .filter(([id, otherId]) => id === contactId && otherId !== id && this.isThere(otherId ?? ""));
    return [...new Set(shown.map(([, otherId, type]) => `${type} ${otherId}`))].sort();
  }

  /** What everybody can read. */
  shown() {
    const interactions = [...this.interaction].map(([id, each]) => {
      return [id, { ...each, participantIds: this.shownIds(each.participantIds) }] as const;
    });
    return {
      contacts: Object.fromEntries(
        this.contactIds.map((id) => {
          const labels = { groups: this.labelsOf(id, "group"), tags: this.labelsOf(id, "tag") };
          return [id, { ...this.contact.get(id), ...labels, relations: this.relationsOf(id) }];
        }),
      ),
      trash: Object.fromEntries([...this.trash].map(([id, { by }]) => [id, by])),
      interactions: Object.fromEntries(interactions.filter(([, { participantIds }]) => participantIds.length > 0)),
      groups: Object.fromEntries(this.group),
      tags: Object.fromEntries(this.tag),
    };
  }
}

export type ShownAccount = Pick<ReturnType<AccountState["shown"]>, "trash" | "interactions"> & {
  contacts: Record<string, Fields & { groups: string[] }>;
  groups: Record<string, Fields>;
  tags: Record<string, Fields>;
};

/** The states of an account since its beginning, and what was changed from each to the next. */
export class AccountModel {
  readonly states = [new AccountState()];
  readonly log: LoggedChange[] = [];

  get state(): AccountState {
    return this.states.at(-1) ?? new AccountState();
  }

  /** `work` changes the state; what it changes in these subjects is remembered. Returns the new changes. */
  write(origin: Origin, about: readonly Subject[], work: (state: AccountState) => void): LoggedChange[] {
    const [before, after] = [this.state, this.state.copy()];
    work(after);
    const { kind, isJob = false, by, agent, via = null, changed } = origin;
    const groupsOf = (state: AccountState, id: string) => state.labelsOf(id, "group").join();
    const joined = after.contactIds.filter((id) => groupsOf(before, id) !== groupsOf(after, id));
    const touched = kind === "imported" ? joined : changed ? [changed] : [];
    const changes = about
      .flatMap((subject) => changesOf(subject, before, after, touched))
      .map((change): LoggedChange => {
        return { ...change, ...(kind !== undefined && { kind }), by, agent, via, inActivity: !isJob };
      });
    const [first] = changes;
    const isPurge = kind !== "import_undone";
    const gone = [...before.contact.keys()].filter((id) => isPurge && !after.contact.has(id));
    for (const change of this.log)
      if (change.contactIds.some((id) => gone.includes(id))) change.fields = namesOnly(change);
    const count = changes.length || gone.filter((id) => before.trash.has(id)).length;
    if (isJob && count > 0) {
      const job = {
        subject: "contact" as const,
        subjectId: via?.id ?? "",
        contactId: null,
        fields: [],
        contactIds: [],
      };
      const kindOfJob = kind ?? first?.kind ?? "deleted";
      changes.push({ ...job, kind: kindOfJob, by, agent, via, count, inActivity: true, parts: [...changes] });
    }
    if (changes.length > 0 || !isDeepStrictEqual(before, after)) this.states.push(after);
    this.log.push(...changes);
    return changes;
  }

  /** The changes in the history of a contact, which is also that of the contacts that were merged into it. Oldest first. */
  historyOf(contactId: string): LoggedChange[] {
    const isOwn = (id: string) => this.state.survivorOf(id) === contactId;
    return this.log.filter(({ contactIds }) => contactIds.some(isOwn));
  }
}

/** No value stays of what is gone for good. */
function namesOnly({ fields }: LoggedChange): Fields[] {
  return fields.map(({ field }) => ({ field, before: null, after: null }));
}

type OwnChange = Omit<LoggedChange, "by" | "agent" | "via" | "inActivity">;

function changesOf(
  subject: Subject,
  before: AccountState,
  after: AccountState,
  touched: readonly string[],
): OwnChange[] {
  const [old, changed] = [valuesOf(subject, before), valuesOf(subject, after)];
  return [...new Set([...old.keys(), ...changed.keys()])].flatMap((id) => {
    const [one, other] = [old.get(id), changed.get(id)];
    if (subject === "members" ? !(one && other) : after.mergedInto.has(id)) return [];
    const [was, is] = [before, after].map((state) => wholeOf(subject, state, id));
    const fields = fieldChanges(subject, one, other).map((each): Fields => {
      if (each.field !== "participantIds") return each;
      return {
        ...each,
        ...(each.before ? { before: was?.participantIds } : {}),
        ...(each.after ? { after: is?.participantIds } : {}),
      };
    });
    if (one && other && fields.length === 0 && !touched.includes(id)) return [];
    const kind = one && other ? "updated" : one ? "deleted" : before.contact.has(id) ? "restored" : "created";
    const { personId = id, relatedPersonId } = before.relationship.get(id) ?? after.relationship.get(id) ?? {};
    const contactIds = subject === "contact" ? [id] : subject === "relationship" ? [personId, relatedPersonId] : [];
    const contactId = contactIds[0] ?? null;
    const members = other ? undefined : before.members.get(id);
    const removed = before.shownIds(members ?? []).length;
    if (removed > 0) fields.push({ field: "members", added: 0, removed });
    return [{ subject, subjectId: id, contactId, kind, fields, contactIds: contactIds as string[], was, is, members }];
  }) as OwnChange[];
}

/** Everything of a subject that an undo compares. */
function wholeOf(subject: Subject, state: AccountState, id: string): Fields | undefined {
  if (subject === "members") return { members: [...(state.members.get(id) ?? [])] };
  return subject === "contact" ? state.wholeContact(id) : state[subject].get(id);
}

/** The values by which a subject is compared. */
function valuesOf(subject: Subject, state: AccountState): Map<string, Fields> {
  if (subject === "contact") return new Map([...state.contact].filter(([id]) => state.isThere(id)));
  if (subject === "members")
    return new Map([...state.members].map(([id, of]) => [id, { members: state.shownIds(of) }]));
  if (subject === "interaction") {
    return new Map(
      [...state.interaction].map(([id, each]) => [
        id,
        { ...each, participantIds: state.shownIds(each.participantIds) },
      ]),
    );
  }
  if (subject === "relationship") {
    return new Map([...state.relationship].map(([id, { personId: _contactId, ...fields }]) => [id, fields]));
  }
  return state[subject];
}

function fieldChanges(subject: Subject, before: Fields | undefined, after: Fields | undefined): Fields[] {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !isDeepStrictEqual(before?.[name], after?.[name]));
  if (subject === "members") {
    const [old, changed] = [before, after].map((each) => (each?.members ?? []) as string[]) as [string[], string[]];
    const added = changed.filter((id) => !old.includes(id)).length;
    const removed = old.filter((id) => !changed.includes(id)).length;
    return added + removed > 0 ? [{ field: "members", added, removed }] : [];
  }
  if (before && after) return names.map((field) => ({ field, before: before[field], after: after[field] }));
  const isNamedWhole = after !== undefined && subject !== "contact";
  const set = Object.keys(after ?? before ?? {}).filter(
    (field) => isNamedWhole || !isBlank((after ?? before)?.[field]),
  );
  const isNamed = after !== undefined || subject === "contact";
  return set.map((field) => ({ field, before: isNamed ? null : before?.[field], after: null }));
}

export function isBlank(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
