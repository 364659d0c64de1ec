/** The rules of the contract for the undo of an import, checked over what the account showed before and after it. */
import type { Actor, Import, Result, Shot } from "./undo-world.ts";

/** Who wrote what, as it was observed. */
export class History {
  /** The writer of each value by contact, also of values that are gone. */
  private readonly writers = new Map<string, Map<string, Actor>>();
  private readonly joins = new Map<string, Actor>();
  private readonly makers = new Map<string, Actor>();
  readonly creators = new Map<string, Import>();
  readonly imports: Import[] = [];
  /** Contacts that a person edited, also if nothing of it can be seen now. */
  readonly touched = new Set<string>();
  /** Contacts that a person met or put into a group. */
  readonly used = new Set<string>();
  /** The pairs that a person related. A relationship ends with either contact. */
  readonly related: (readonly string[])[] = [];
  /** The values of a contact after the import that created it by a single row. */
  private readonly created = new Map<string, Set<string>>();
  /** Contacts that took part in a merge, also in one that was undone. */
  readonly merged = new Set<string>();
  /** The pairs of the merges that stand, by merge. */
  readonly united = new Map<string, readonly string[]>();
  /** `contact field` of a person's edits. */
  readonly edited = new Set<string>();

  /** Notes what an actor wrote. */
  observe(before: Shot, after: Shot, actor: Actor): void {
    for (const [id, values] of after.contacts) {
      const known = this.writers.get(id) ?? new Map<string, Actor>();
      this.writers.set(id, known);
      // The undo of a merge gives values back that had a writer before.
      const isBack = actor === "person" && !before.contacts.has(id);
      for (const value of values) {
        if (!before.contacts.get(id)?.has(value) && !(isBack && known.has(value))) known.set(value, actor);
      }
    }
    for (const [label, members] of after.groups) {
      if (!before.groups.has(label)) this.makers.set(label, actor);
      for (const id of members) {
        const [isBack, join] = [actor === "person" && !before.contacts.has(id), `${label} ${id}`];
        if (!before.groups.get(label)?.has(id) && !(isBack && this.joins.has(join))) this.joins.set(join, actor);
      }
    }
    if (actor === "person") return;
    for (const { contactId, status } of actor.results) {
      if (contactId === undefined) continue;
      const isLate = this.creators.get(contactId)?.isUndone === true;
      const met = actor.meets.get(contactId) ?? { statuses: new Set<string>(), isLate };
      met.statuses.add(status);
      actor.meets.set(contactId, met);
      if (status === "imported") this.creators.set(contactId, actor);
      const isSingle = actor.results.filter((result) => result.contactId === contactId).length === 1;
      if (status === "imported" && isSingle) this.created.set(contactId, after.contacts.get(contactId) ?? new Set());
    }
    this.imports.push(actor);
  }

  /** The violations by an undo, which has these results. */
  judge(undone: Import, before: Shot, after: Shot, results: readonly Result[]): string[] {
    const faults: string[] = [];
    for (const id of before.contacts.keys()) {
      const about = after.contacts.has(id) ? this.judgeKept(undone, id, before, after) : this.judgeRemoved(id, before);
      faults.push(...about.map((fault) => `${id}: ${fault}`));
      faults.push(...this.judgeResults(undone, id, after, results).map((fault) => `${id}: ${fault}`));
    }
    for (const [label, members] of before.groups) {
      const maker = this.makers.get(label);
      const isOfUndone = maker !== undefined && maker !== "person" && maker.isUndone;
      const left = after.groups.get(label);
      if (!left && !(isOfUndone && [...members].every((id) => !after.contacts.has(id) || this.mayLeave(label, id)))) {
        faults.push(`group ${label} is gone`);
      }
      const isEmptied = left?.size === 0 && (members.size > 0 || maker === undone);
      if (isEmptied && isOfUndone) faults.push(`group ${label}, which is empty, is left`);
    }
    for (const id of after.contacts.keys()) if (!before.contacts.has(id)) faults.push(`${id}: appeared`);
    return faults;
  }

  private judgeRemoved(id: string, before: Shot): string[] {
    const values = [...(before.contacts.get(id) ?? [])];
    const standing = this.imports.filter(({ isUndone }) => !isUndone);
    const needs = (each: Import) => {
      const met = each.meets.get(id);
      return met && (met.isLate || met.statuses.has("imported") || met.statuses.has("updated"));
    };
    return [
      ...(this.creators.get(id)?.isUndone ? [] : ["was removed, and no undone import created it"]),
      ...(this.isUsed(id, before) ||
      [...this.united.values()].flat().includes(id) ||
      [...(this.created.get(id) ?? [])].some((one) => !values.includes(one) && !isName(one))
        ? ["was removed, although a person changed it"]
        : []),
      ...values.filter((value) => this.writerOf(id, value) === "person").map((value) => `lost ${value} of a person`),
      ...(standing.some(needs) ? ["was removed, although an import that stands needs it"] : []),
    ];
  }

