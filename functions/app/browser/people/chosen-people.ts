/** The people that are selected, one by one or all that a filter finds. */
import type { ContactFilter } from "../../../../shared/client/types.ts";

export interface ChosenPeople {
  /** All whom this filter finds, except `ids`. Without it, those of `ids`. */
  filter?: ContactFilter;
  ids: ReadonlySet<string>;
}

export const nobody: ChosenPeople = { ids: new Set() };

export function isChosen({ filter, ids }: ChosenPeople, id: string): boolean {
  return ids.has(id) !== (filter !== undefined);
}

/** Selects these, or takes them out. */
export function choose(chosen: ChosenPeople, changed: readonly string[], isAdded: boolean): ChosenPeople {
  const isListed = isAdded !== (chosen.filter !== undefined);
  const ids = new Set(chosen.ids);
  for (const id of changed) {
    if (isListed) ids.add(id);
    else ids.delete(id);
  }
  return chosen.filter || ids.size > 0 ? { ...chosen, ids } : nobody;
}

/** `total` is the number of people whom the filter finds. */
export function countChosen({ filter, ids }: ChosenPeople, total: number): number {
  return filter ? Math.max(0, total - ids.size) : ids.size;
}

/** The people as a deletion names them. */
export function choiceOf({ filter, ids }: ChosenPeople) {
  return filter ? { filter, excludeIds: [...ids] } : { ids: [...ids] };
}

/** The people as changes of groups and tags name them. */
export function membersOf({ filter, ids }: ChosenPeople) {
  return filter ? { filter, excludeIds: [...ids] } : { contactIds: [...ids] };
}
