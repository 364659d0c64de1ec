/** Reads groups of people: a card that names members by UID gives them its name as a label. */
import type { ImportIssueCode } from "../../../../shared/import/row/issue-catalogue.ts";
import type { RawRow } from "../../../../shared/import/row/raw-row.ts";
import { quote } from "../../../../shared/import/row/row-issues.ts";
import { ownText } from "../../text/own-text.ts";
import { readHead } from "../decode/head.ts";
import type { FileReading } from "../decode/property.ts";
import type { Card } from "../read/cards.ts";
import type { CardDraft } from "./card-draft.ts";
import { readCard } from "./card-row.ts";
import { isOfGroups, maxGroups, memberId } from "./property-mapping.ts";

/** The maximum number of memberships in an import. The largest import fits with each person in several groups. */
export const maxMemberships = 200_000;

interface Member {
  labels: string[];
  isFound: boolean;
}

/** The labels that groups give to the persons of an import. A group applies to the persons of all files. */
export class GroupLabels {
  /** The members by the id with which groups name them. */
  private readonly members = new Map<string, Member>();
  private memberships = 0;
  /** The number of memberships in groups without a name, and of those beyond `maxMemberships`. */
  private leftOut = 0;
  /** The number of values of groups other than names and members, and the names of their properties. */
  private lost = 0;
  private readonly lostNames = new Set<string>();

  /** Collects the names and members of the groups among these cards. */
  async gather(cards: AsyncIterable<readonly Card[]>, reading: FileReading): Promise<void> {
    for await (const some of cards) {
      for (const card of some) {
        if (!card.lines.some(({ text }) => /^[^:;]{0,60}KIND[:;]/i.test(text))) continue;
        const draft = readCard(card, reading);
        if (draft.row.noPerson) this.addGroup(draft, card);
      }
    }
  }

  /** Adds the labels of the groups that name a person to its row. */
  addTo({ row, uid }: CardDraft): void {
    if (this.members.size === 0) return;
    for (const id of new Set([uid, ...row.emails.map(({ value }) => memberId(value))])) {
      // A member without an id is missing, and a card without a UID is not this member.
      const member = id === "" ? undefined : this.members.get(id);
      if (!member) continue;
      member.isFound = true;
      row.groups.push(...member.labels);
      row.valuesSeen += member.labels.length;
    }
  }

  /** Reports the missing members and lost values of all groups of the import in one row. */
  noteFaults(row: RawRow): void {
    const add = (severity: "warning" | "info", code: ImportIssueCode, message: string) =>
      row.issues.push({ code, severity, message, field: "groups", line: row.lines.first });
    row.valuesSeen += this.lost;
    row.valuesLost += this.lost;
    if (this.lost > 0) {
      const names = [...this.lostNames].join(", ");
      add("info", "group_values_without_place", `Groups become labels. Their other values are left out: ${names}.`);
    }
    const missing = [...this.members.values()].flatMap(({ labels, isFound }) => (isFound ? [] : labels));
    if (missing.length > 0) {
      const groups = [...new Set(missing)].slice(0, maxShown).map(quote).join(", ");
      const message = `Members of groups have no card in the import (${missing.length}). Their groups: ${groups}.`;
      add("warning", "group_members_missing", message);
    }
    if (this.leftOut > 0) {
      const message = `${this.leftOut} memberships are left out: of groups without a name, or too many for a member or an import.`;
      add("warning", "groups_left_out", message);
    }
  }

  private addGroup({ row, members }: CardDraft, card: Card): void {
    const { formattedName, givenName, familyName, organisation, nickname } = row;
    const names = [formattedName, `${givenName} ${familyName}`, organisation, nickname].map((name) => name.trim());
    const label = ownText((names.find((name) => name !== "") ?? "").slice(0, longestLabel));
    for (const name of lostNames(card, label)) {
      this.lost += 1;
      if (this.lostNames.size < maxShown) this.lostNames.add(ownText(name.slice(0, longestName)));
    }
    for (const id of new Set(members.map(({ text }) => memberId(text).slice(0, longestMember)))) {
      if (label === "" || this.memberships === maxMemberships) this.leftOut += 1;
      else this.addMember(id, label);
    }
  }

  private addMember(id: string, label: string): void {
    this.memberships += 1;
    const known = this.members.get(id);
    if (known?.labels.length === maxGroups) this.leftOut += 1;
    else if (known) known.labels.push(label);
    else this.members.set(ownText(id), { labels: [label], isFound: false });
  }
}

/** Returns the property names of values other than the name and the members, which a label can't hold. */
function lostNames(card: Card, label: string): string[] {
  return card.lines.flatMap(({ text }) => {
    const head = readHead(text);
    if (head === null || isOfGroups(head.name)) return [];
    const value = text.slice(head.valueStart).replaceAll(";", "").trim();
    return value === "" || value === label ? [] : [head.name];
  });
}

const longestName = 60;
const longestMember = 300;
/** This exceeds the limit of a label, so that the cut is reported. */
const longestLabel = 300;
/** The number of groups and properties that an issue names. */
const maxShown = 20;
