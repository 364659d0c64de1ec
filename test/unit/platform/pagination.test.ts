import { describe, expect, it } from "vitest";
import { paginate, paginationAnswer } from "../../../shared/platform/http/answer/pagination.ts";

describe("the pagination of an answer", () => {
  it.each([
    ["a full page before others", { offset: 0, limit: 50 }, 50, 120, { hasMore: true, limit: 50 }],
    ["the last page", { offset: 100, limit: 50 }, 20, 120, { hasMore: false, limit: 50 }],
    ["a page that was shortened", { offset: 50, limit: 50 }, 12, 120, { hasMore: true, limit: 12 }],
    ["a page beyond the end", { offset: 500, limit: 50 }, 0, 120, { hasMore: false, limit: 50 }],
    [
      "a page whose items were deleted while it was read",
      { offset: 100, limit: 50 },
      0,
      101,
      { hasMore: false, limit: 50 },
    ],
  ])("is right for %s", (_, asked, served, totalCount, expected) => {
    const pagination = paginate(asked, served, totalCount);
    expect(pagination).toEqual({ offset: asked.offset, search: null, sort: null, totalCount, ...expected });
    expect(paginationAnswer().safeParse(pagination).success).toBe(true);
  });
});
