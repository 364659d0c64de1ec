/** Groups of people: a card that names others by their UID gives them its own name as a label. */
import { readCard } from "./card-row.ts";
import type { Card } from "./cards.ts";
import { copied } from "./copied.ts";
import { addIssue, type Draft } from "./draft.ts";
import type { FileReading } from "./property.ts";
import { maxGroups } from "./property-places.ts";

/** The labels of a file's persons. */
export interface GroupLabels {
  /** By what groups call a person. */
  byMember: Map<string, string[]>;
  /** Memberships beyond `maxMemberships`. */
  leftOut: number;
}

/** Memberships of a file: each of the most persons in several groups. */
export const maxMemberships = 200_000;

/** What the groups among these cards say. */
export async function gatherLabels(cards: AsyncIterable<readonly Card[]>, reading: FileReading): Promise<GroupLabels> {
  const labels: GroupLabels = { byMember: new Map(), leftOut: 0 };
  let count = 0;
  for await (const some of cards) {
    for (const card of some) {
      if (!card.lines.some(({ text }) => /KIND[:;]/i.test(text.slice(0, longestName)))) continue;
      const { row, members } = readCard(card, reading);
      const label = copied(row.formattedName.trim().slice(0, longestLabel));
      if (!row.noPerson || label === "") continue;
      for (const member of members) {
        if (count === maxMemberships) labels.leftOut += 1;
        else if (member !== "" && member.length <= longestMember) {
          count += 1;
          const known = labels.byMember.get(member);
          if (known === undefined) labels.byMember.set(copied(member), [label]);
          else if (known.length < maxGroups) known.push(label);
        }
      }
    }
  }
  return labels;
}

/** Gives a person's row the labels of the groups that name it. */
export function addLabels({ row, uid }: Draft, { byMember }: GroupLabels): void {
  if (byMember.size === 0 || row.noPerson) return;
  const ids = [uid, ...row.emails.map(({ value }) => `mailto:${value.trim().toLowerCase()}`)];
  for (const id of ids) {
    for (const label of byMember.get(id) ?? []) if (row.groups.length < maxGroups) row.groups.push(label);
  }
}

/** Said once, at the file's first card. */
export function noteMembershipsLeftOut(draft: Draft, { leftOut }: GroupLabels): void {
  if (leftOut === 0) return;
  const message = `${leftOut} memberships in groups, beyond the ${maxMemberships} of a file, are left out.`;
  addIssue(draft, { code: "groups_left_out", severity: "warning", message, field: "groups" });
}

const longestName = 60;
const longestMember = 300;
/** Longer than a label may be, so that it is said that it was cut. */
const longestLabel = 300;
