/** Groups of people: a card that names others by their UID gives them its own name as a label. */
import { ImportFileError } from "../../../shared/imports/import-file-error.ts";
import { quote } from "../../../shared/imports/remarks.ts";
import { readCard } from "./card-row.ts";
import type { Card } from "./cards.ts";
import { copied } from "./copied.ts";
import type { Draft } from "./draft.ts";
import { type LostValues, lostValues, nameOf } from "./group-values.ts";
import type { FileReading } from "./property.ts";
import { maxGroups, memberId } from "./property-places.ts";

/** Memberships of an import: each of the most persons in several groups. */
export const maxMemberships = 200_000;

interface Group {
  label: string;
  /** Members that can't be found, being named by no id. */
  unnamed: number;
}

interface Member {
  groups: Group[];
  isFound: boolean;
}

/** The labels that groups give to the persons of an import, from any file of it to all of them. */
export class GroupLabels {
  /** By what groups call a person. */
  private readonly members = new Map<string, Member>();
  private readonly groups: Group[] = [];
  private groupCount = 0;
  private membershipCount = 0;
  private leftOut = 0;
  /** Values of groups beyond their names and members; of the first groups, what they are. */
  private lostCount = 0;
  private readonly lost: (LostValues & { label: string })[] = [];
  /** Memberships in groups that have no name. */
  private withoutLabel = 0;

  /** No card is a group. */
  get isEmpty(): boolean {
    return this.groupCount === 0;
  }

  /** Takes what the groups among these cards say. */
  async gather(cards: AsyncIterable<readonly Card[]>, reading: FileReading): Promise<void> {
    for await (const some of cards) {
      for (const card of some) {
        if (!card.lines.some(({ text }) => /KIND[:;]/i.test(text.slice(0, longestName)))) continue;
        const draft = readCard(card, reading);
        if (draft.row.noPerson) this.takeGroup(draft, lostValues(draft, card, reading));
      }
    }
  }

  /** Gives a person's row the labels of the groups that name it. */
  addTo({ row, uid }: Draft): void {
    if (this.members.size === 0 || row.noPerson) return;
    const ids = new Set([uid, ...row.emails.map(({ value }) => memberId(value))]);
    let leftOut = 0;
    for (const id of ids) {
      const member = this.members.get(id);
      if (!member) continue;
      member.isFound = true;
      const labels = member.groups.slice(0, Math.max(0, maxGroups - row.groups.length)).map(({ label }) => label);
      row.groups.push(...labels);
      row.valuesSeen += member.groups.length;
      leftOut += member.groups.length - labels.length;
    }
    if (leftOut === 0) return;
    row.valuesLost += leftOut;
    warn(row, "groups_left_out", `${leftOut} memberships in groups, beyond the ${maxGroups} of a card, are left out.`);
  }

  /** Says what the groups could not give, at the row of one person for the whole import. */
  noteFaults({ row }: Draft): void {
    this.noteLost(row);
    const missing = this.countMissing();
    for (const [{ label }, count] of missing.slice(0, maxShown)) {
      const who = count === 1 ? "1 member" : `${count} members`;
      warn(row, "group_members_missing", `No card of the import is that of ${who} of the group ${quote(label)}.`);
    }
    const others = missing.slice(maxShown);
    if (others.length > 0) {
      const count = others.reduce((sum, [, each]) => sum + each, 0);
      const message = `Nor is any that of ${count} members of ${others.length} more groups.`;
      warn(row, "group_members_missing", message);
    }
    if (this.withoutLabel > 0) {
      const message = `${this.withoutLabel} memberships in groups without a name are left out.`;
      warn(row, "groups_left_out", message);
    }
    if (this.leftOut > 0) {
      const message = `${this.leftOut} memberships in groups, beyond the ${maxMemberships} of an import, are left out.`;
      warn(row, "groups_left_out", message);
    }
  }

  /** What is wrong with files of which none holds a person. */
  nobody(): ImportFileError {
    const [first] = this.groups;
    const one = first ? `a group, ${quote(first.label)},` : "a group";
    const held = this.groupCount > 1 ? "groups" : one;
    const message = `The file holds only ${held} and no card of a person. Export the members themselves too.`;
    return new ImportFileError("nobody_found", message);
  }

  private noteLost(row: Draft["row"]): void {
    row.valuesSeen += this.lostCount;
    row.valuesLost += this.lostCount;
    const told = this.lost.reduce((sum, { count }) => sum + count, 0);
    for (const { label, names, count } of this.lost) {
      const what = `${count === 1 ? "1 value" : `${count} values`}${names === "" ? "" : ` (${names})`}`;
      const whose = label === "" ? "a group without a name" : `the group ${quote(label)}`;
      const message = `A group is a label only: ${what} of ${whose} ${count === 1 ? "has" : "have"} no place.`;
      issueOf(row, "info", "group_values_without_place", message);
    }
    if (told === this.lostCount) return;
    const message = `Nor have ${this.lostCount - told} values of further groups.`;
    issueOf(row, "info", "group_values_without_place", message);
  }

  private takeGroup({ row, members }: Draft, { names, count }: LostValues): void {
    this.groupCount += 1;
    const label = copied(nameOf(row).slice(0, longestLabel));
    this.lostCount += count;
    if (count > 0 && this.lost.length < maxShown) this.lost.push({ label, names, count });
    if (label === "") {
      this.withoutLabel += members.length;
      return;
    }
    const group: Group = { label, unnamed: 0 };
    if (members.length > 0 && this.membershipCount < maxMemberships) this.groups.push(group);
    for (const id of new Set(members)) {
      if (this.membershipCount === maxMemberships) this.leftOut += 1;
      else this.takeMember(group, id);
    }
  }

  private takeMember(group: Group, id: string): void {
    this.membershipCount += 1;
    if (id === "" || id.length > longestMember) {
      group.unnamed += 1;
      return;
    }
    const known = this.members.get(id);
    if (known) known.groups.push(group);
    else this.members.set(copied(id), { groups: [group], isFound: false });
  }

  private countMissing(): [Group, number][] {
    const counts = new Map(this.groups.map((group) => [group, group.unnamed]));
    for (const { groups, isFound } of this.members.values()) {
      if (!isFound) for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > 0);
  }
}

function warn(row: Draft["row"], code: string, message: string): void {
  issueOf(row, "warning", code, message);
}

function issueOf({ issues, lines }: Draft["row"], severity: "warning" | "info", code: string, message: string): void {
  issues.push({ code, severity, message, field: "groups", line: lines.first });
}

const longestName = 60;
const longestMember = 300;
/** Longer than a label may be, so that it is said that it was cut. */
const longestLabel = 300;
/** Groups of which it is said each what they lack. */
const maxShown = 20;
