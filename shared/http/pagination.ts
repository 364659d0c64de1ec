/** Pages of lists: the answer's `pagination`, the same for every list. */
import * as z from "zod";

export const paginationAnswer = z.strictObject({
  hasMore: z.boolean(),
  limit: z.int().describe("As asked for; less where the page would have been too large for an answer"),
  offset: z.int(),
  search: z.string().nullable(),
  sort: z.string().nullable(),
  totalCount: z.int(),
});

/**
 * What a page of `served` items says about itself. After an empty page comes nothing, whatever was counted a moment
 * before.
 */
export function paginate(
  page: { offset: number; limit: number; search?: string | null; sort?: string | null },
  served: number,
  totalCount: number,
): z.output<typeof paginationAnswer> {
  const { offset, limit, search = null, sort = null } = page;
  const hasMore = served > 0 && offset + served < totalCount;
  return { hasMore, limit: hasMore ? Math.min(limit, served) : limit, offset, search, sort, totalCount };
}
