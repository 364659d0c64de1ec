/** The `pagination` of lists. */
import * as z from "zod";
import { lazyObject } from "../../config/once.ts";

export const paginationAnswer = lazyObject(() => ({
  hasMore: z.boolean(),
  limit: z.int().describe("The requested limit, or less if the page would be too large for an answer"),
  offset: z.int(),
  search: z.string().nullable(),
  sort: z.string().nullable(),
  totalCount: z.int(),
}));

/** The pagination of a page with `served` items. An empty page is the last one, even if `totalCount` is out of date. */
export function paginate(
  page: { offset: number; limit: number; search?: string | null; sort?: string | null },
  served: number,
  totalCount: number,
): z.output<ReturnType<typeof paginationAnswer>> {
  const { offset, limit, search = null, sort = null } = page;
  const hasMore = served > 0 && offset + served < totalCount;
  return { hasMore, limit: hasMore ? Math.min(limit, served) : limit, offset, search, sort, totalCount };
}
