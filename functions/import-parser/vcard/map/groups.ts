/** Reads groups of people: a card that names members by UID gives them its name as a label. */
import type { RawRow } from "../../../../shared/import/row/raw-row.ts";
import { quote } from "../../../../shared/import/row/row-issues.ts";
import { ImportFileError } from "../../files/import-file-error.ts";
import { ownText } from "../../text/own-text.ts";
import { readHead } from "../decode/head.ts";
import type { FileReading } from "../decode/property.ts";
import type { Card } from "../read/cards.ts";
import type { CardDraft } from "./card-draft.ts";
import { readCard } from "./card-row.ts";
import { isOfGroups, maxGroups, memberId } from "./property-mapping.ts";

/** The maximum number of memberships in an import. The largest import fits with each person in several groups. */
export const maxMemberships = 200_000;

interface Group {
  label: string;
  /** The number of members that can't be found because the group gives no usable id for them. */
  unnamed: number;
}

interface Member {
  groups: Group[];
  isFound: boolean;
}

/** The labels that groups give to the persons of an import. A group applies to the persons of all files. */
export class GroupLabels {
  /** The members by the id with which groups name them. */
  private readonly members = new Map<string, Member>();
  private readonly groups: Group[] = [];
  private groupCount = 0;
  private membershipCount = 0;
  /** The number of memberships in groups without a name, and of those beyond `maxMemberships`. */
  private leftOut = 0;
  /** The number of values of groups other than names and members; `lost` describes them for each group. */
  private lostCount = 0;
  private readonly lost: string[] = [];
  private lostBeyond = 0;

  /** Collects the names and members of the groups among these cards. */
  async gather(cards: AsyncIterable<readonly Card[]>, reading: FileReading): Promise<void> {
    for await (const some of cards) {
      for (const card of some) {
        if (!card.lines.some(({ text }) => /KIND[:;]/i.test(text.slice(0, longestName)))) continue;
        const draft = readCard(card, reading);
        if (draft.row.noPerson) this.takeGroup(draft, card);
      }
    }
  }

  /** Adds the labels of the groups that name a person to its row. */
  addTo({ row, uid }: CardDraft): void {
    if (this.members.size === 0 || row.noPerson) return;
    const ids = new Set([uid, ...row.emails.map(({ value }) => memberId(value))]);
    const labels: string[] = [];
    for (const id of ids) {
      const member = this.members.get(id);
      if (!member) continue;
      member.isFound = true;
      labels.push(...member.groups.map(({ label }) => label));
    }
    const taken = labels.slice(0, Math.max(0, maxGroups - row.groups.length));
    row.groups.push(...taken);
    row.valuesSeen += labels.length;
    const leftOut = labels.length - taken.length;
    if (leftOut === 0) return;
    row.valuesLost += leftOut;
    const message = `${leftOut} memberships in groups, beyond the ${maxGroups} of a card, are left out.`;
    issueOf(row, "warning", "groups_left_out", message);
  }

  /** Reports missing members and lost values of all groups of the import in one row. */
  noteFaults(row: RawRow): void {
    row.valuesSeen += this.lostCount;
    row.valuesLost += this.lostCount;
    const further = this.lostBeyond === 0 ? [] : [`${this.lostBeyond} values of further groups`];
    for (const what of [...this.lost, ...further]) {
      issueOf(row, "info", "group_values_without_place", `A group is a label only, which has no place for ${what}.`);
    }
    const missing = this.countMissing();
    for (const [{ label }, count] of missing.slice(0, maxShown)) {
      const who = count === 1 ? "1 member" : `${count} members`;
      const message = `No card of the import is that of ${who} of the group ${quote(label)}.`;
      issueOf(row, "warning", "group_members_missing", message);
    }
    const others = missing.slice(maxShown);
    if (others.length > 0) {
      const count = others.reduce((sum, [, each]) => sum + each, 0);
      const message = `Nor is any that of ${count} members of ${others.length} more groups.`;
      issueOf(row, "warning", "group_members_missing", message);
    }
    if (this.leftOut > 0) {
      const message = `${this.leftOut} memberships are left out: of groups without a name, or too many for an import.`;
      issueOf(row, "warning", "groups_left_out", message);
    }
  }

  /** Creates the error for files that hold groups but no person. */
  nobody(): ImportFileError {
    const [first] = this.groups;
    const one = first ? `a group, ${quote(first.label)},` : "a group";
    const held = this.groupCount > 1 ? "groups" : one;
    const message = `The file holds only ${held} and no card of a person. Export the members themselves too.`;
    return new ImportFileError("nobody_found", message);
  }

  private takeGroup({ row, members }: CardDraft, card: Card): void {
    this.groupCount += 1;
    const label = ownText(nameOf(row).slice(0, longestLabel));
    const names = lostNames(card, label);
    this.lostCount += names.length;
    if (this.lost.length === maxShown) this.lostBeyond += names.length;
    else if (names.length > 0) {
      const shown = [...new Set(names)].slice(0, maxShown).map((name) => name.slice(0, longestName));
      const whose = label === "" ? "a group without a name" : `the group ${quote(label)}`;
      this.lost.push(`${names.length === 1 ? "1 value" : `${names.length} values`} (${shown.join(", ")}) of ${whose}`);
    }
    const group: Group = { label, unnamed: 0 };
    if (label !== "" && members.length > 0 && this.membershipCount < maxMemberships) this.groups.push(group);
    for (const id of new Set(members)) {
      if (label === "" || this.membershipCount === maxMemberships) this.leftOut += 1;
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
    else this.members.set(ownText(id), { groups: [group], isFound: false });
  }

  private countMissing(): [Group, number][] {
    const counts = new Map(this.groups.map((group) => [group, group.unnamed]));
    for (const { groups, isFound } of this.members.values()) {
      if (!isFound) for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
    }
    return [...counts].filter(([, count]) => count > 0);
  }
}

/** Returns the first name of the group that is not blank. */
function nameOf({ formattedName, givenName, familyName, organisation, nickname }: RawRow): string {
  const names = [formattedName, `${givenName} ${familyName}`, organisation, nickname];
  return names.map((name) => name.trim()).find((name) => name !== "") ?? "";
}

/** Returns the property names of values other than the name and the members, which a label can't hold. */
function lostNames(card: Card, label: string): string[] {
  return card.lines.flatMap(({ text }) => {
    const head = readHead(text);
    if (head === null || isOfGroups(head.name)) return [];
    const words = text
      .slice(head.valueStart)
      .split(/[;,\s]+/)
      .filter((word) => word !== "");
    const isName = ["N", "ORG", "NICKNAME"].includes(head.name) && words.every((word) => label.includes(word));
    return isName || words.length === 0 ? [] : [head.name];
  });
}

function issueOf({ issues, lines }: RawRow, severity: "warning" | "info", code: string, message: string): void {
  issues.push({ code, severity, message, field: "groups", line: lines.first });
}

const longestName = 60;
const longestMember = 300;
/** This exceeds the limit of a label, so that the cut is reported. */
const longestLabel = 300;
/** The number of groups that are reported one by one. */
const maxShown = 20;
