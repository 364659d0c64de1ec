/** Addresses that keep the search and the filters of the list beside the person, which stand in the query. */
import { address } from "../router.ts";

export function besideList(path: string): string {
  const { query } = address.value;
  return query.size > 0 ? `${path}?${query}` : path;
}
