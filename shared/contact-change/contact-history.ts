/** What changes of contacts leave in the history. */
import { type Change, type ChangeKind, changedValues, namesOf, type Via } from "../account/change.ts";
import { ownValues, presentValues } from "../contact/change/own-values.ts";
import type { ContactChange } from "../contact/record.ts";

/** How contacts were changed, if not by requests that name each of them. */
export interface ChangeOrigin {
  /** Without it, that of the change itself. */
  kind?: ChangeKind;
  via?: Via | undefined;
  /** False if the activity has one change for all contacts. */
  inActivity?: boolean;
}

/**
 * The largest number of changes is one for each contact. A contact of which only derived values change has none, and neither has the
 * one that became a part of another. A new contact and a deleted one have only the names of their fields: the values of the one are in the
 * contact, and those of the other go with it.
 */
export function contactHistory(changes: readonly ContactChange[], { kind, ...origin }: ChangeOrigin = {}): Change[] {
  return changes.flatMap(({ before, after, merge, trashed }): Change[] => {
    const contact = after ?? before;
    if (!contact || (merge && !after)) return [];
    const fields =
      before && after
        ? changedValues({ ...ownValues(before) }, { ...ownValues(after) })
        : namesOf(Object.keys(presentValues(ownValues(contact))));
    if (before && after && fields.length === 0 && !merge) return [];
    const natural = before && after ? "updated" : after ? "created" : "deleted";
    const { id } = contact;
    const about = { subject: "contact", subjectId: id, contactId: id, trashedAt: trashed?.deletedAt } as const;
    const made = !before && after && { made: presentValues(ownValues(after)) };
    return [{ ...origin, ...about, kind: kind ?? natural, fields, ...made }];
  });
}

/** The origin of each contact's change in a deletion or a restore of many contacts. */
export function bulkOrigin(id: string) {
  return { via: { kind: "bulk", id }, inActivity: false } as const;
}

/** The change that the activity has for a deletion or a restore of many contacts. Each of their transactions replaces it. */
export function bulkChange(
  kind: "deleted" | "restored",
  job: Required<Change>["job"],
  more: Pick<Change, "trashedAt" | "members"> = {},
): Change {
  const { via } = bulkOrigin(job.id);
  return { subject: "contact", subjectId: job.id, kind, via, fields: [], job, ...more };
}