  private judgeKept(undone: Import, id: string, before: Shot, after: Shot): string[] {
    const faults: string[] = [];
    const [was, is] = [before.contacts.get(id) ?? new Set<string>(), after.contacts.get(id) ?? new Set<string>()];
    const creator = this.creators.get(id);
    const isKept = creator?.isUndone === true;
    const isMet = this.imports.some(({ isUndone, meets }) => !isUndone && meets.has(id));
    if (isKept && !this.touched.has(id) && !this.mayBeUsed(id) && !this.merged.has(id) && !isMet)
      faults.push("could go");
    for (const value of was) {
      if (is.has(value)) continue;
      const writer = this.writerOf(id, value);
      if (!isUndoneImport(writer)) faults.push(`lost ${value}, which the undone imports did not write`);
      else if (isKept && writer === creator) faults.push(`stays, but lost ${value}`);
    }
    for (const value of is) {
      const writer = this.writerOf(id, value);
      if (!was.has(value) && !this.writers.get(id)?.has(value)) faults.push(`got ${value}, which it never had`);
      const isExcused = (isKept && writer === creator) || this.merged.has(id) || this.isContested(id, value, undone);
      if (isUndoneImport(writer) && !isExcused) faults.push(`keeps ${value} of an undone import`);
    }
    for (const [label, members] of before.groups) {
      const [joined, stays] = [members.has(id), after.groups.get(label)?.has(id) === true];
      const writer = this.joins.get(`${label} ${id}`);
      if (joined && !stays && !isUndoneImport(writer)) faults.push(`lost its group ${label}`);
      if (joined && !stays && isKept && writer === creator) faults.push(`stays, but lost its group ${label}`);
      const isExcused = (isKept && writer === creator) || this.merged.has(id);
      if (stays && isUndoneImport(writer) && !isExcused) faults.push(`keeps its group ${label} of an undone import`);
    }
    return faults;
  }

  /** What an import left must be named in its results. */
  private judgeResults(undone: Import, id: string, after: Shot, all: readonly Result[]): string[] {
    const results = all.filter(({ contactId, status }) => contactId === id && status !== "skipped");
    if (results.length === 0) return [];
    const is = after.contacts.get(id);
    const outcomes = results.map(({ undo }) => undo);
    if (this.creators.get(id) === undone) {
      const expected = is ? "kept" : "removed";
      if (!outcomes.includes(expected)) return [`is ${expected}, but the results say ${outcomes}`];
      if (is && !results.some(({ code }) => code === "changed_since")) return ["is kept without changed_since"];
      return [];
    }
    const left = [...(is ?? [])].filter((value) => this.writerOf(id, value) === undone);
    if (left.length === 0 || this.creators.get(id)?.isUndone) return [];
    const fields = results.flatMap((result) => (result.undo === "kept" ? (result.fields ?? []) : []));
    const isNamed = (value: string) => fields.some((field) => field === fieldOf(value) || field === "names");
    return left.filter((value) => !isNamed(value)).map((value) => `keeps ${value}, which the results do not name`);
  }

  /** Whether somebody else wrote in the same field. */
  private isContested(id: string, value: string, undone: Import): boolean {
    const fields = together(fieldOf(value));
    if (fields.some((field) => this.edited.has(`${id} ${field}`))) return true;
    return [...(this.writers.get(id) ?? [])].some(
      ([other, writer]) =>
        fields.includes(fieldOf(other)) && writer !== "person" && writer !== undone && !writer.isUndone,
    );
  }

  private mayLeave(label: string, id: string): boolean {
    return isUndoneImport(this.joins.get(`${label} ${id}`));
  }

  /** A merge moves relationships to other contacts. */
  private mayBeUsed(id: string): boolean {
    return this.used.has(id) || this.related.flat().includes(id);
  }

  private isUsed(id: string, { contacts }: Shot): boolean {
    return (
      this.used.has(id) || this.related.some((pair) => pair.includes(id) && pair.every((each) => contacts.has(each)))
    );
  }

  private writerOf(id: string, value: string): Actor | undefined {
    return this.writers.get(id)?.get(value);
  }
}

function isUndoneImport(writer: Actor | undefined): boolean {
  return writer !== undefined && writer !== "person" && writer.isUndone;
}

function fieldOf(value: string): string {
  return value.slice(0, value.indexOf("="));
}

const nameFields = ["firstName", "lastName", "middleName"];

/** A name is one value where an import gives it to a contact that had none. */
function together(field: string): readonly string[] {
  return nameFields.includes(field) ? nameFields : [field];
}

/** A later import may name a contact that was named by its address, which its undo takes back. */
function isName(value: string): boolean {
  return nameFields.includes(fieldOf(value));
}
