/** What the list of people shows: its search, order and filters. Links and Back show the same, because the address has all of it. */
import type { Field, ListContactsInput, Sort } from "../../../../shared/client/types.ts";

/** In the order in which they are offered. */
export const orders: Readonly<Record<Sort, string>> = {
  nameAsc: "First name, A to Z",
  nameDesc: "First name, Z to A",
  surnameAsc: "Last name, A to Z",
  surnameDesc: "Last name, Z to A",
  interactionDesc: "Met last",
  interactionAsc: "Not met for longest",
  createdAtDesc: "Added last",
  createdAtAsc: "Added first",
};

export type PeopleQuery = Pick<ListContactsInput, "search" | "sort" | "groupId" | "tagId" | "keepInTouch">;

/** The names of the address are those of the API. A search without an order is ordered by its best match, other lists as remembered. */
export function readQuery(address: URLSearchParams, remembered: string | null): PeopleQuery {
  const search = address.get("search")?.trim() || undefined;
  const sort = address.get("sort") ?? (search === undefined ? remembered : null);
  return {
    search,
    sort: orderOf(sort),
    groupId: address.get("groupId") || undefined,
    tagId: address.get("tagId") || undefined,
    keepInTouch: address.get("keepInTouch") === "true" || undefined,
  };
}

/** Undefined for what is no order. */
export function orderOf(text: string | null): Sort | undefined {
  return text !== null && Object.hasOwn(orders, text) ? (text as Sort) : undefined;
}

/** Which people the list has, without their order. It is empty for all of them. */
export function filterOf({ search, groupId, tagId, keepInTouch }: PeopleQuery) {
  return {
    ...(search !== undefined && { search }),
    ...(groupId !== undefined && { groupId }),
    ...(tagId !== undefined && { tagId }),
    ...(keepInTouch && { keepInTouch }),
  };
}

/** An address below `/app` with these changes of its query. Null takes a part away. */
export function changedAddress(
  { path, query }: { path: string; query: URLSearchParams },
  changes: Readonly<Record<string, string | null>>,
): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") changed.delete(name);
    else changed.set(name, value);
  }
  return changed.size > 0 ? `${path}?${changed}` : path;
}

/** A page of the list is read at once. */
export const pageRows = 100;

const rowFields: Field[] = ["firstName", "lastName", "avatar", "headline", "organisation", "location"];
/** A search also finds these, and a row shows the one that it found. */
const searchedFields: Field[] = ["middleName", "nickname", "position", "emails", "phones", "website", "notes"];

export function pageInput(query: PeopleQuery, page: number): ListContactsInput {
  const fields = query.search === undefined ? rowFields : [...rowFields, ...searchedFields];
  return { ...query, limit: pageRows, offset: page * pageRows, fields, avatarSize: "small" };
}
