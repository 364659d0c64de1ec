/** The `pagination` of lists. */
import * as z from "zod";
import { namedObject } from "../route/named-schema.ts";

export const paginationAnswer = namedObject(
  "Pagination",
  () => ({
    hasMore: z.boolean().meta({ description: "Whether there are entries after this page", examples: [false] }),
    limit: z.int().meta({
      description: "The requested limit, or less if the page would be too large for an answer",
      examples: [50],
    }),
    offset: z.int().meta({ description: "The requested offset", examples: [0] }),
    search: z
      .string()
      .nullable()
      .meta({ description: "The requested search without outer spaces; null without one", examples: [null] }),
    sort: z
      .string()
      .nullable()
      .meta({
        description: "The order of the entries; null for a search by best match, and for lists with a fixed order",
        examples: [null],
      }),
    totalCount: z.int().meta({ description: "The number of entries on all pages", examples: [1] }),
  }),
  "Which part of a list an answer contains",
);

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
