import { expect, it } from "vitest";
import { readRows } from "../../../functions/app/browser/data/rows.ts";

/** A list of which each page has these rows. */
function pagesOf(...pages: string[][]) {
  const asked: (string | undefined)[] = [];
  const readPage = async (next: string | undefined) => {
    asked.push(next);
    const at = Number(next ?? 0);
    const headers = new Headers({ date: `day ${at}`, "x-txid": String(at) });
    return { rows: pages[at] ?? [], next: at + 1 < pages.length ? String(at + 1) : null, headers };
  };
  return { asked, readPage };
}

it("reads through short and empty pages until there are enough rows, and is as old as the first page", async () => {
  const { asked, readPage } = pagesOf(["a"], [], ["b", "c"], ["d"]);
  const { body, headers } = await readRows(readPage, { rows: 2, pages: 10 });
  expect(body).toEqual({ rows: ["a", "b", "c"], hasMore: true, pages: 3, answeredAt: "day 0" });
  expect([headers.get("x-txid"), asked]).toEqual(["0", [undefined, "1", "2"]]);
});

it("stops at the end, and after the pages that one answer may take", async () => {
  expect((await readRows(pagesOf([], []).readPage, { rows: 2, pages: 10 })).body).toMatchObject({ hasMore: false });
  expect((await readRows(pagesOf([], [], []).readPage, { rows: 2, pages: 2 })).body).toMatchObject({
    ...{ rows: [], hasMore: true, pages: 2 },
  });
});
